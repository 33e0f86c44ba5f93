import type { TemplateKind, TemplateRow } from '@watchpost/contract';
import { Button, Dropdown, Tag, Tooltip } from 'antd';
import { useMemo, useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useMay, useMaySetUp, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import {
  choiceFilter,
  defineList,
  flagFilter,
  type ListColumn,
  ListPage,
  pagingOf,
  type RowAction,
  textFilter,
  useList,
  whileWaiting,
} from '../ui/list/index.ts';
import { ApplyTemplateDialog } from './ApplyTemplateDialog.tsx';
import { CopyTemplateDialog, DeleteTemplateDialog, TemplateDialog } from './TemplateDialogs.tsx';
import { AddTemplateDialog, EditTemplateDialog } from './TemplateForm.tsx';
import { text } from './text.ts';

const templateList = defineList({
  name: 'deviceTemplates',
  filters: {
    text: textFilter({ label: text.search }),
    type: choiceFilter({
      label: text.origin,
      param: 'from',
      options: [
        { value: 'system', label: text.system },
        { value: 'custom', label: text.custom },
      ],
    }),
    kind: choiceFilter({
      label: text.kind,
      param: 'kind',
      options: [
        { value: 'register', label: text.register },
        { value: 'mqtt', label: text.mqtt },
      ],
    }),
    source: choiceFilter({
      label: text.source,
      param: 'source',
      options: [
        { value: 'maker', label: text.maker },
        { value: 'field', label: text.field },
        { value: 'own', label: text.own },
      ],
    }),
    mine: flagFilter({ label: text.mine, param: 'mine' }),
  },
  sorts: ['name', 'num', 'createTime'],
  usualSort: { by: 'name', ascending: true },
});

type Dialog =
  | { readonly kind: 'add'; readonly of: TemplateKind }
  | { readonly kind: 'open' | 'edit' | 'copy' | 'delete' | 'apply'; readonly template: TemplateRow };

/** Templates of the system and of the company. */
export function TemplateList() {
  const t = useText(text);
  const { company, project, limitedProjects } = useSession();
  const mayEdit = useMay('terminalsEdit', 'companyTerminals');
  const mayApply = useMaySetUp('somewhere');
  const list = useList(templateList);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const { text: name, type, kind, source, mine } = list.query.filters;
  const { PageIndex, PageSize } = pagingOf(list.query);
  const page = useCall(
    'getTempByUid',
    {
      query: {
        companyId: company.CompanyId,
        name,
        type,
        kind,
        source,
        isMine: mine,
        sortType: list.query.sort,
        isAsc: list.query.ascending,
        pageIndex: PageIndex,
        pageSize: PageSize,
      },
    },
    { scope: 'company', ...whileWaiting },
  );
  const columns = useMemo(
    (): ListColumn<TemplateRow>[] => [
      {
        key: 'name',
        title: t.name,
        sort: 'name',
        width: 280,
        always: true,
        onCard: 'heading',
        render: (row) => <b>{row.name}</b>,
      },
      { key: 'brand', title: t.brand, width: 130, ellipsis: true, render: (row) => row.Brand },
      { key: 'model', title: t.model, width: 150, ellipsis: true, usuallyHidden: true, render: (row) => row.Model },
      { key: 'kind', title: t.kind, width: 100, render: (row) => t[row.Kind] },
      {
        key: 'from',
        title: t.origin,
        width: 150,
        render: (row) => (row.TYPE === 'system' ? t.system : `${t.custom} · ${row.FLAG ? t.shared : t.private}`),
      },
      {
        key: 'source',
        title: t.source,
        width: 130,
        render: (row) => (
          <Tooltip title={[row.SourceName, row.Source === 'field' ? t.fieldHint : ''].filter(Boolean).join(' — ')}>
            <Tag>{t[row.Source]}</Tag>
          </Tooltip>
        ),
      },
      { key: 'num', title: t.points, sort: 'num', width: 84, align: 'right', render: (row) => row.num },
      {
        key: 'by',
        title: t.createdBy,
        width: 110,
        ellipsis: true,
        usuallyHidden: true,
        render: (row) => row.CreateName,
      },
      {
        key: 'created',
        title: t.created,
        sort: 'createTime',
        width: 160,
        usuallyHidden: true,
        render: (row) => <span className="tabular">{row.CREATETIME}</span>,
      },
    ],
    [t],
  );
  const show = (what: Exclude<Dialog['kind'], 'add'>, template: TemplateRow) => () =>
    setDialog({ kind: what, template });
  const actionsOf = (row: TemplateRow): RowAction[] => [
    ...(mayApply
      ? [
          {
            key: 'apply',
            label: row.Kind === 'register' ? t.apply : t.applyMqtt,
            inline: true,
            run: show('apply', row),
          },
        ]
      : []),
    { key: 'open', label: t.open, run: show('open', row) },
    ...(mayEdit ? [{ key: 'copy', label: t.copy, run: show('copy', row) }] : []),
    ...(row.MayEdit
      ? [
          { key: 'edit', label: t.edit, run: show('edit', row) },
          { key: 'delete', label: t.delete, danger: true, run: show('delete', row) },
        ]
      : []),
  ];
  const close = () => setDialog(null);
  const add = mayEdit ? (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'register', label: t.addRegister },
          { key: 'mqtt', label: t.addMqtt },
        ],
        onClick: ({ key }) => setDialog({ kind: 'add', of: key as TemplateKind }),
      }}
    >
      <Button type="primary">{t.add}</Button>
    </Dropdown>
  ) : null;
  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.templates}
        keyOf={({ id }) => id}
        nameOf={({ name: called }) => called}
        rowActions={actionsOf}
        actionsWidth={170}
        onOpen={(row) => setDialog({ kind: 'open', template: row })}
        actions={add}
        empty={{ title: t.none, hint: t.noneHint, action: add }}
      />
      {dialog?.kind === 'open' ? <TemplateDialog template={dialog.template} onClose={close} /> : null}
      {dialog?.kind === 'edit' ? <EditTemplateDialog template={dialog.template} onClose={close} /> : null}
      {dialog?.kind === 'copy' ? <CopyTemplateDialog template={dialog.template} onClose={close} /> : null}
      {dialog?.kind === 'delete' ? <DeleteTemplateDialog template={dialog.template} onClose={close} /> : null}
      {dialog?.kind === 'add' ? <AddTemplateDialog kind={dialog.of} onClose={close} /> : null}
      {dialog?.kind === 'apply' ? (
        <ApplyTemplateDialog
          template={dialog.template}
          projectId={project && !limitedProjects.has(project.ProjectId) ? project.ProjectId : undefined}
          onClose={close}
        />
      ) : null}
    </>
  );
}
