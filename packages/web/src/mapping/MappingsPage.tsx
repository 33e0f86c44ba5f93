import type { MappingProfileRow } from '@watchpost/contract';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { ConfirmDialog } from '../ui/form/index.ts';
import { useNotify } from '../ui/index.ts';
import { type ListColumn, ListPage, pagingOf, useList, whileWaiting } from '../ui/list/index.ts';
import { mappingEditPath } from './mappingEditPath.ts';
import { mappingList } from './mappingList.ts';
import { text } from './text.ts';
import { useMappingsChanged } from './useMappingsChanged.ts';

/** How gateways that speak no known format are read: the company's mapping profiles. */
export function MappingsPage() {
  const t = useText(text);
  const { company } = useSession();
  const mayEdit = useMay('terminalsEdit');
  const navigate = useNavigate();
  const list = useList(mappingList);
  const [removing, setRemoving] = useState<MappingProfileRow | null>(null);
  const columns = useColumns();
  const { sort, ascending, filters } = list.query;
  const page = useCall(
    'getMappingProfilePage',
    {
      body: {
        CompanyId: company.CompanyId,
        Text: filters.text,
        SortType: sort,
        IsAsc: ascending,
        ...pagingOf(list.query),
      },
    },
    { scope: 'company', ...whileWaiting },
  );
  const open = ({ MappingProfileId }: MappingProfileRow) => navigate(mappingEditPath({ id: MappingProfileId }));
  const add = (
    <Button type="primary" onClick={() => navigate(mappingEditPath({}))}>
      {t.add}
    </Button>
  );
  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.mappings}
        keyOf={({ MappingProfileId }) => MappingProfileId}
        nameOf={({ MappingName }) => MappingName}
        empty={{ title: t.none, hint: t.noneHint, ...(mayEdit ? { action: add } : {}) }}
        {...(mayEdit
          ? {
              onOpen: open,
              actions: add,
              rowActions: (row: MappingProfileRow) => [
                { key: 'edit', label: row.CanEdit ? t.edit : t.open, inline: true, run: () => void open(row) },
                {
                  key: 'copy',
                  label: t.copy,
                  run: () => void navigate(mappingEditPath({ copyOf: row.MappingProfileId })),
                },
                { key: 'delete', label: t.remove, danger: true, run: () => setRemoving(row) },
              ],
            }
          : {})}
      />
      {removing ? <DeleteDialog row={removing} onClose={() => setRemoving(null)} /> : null}
    </>
  );
}

function DeleteDialog({ row, onClose }: { row: MappingProfileRow; onClose: () => void }) {
  const t = useText(text);
  const { company } = useSession();
  const notify = useNotify();
  const changed = useMappingsChanged();
  const deletion = useCallMutation('deleteMappingProfile');
  const remove = async () => {
    await deletion.mutateAsync({
      query: { companyId: company.CompanyId, mappingProfileId: row.MappingProfileId },
    });
    notify.success(t.removed);
    await changed();
    onClose();
  };
  return (
    <ConfirmDialog title={t.removeTitle(row.MappingName)} ok={t.remove} act={remove} onClose={onClose}>
      <p>{t.removeHint}</p>
    </ConfirmDialog>
  );
}

function useColumns(): readonly ListColumn<MappingProfileRow>[] {
  const t = useText(text);
  return useMemo(
    (): ListColumn<MappingProfileRow>[] => [
      {
        key: 'name',
        title: t.name,
        sort: 'name',
        always: true,
        onCard: 'heading',
        render: (row) => row.MappingName,
      },
      { key: 'topic', title: t.topic, width: 220, ellipsis: true, render: (row) => <code>{row.Topic}</code> },
      {
        key: 'commands',
        title: t.commands,
        width: 110,
        render: (row) => (row.TakesCommands ? t.takesCommands : t.noCommands),
      },
      {
        key: 'gateways',
        title: t.gateways,
        width: 220,
        ellipsis: true,
        render: (row) => (
          <span title={row.GatewayNames.join(' · ')}>
            <span className="tabular">{row.GatewayCount}</span>
            {row.GatewayNames.length > 0 ? ` · ${row.GatewayNames.join(' · ')}` : ''}
          </span>
        ),
      },
      { key: 'note', title: t.note, width: 200, ellipsis: true, usuallyHidden: true, render: (row) => row.Note },
      {
        key: 'updated',
        title: t.updated,
        width: 190,
        sort: 'updateTime',
        render: (row) => <span className="tabular">{row.UpdateTime}</span>,
      },
      { key: 'updatedBy', title: t.updatedBy, width: 120, ellipsis: true, render: (row) => row.UpdateName },
    ],
    [t],
  );
}
