import { calls, type MaintenanceTemplateRow, NewTemplate } from '@watchpost/contract';
import { Button, Input } from 'antd';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { saveFile } from '../downloads/index.ts';
import { useAskAgain } from '../lib/askAgain.ts';
import { callApi } from '../lib/client.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { dash } from '../lib/numbers.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { DeleteDialog, FormDialog, useDialog, useSchemaForm } from '../ui/form/index.ts';
import { useNotify, useSave, WordTag } from '../ui/index.ts';
import {
  defineList,
  type ListColumn,
  ListPage,
  pagingOf,
  type RowAction,
  textFilter,
  useList,
  whileWaiting,
} from '../ui/list/index.ts';
import { callsAboutMaintenance } from './callsAboutMaintenance.ts';
import { maintenanceText } from './text.ts';

const templateList = defineList({
  name: 'maintenanceTemplates',
  filters: { text: textFilter({ label: maintenanceText.searchTemplate }) },
  sorts: ['name'],
  usualSort: { by: 'name', ascending: true },
});

/** What is checked at a visit. Route /maintenanceManage/template. */
export function TemplatesPage() {
  const t = useText(maintenanceText);
  const navigate = useNavigate();
  const list = useList(templateList);
  const dialog = useDialog();
  const mayEdit = useMay('maintenanceTemplates');
  const page = useCall(
    'getMaintenanceTemplatePage',
    { body: { Text: list.query.filters.text, IsAsc: list.query.ascending, ...pagingOf(list.query) } },
    { scope: 'company', ...whileWaiting },
  );
  const columns = useTemplateColumns();
  const open = ({ TemplateId }: MaintenanceTemplateRow) => void navigate(links.maintenanceTemplate(TemplateId));
  const notify = useNotify();
  const preview = async ({ TemplateId }: MaintenanceTemplateRow) => {
    try {
      saveFile(await callApi('downloadTemplatePreview', { query: { templateId: TemplateId } }));
    } catch (error) {
      notify.failure(error);
    }
  };
  const actionsOf = (row: MaintenanceTemplateRow): RowAction[] => [
    { key: 'open', label: t.open, inline: true, run: () => open(row) },
    { key: 'preview', label: t.downloadPreview, run: () => void preview(row) },
    ...(mayEdit
      ? [
          {
            key: 'copy',
            label: t.copy,
            run: () => dialog.open(<CopyDialog template={row} onClose={dialog.close} />),
          },
          {
            key: 'delete',
            label: t.delete,
            danger: true,
            run: () =>
              dialog.open(
                <DeleteDialog
                  title={t.deleteTemplate(row.TemplateName)}
                  names={[row.TemplateName]}
                  call="deleteMaintenanceTemplate"
                  input={{ body: { TemplateId: row.TemplateId, DraftRevision: row.DraftRevision } }}
                  said={t.deleted}
                  asks={callsAboutMaintenance}
                  onClose={dialog.close}
                />,
              ),
          },
        ]
      : []),
  ];
  const add = mayEdit ? (
    <Button type="primary" onClick={() => dialog.open(<AddDialog onClose={dialog.close} />)}>
      {t.addTemplate}
    </Button>
  ) : null;
  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.templates}
        keyOf={({ TemplateId }) => TemplateId}
        nameOf={({ TemplateName }) => TemplateName}
        onOpen={open}
        rowActions={actionsOf}
        actions={add}
        empty={{ title: t.noTemplates, hint: t.noTemplatesHint, action: add }}
      />
      {dialog.shown}
    </>
  );
}

function useTemplateColumns(): readonly ListColumn<MaintenanceTemplateRow>[] {
  const t = useText(maintenanceText);
  const dates = useDates();
  return useMemo(
    (): ListColumn<MaintenanceTemplateRow>[] => [
      {
        key: 'name',
        title: t.template,
        width: 240,
        sort: 'name',
        always: true,
        onCard: 'heading',
        render: ({ TemplateName }) => TemplateName,
      },
      { key: 'type', title: t.templateType, width: 140, render: ({ TemplateType }) => TemplateType || dash },
      { key: 'groups', title: t.groups, width: 80, align: 'right', render: ({ GroupCount }) => GroupCount },
      { key: 'items', title: t.items, width: 90, align: 'right', render: ({ ItemCount }) => ItemCount },
      { key: 'revision', title: t.revision, width: 90, align: 'right', render: ({ Revision }) => Revision ?? dash },
      {
        key: 'revised',
        title: t.revised,
        width: 160,
        render: ({ ReviseEpoch }) => (ReviseEpoch === null ? t.never : dates.dateTime(ReviseEpoch)),
      },
      { key: 'reviser', title: t.reviser, width: 110, render: ({ ReviseName }) => ReviseName ?? dash },
      {
        key: 'state',
        title: t.state,
        width: 170,
        render: ({ HasDraft }) => <WordTag good={HasDraft ? null : true} words={HasDraft ? t.draft : t.published} />,
      },
    ],
    [t, dates],
  );
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const t = useText(maintenanceText);
  const navigate = useNavigate();
  const askAgain = useAskAgain(callsAboutMaintenance);
  const form = useSchemaForm(NewTemplate, {
    initial: { TemplateName: '', TemplateType: '' },
    save: async (body) => {
      const { TemplateId } = await callApi('addMaintenanceTemplate', { body });
      await askAgain();
      onClose();
      void navigate(links.maintenanceTemplate(TemplateId));
    },
  });
  return (
    <FormDialog form={form} title={t.addTemplate} onClose={onClose}>
      <form.Field name="TemplateName" label={t.template}>
        <Input maxLength={50} />
      </form.Field>
      <form.Field name="TemplateType" label={t.templateType}>
        <Input maxLength={20} />
      </form.Field>
    </FormDialog>
  );
}

function CopyDialog({ template, onClose }: { template: MaintenanceTemplateRow; onClose: () => void }) {
  const t = useText(maintenanceText);
  const save = useSave(callsAboutMaintenance, onClose);
  const form = useSchemaForm(calls.copyMaintenanceTemplate.body, {
    initial: { TemplateId: template.TemplateId, TemplateName: t.copyName(template.TemplateName).slice(0, 50) },
    save: (body) => save('copyMaintenanceTemplate', { body }, t.added),
  });
  return (
    <FormDialog form={form} title={t.copyOf(template.TemplateName)} submitText={t.copy} onClose={onClose}>
      <form.Field name="TemplateName" label={t.template}>
        <Input maxLength={50} />
      </form.Field>
    </FormDialog>
  );
}
