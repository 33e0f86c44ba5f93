import { TreeSelect } from 'antd';
import { useText } from '../lib/defineText.ts';
import { partitionChoices } from './partitions.ts';
import { fieldText } from './projectsText.ts';
import { useCompanyTree } from './useChoices.ts';

/** A partition of the company; empty: the company itself. Fits a form's field. */
export function PartitionSelect({
  except,
  ...field
}: {
  id?: string;
  'aria-label'?: string;
  disabled?: boolean;
  value?: number | null;
  onChange?: (value: number | null) => void;
  /** Which one cannot be chosen, nor those below it. */
  except?: number;
}) {
  const f = useText(fieldText);
  const tree = useCompanyTree();
  return (
    <TreeSelect<number | null>
      {...field}
      value={field.value ?? null}
      onChange={(value) => field.onChange?.(value ?? null)}
      allowClear
      placeholder={f.noPartition}
      loading={tree.isPending}
      treeDefaultExpandAll
      showSearch={{ treeNodeFilterProp: 'title' }}
      treeData={tree.data ? (partitionChoices(tree.data, except) as never) : []}
    />
  );
}
