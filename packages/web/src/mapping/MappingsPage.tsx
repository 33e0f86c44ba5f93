import type { MappingProfileRow } from '@watchpost/contract';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { DeleteDialog, useDialog } from '../ui/form/index.ts';
import { type ListColumn, ListPage, pagingOf, useList, whileWaiting } from '../ui/list/index.ts';
import { mappingEditPath } from './mappingEditPath.ts';
import { mappingList } from './mappingList.ts';
import { text } from './text.ts';
import { callsAboutMappings } from './useMappingsChanged.ts';

/** How gateways that speak no known format are read: the company's mapping profiles. */
export function MappingsPage() {
  const t = useText(text);
  const { company } = useSession();
  const mayEdit = useMay('terminalsEdit');
  const navigate = useNavigate();
  const list = useList(mappingList);
  const dialog = useDialog();
  const columns = useColumns();
  const { filters } = list.query;
  const page = useCall(
    'getMappingProfilePage',
    {
      body: {
        CompanyId: company.CompanyId,
        Text: filters.text,
        ...pagingOf(list.query),
      },
    },
    { scope: 'company', ...whileWaiting },
  );
  const remove = ({ MappingProfileId: mappingProfileId, MappingName }: MappingProfileRow) =>
    dialog.open(
      <DeleteDialog
        title={t.removeTitle(MappingName)}
        call="deleteMappingProfile"
        input={{ query: { companyId: company.CompanyId, mappingProfileId } }}
        said={t.removed}
        asks={callsAboutMappings}
        onClose={dialog.close}
      >
        <p>{t.removeHint}</p>
      </DeleteDialog>,
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
                { key: 'delete', label: t.remove, danger: true, run: () => remove(row) },
              ],
            }
          : {})}
      />
      {dialog.shown}
    </>
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
