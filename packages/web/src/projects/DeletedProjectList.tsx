import { type DeletedProjectRow, projectEndCalls } from '@watchpost/contract';
import { Button, Input } from 'antd';
import { useMemo, useState } from 'react';
import { useListExport } from '../downloads/index.ts';
import { CallError } from '../lib/client.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useNotify, useSave } from '../ui/index.ts';
import { type ListColumn, ListPage, pagingOf, useList, whileWaiting } from '../ui/list/index.ts';
import { deletedFilterOf, deletedProjectList } from './deletedProjectList.ts';
import { industries } from './industries.ts';
import { fieldText, projectsText } from './projectsText.ts';
import { callsAboutPlaces, usePlacesChanged } from './usePlacesChanged.ts';

/** What was deleted, by whom and when, to be restored. */
export function DeletedProjectList() {
  const t = useText(projectsText);
  const { company } = useSession();
  const notify = useNotify();
  const changed = usePlacesChanged();
  const mayEdit = useMay('projectsEdit');
  const exportList = useListExport();
  const list = useList(deletedProjectList);
  const columns = useDeletedColumns();
  const [renaming, setRenaming] = useState<{ row: DeletedProjectRow; why: string } | null>(null);
  const restoring = useCallMutation('recoverProject');
  const page = useCall(
    'getSubareaDelPage',
    { body: { ...deletedFilterOf(company.CompanyId, list.query), ...pagingOf(list.query) } },
    { scope: 'company', ...whileWaiting },
  );

  const restore = async (rows: readonly DeletedProjectRow[], clear?: () => void) => {
    const [first] = rows;
    try {
      await restoring.mutateAsync({
        body: { CompanyId: company.CompanyId, ProjectIdList: rows.map(({ ProjectId }) => ProjectId) },
      });
      notify.success(t.restored(rows.length));
      clear?.();
      await changed();
    } catch (error) {
      // Its name was taken meanwhile: it can come back under another one.
      if (first && rows.length === 1 && error instanceof CallError && error.code === 409) {
        setRenaming({ row: first, why: error.message });
      } else notify.failure(error);
    }
  };

  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.deleted}
        keyOf={({ ProjectId }) => ProjectId}
        nameOf={({ ProjectName }) => ProjectName}
        onExport={() => exportList('deletedProjects', { body: deletedFilterOf(company.CompanyId, list.query) })}
        empty={{ title: t.noneDeleted, hint: t.noneDeletedHint }}
        {...(mayEdit
          ? {
              rowActions: (row: DeletedProjectRow) => [
                { key: 'restore', label: t.restore, inline: true, run: () => void restore([row]) },
              ],
              batch: (selected: readonly DeletedProjectRow[], clear: () => void) => (
                <Button loading={restoring.isPending} onClick={() => void restore(selected, clear)}>
                  {t.restore}
                </Button>
              ),
            }
          : {})}
      />
      {renaming ? <RestoreUnderNewName {...renaming} onClose={() => setRenaming(null)} /> : null}
    </>
  );
}

function RestoreUnderNewName({ row, why, onClose }: { row: DeletedProjectRow; why: string; onClose: () => void }) {
  const t = useText(projectsText);
  const f = useText(fieldText);
  const { company } = useSession();
  const save = useSave(callsAboutPlaces, onClose);
  const form = useSchemaForm(projectEndCalls.recoverProject.body, {
    initial: { CompanyId: company.CompanyId, ProjectIdList: [row.ProjectId], ProjectName: row.ProjectName },
    save: (body) => save('recoverProject', { body }, t.restored(1)),
  });
  return (
    <FormDialog form={form} title={t.restoreAs} submitText={t.restore} onClose={onClose}>
      <form.Field name="ProjectName" label={f.name} extra={why}>
        <Input maxLength={50} />
      </form.Field>
    </FormDialog>
  );
}

function useDeletedColumns(): readonly ListColumn<DeletedProjectRow>[] {
  const t = useText(projectsText);
  const f = useText(fieldText);
  const inWords = useBilingual();
  return useMemo(
    (): ListColumn<DeletedProjectRow>[] => [
      {
        key: 'name',
        title: f.name,
        sort: 'name',
        always: true,
        onCard: 'heading',
        render: (row) => <span className="project-name">{row.ProjectName}</span>,
      },
      { key: 'code', title: f.code, width: 120, ellipsis: true, render: (row) => row.Code },
      {
        key: 'partition',
        title: f.partition,
        width: 160,
        ellipsis: true,
        render: (row) => <span className="project-path">{row.Path.join(' / ')}</span>,
      },
      {
        key: 'industry',
        title: f.industry,
        width: 130,
        render: (row) => {
          const industry = industries[row.Industry];
          return industry ? inWords(industry) : null;
        },
      },
      { key: 'devices', title: f.devices, width: 80, align: 'right', render: (row) => row.DeviceCount },
      { key: 'gateways', title: f.gateways, width: 90, align: 'right', render: (row) => row.GatewayCount },
      {
        key: 'deleted',
        title: t.deletedAt,
        width: 190,
        sort: 'deleteTime',
        render: (row) => <span className="tabular">{row.DeleteTime}</span>,
      },
      { key: 'deletedBy', title: t.deletedBy, width: 120, ellipsis: true, render: (row) => row.DeleteName },
      {
        key: 'address',
        title: f.address,
        width: 220,
        ellipsis: true,
        usuallyHidden: true,
        render: (row) => row.Address,
      },
      {
        key: 'serviceEnd',
        title: f.serviceEnd,
        width: 120,
        usuallyHidden: true,
        render: (row) => <span className="tabular">{row.ServiceEnd ?? f.unlimited}</span>,
      },
    ],
    [t, f, inWords],
  );
}
