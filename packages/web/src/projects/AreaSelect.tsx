import type { SubareaNode } from '@watchpost/contract';
import { TreeSelect } from 'antd';
import { useMemo } from 'react';
import { useAreasOf } from './useChoices.ts';

interface AreaChoice {
  readonly value: number;
  readonly title: string;
  readonly children: readonly AreaChoice[];
}

const choicesOf = (nodes: readonly SubareaNode[], except: number): AreaChoice[] =>
  nodes
    .filter(({ SubareaId }) => SubareaId !== except)
    .map(({ SubareaId, SubareaName, Children }) => ({
      value: SubareaId,
      title: SubareaName,
      children: choicesOf(Children, except),
    }));

/** A project or one of its areas, for an area to stand in. Fits a form's field. */
export function AreaSelect({
  project,
  except,
  ...field
}: {
  id?: string;
  value?: number | null;
  onChange?: (value: number) => void;
  project: { readonly id: number; readonly name: string };
  /** Which one cannot be chosen, nor those below it. */
  except: number;
}) {
  const areas = useAreasOf(useMemo(() => [project.id], [project.id])).get(project.id);
  return (
    <TreeSelect<number | null>
      {...field}
      value={field.value ?? null}
      onChange={(value) => value !== null && field.onChange?.(value)}
      loading={areas === undefined}
      treeDefaultExpandAll
      showSearch={{ treeNodeFilterProp: 'title' }}
      // Once all of it is there: what is expanded is decided as it is first drawn.
      key={String(areas !== undefined)}
      treeData={[{ value: project.id, title: project.name, children: choicesOf(areas ?? [], except) }] as never}
    />
  );
}
