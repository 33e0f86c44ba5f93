import type { SubareaListRow } from '@watchpost/contract';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useSession } from '../lib/session.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { useNotify } from '../ui/index.ts';
import {
  defineList,
  type ListColumn,
  ListPage,
  type RowAction,
  textFilter,
  useList,
  whileWaiting,
} from '../ui/list/index.ts';
import { DeleteSubareaDialog } from './DeleteSubareaDialog.tsx';
import { MoveSubareaDialog } from './MoveSubareaDialog.tsx';
import { fieldText } from './projectsText.ts';
import { SubareaNameDialog } from './SubareaNameDialog.tsx';
import { subareaText } from './subareaText.ts';
import { usePlacesChanged } from './usePlacesChanged.ts';

const areaList = defineList({
  name: 'areas',
  filters: { text: textFilter({ label: subareaText.searchArea }) },
  usualPageSize: 50,
});

type Dialog = { readonly kind: 'add' } | { readonly kind: 'rename' | 'move' | 'delete'; readonly row: SubareaListRow };

interface Named {
  readonly id: number;
  readonly name: string;
}

/**
 * The areas directly in a project or an area, in their order, which people set. Beside other things on a page, so its filters
 * leave the address alone.
 *
 * @param parent the project itself or an area of it
 * @param onOpen shows the areas within one of them
 */
export function AreaList({
  project,
  parent,
  mayEdit,
  onOpen,
}: {
  project: Named;
  parent: Named;
  mayEdit: boolean;
  onOpen: (area: SubareaListRow) => void;
}) {
  const t = useText(subareaText);
  const { company } = useSession();
  const notify = useNotify();
  const changed = usePlacesChanged();
  const list = useList(areaList, 'memory');
  const columns = useAreaColumns();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const moving = useCallMutation('editSubarea');
  const { filters, page: pageIndex, pageSize } = list.query;
  const page = useCall(
    'getSubareaPage',
    {
      query: {
        companyId: company.CompanyId,
        parentId: parent.id,
        pageIndex,
        pageSize,
        ...(filters.text === undefined ? {} : { subareaName: filters.text }),
      },
    },
    { scope: 'company', ...whileWaiting },
  );
  const close = () => setDialog(null);
  const rows = page.data?.Data ?? [];
  const isLastPage = page.data !== undefined && pageIndex * pageSize >= page.data.TotalCount;

  const moveBefore = async (row: SubareaListRow, before: SubareaListRow | null) => {
    try {
      await moving.mutateAsync({ body: { SubareaId: row.SubareaId, BeforeId: before?.SubareaId ?? null } });
      await changed();
    } catch (error) {
      notify.failure(error);
    }
  };
  const actionsOf = (row: SubareaListRow): RowAction[] => {
    const at = rows.indexOf(row);
    // Its neighbours are known only where nothing is left out between them.
    const ordered = filters.text === undefined && !moving.isPending;
    return [
      { key: 'rename', label: t.rename, inline: true, run: () => setDialog({ kind: 'rename', row }) },
      {
        key: 'up',
        label: t.moveUp,
        disabled: !ordered || at < 1,
        run: () => void moveBefore(row, rows[at - 1] ?? null),
      },
      {
        key: 'down',
        label: t.moveDown,
        disabled: !ordered || at + 1 >= rows.length || (at + 2 >= rows.length && !isLastPage),
        run: () => void moveBefore(row, rows[at + 2] ?? null),
      },
      { key: 'move', label: t.move, run: () => setDialog({ kind: 'move', row }) },
      { key: 'delete', label: t.delete, danger: true, run: () => setDialog({ kind: 'delete', row }) },
    ];
  };
  const within = parent.id !== project.id;
  const add = mayEdit ? <Button onClick={() => setDialog({ kind: 'add' })}>{t.addArea}</Button> : null;

  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.areasOf(parent.name)}
        keyOf={({ SubareaId }) => SubareaId}
        nameOf={({ SubareaName }) => SubareaName}
        actions={add}
        actionsWidth={150}
        onOpen={onOpen}
        empty={{
          title: within ? t.noAreasWithin : t.noAreas,
          hint: within ? t.noAreasWithinHint : t.noAreasHint,
          action: add,
        }}
        {...(mayEdit ? { rowActions: actionsOf } : {})}
      />
      {dialog?.kind === 'add' ? (
        <SubareaNameDialog kind="area" title={t.addAreaIn(parent.name)} parentId={parent.id} onClose={close} />
      ) : null}
      {dialog?.kind === 'rename' ? (
        <SubareaNameDialog
          kind="area"
          title={t.renameOf(dialog.row.SubareaName)}
          parentId={parent.id}
          present={dialog.row}
          onClose={close}
        />
      ) : null}
      {dialog?.kind === 'move' ? <MoveSubareaDialog node={dialog.row} project={project} onClose={close} /> : null}
      {dialog?.kind === 'delete' ? (
        <DeleteSubareaDialog kind="area" id={dialog.row.SubareaId} name={dialog.row.SubareaName} onClose={close} />
      ) : null}
    </>
  );
}

function useAreaColumns(): readonly ListColumn<SubareaListRow>[] {
  const t = useText(subareaText);
  const f = useText(fieldText);
  return useMemo(
    (): ListColumn<SubareaListRow>[] => [
      { key: 'name', title: t.areaName, always: true, onCard: 'heading', render: (row) => row.SubareaName },
      { key: 'nameEn', title: t.nameEn, width: 200, ellipsis: true, render: (row) => row.SubareaNameEn },
      { key: 'areas', title: t.areasWithin, width: 110, align: 'right', render: (row) => row.AreaCount },
      { key: 'devices', title: f.devices, width: 90, align: 'right', render: (row) => row.DeviceCount },
      {
        key: 'created',
        title: f.created,
        width: 190,
        usuallyHidden: true,
        render: (row) => <span className="tabular">{row.CreateTime}</span>,
      },
    ],
    [t, f],
  );
}
