import type { StrategyTemplateRow } from '@watchpost/contract';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useDates } from '../../lib/dates.ts';
import { useText } from '../../lib/defineText.ts';
import { links } from '../../lib/links.ts';
import { useMay, useSession } from '../../lib/session.ts';
import { useCall } from '../../lib/useCall.ts';
import { DeleteDialog, useDialog } from '../../ui/form/index.ts';
import {
  defineList,
  idsFilter,
  type ListColumn,
  ListPage,
  pagingOf,
  textFilter,
  useList,
  whileWaiting,
} from '../../ui/list/index.ts';
import { NamedPolicy } from '../strategies/NamedPolicy.tsx';
import '../strategies/strategies.css';
import { text as strategyText } from '../strategies/text.ts';
import { ApplyTemplateDialog } from './ApplyTemplateDialog.tsx';
import { text } from './text.ts';
import { callsAboutTemplates } from './useTemplatesChanged.ts';

const templateList = defineList({
  name: 'strategyTemplates',
  filters: {
    text: textFilter({ label: text.search }),
    classes: idsFilter({ label: strategyText.deviceClass, param: 'class' }),
    types: idsFilter({ label: strategyText.pointType, param: 'type' }),
  },
  sorts: ['name', 'deviceClass', 'changed'],
  usualSort: { by: 'deviceClass', ascending: true },
});

/** What the company wants alarmed of classes of devices. Route /deviceManage/strategyTemplate. */
export function TemplatesPage() {
  const t = useText(text);
  const navigate = useNavigate();
  const { company } = useSession();
  const mayApply = useMay('alarmStrategyEdit');
  const dialog = useDialog();
  const list = useList(templateList);
  const { text: name, classes, types } = list.query.filters;
  const page = useCall(
    'getStrategyTemplatePage',
    {
      body: {
        TemplateName: name,
        SmallTypeIdList: classes,
        PointTypeIdList: types,
        ...pagingOf(list.query),
      },
    },
    { scope: 'company', ...whileWaiting },
  );
  const choices = useCall('getStrategyTemplateChoices', { query: {} }, { scope: 'company', staleTime: 60_000 }).data;
  const columns = useColumns();
  const edit = ({ TemplateId }: StrategyTemplateRow) => void navigate(links.strategyTemplate(TemplateId));
  const apply = (template: StrategyTemplateRow) =>
    dialog.open(<ApplyTemplateDialog template={template} onClose={dialog.close} />);
  const remove = (rows: readonly StrategyTemplateRow[], clear?: () => void) =>
    dialog.open(
      <DeleteDialog
        title={t.deleteTitle(rows.length)}
        call="deleteStrategyTemplate"
        input={{ body: { CompanyId: company.CompanyId, TemplateIdList: rows.map(({ TemplateId }) => TemplateId) } }}
        said={t.deleted}
        asks={callsAboutTemplates}
        onDone={clear}
        onClose={dialog.close}
      >
        {t.deleteHint}
      </DeleteDialog>,
    );
  const add = (
    <Button type="primary" onClick={() => void navigate(links.newStrategyTemplate)}>
      {t.add}
    </Button>
  );
  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.templates}
        keyOf={(row: StrategyTemplateRow) => row.TemplateId}
        nameOf={(row) => row.TemplateName}
        options={{
          classes: choices ? choices.SmallTypeList.map(({ Key, Value }) => ({ value: Key, label: Value })) : null,
          types: choices ? choices.PointTypeList.map(({ Key, Value }) => ({ value: Key, label: Value })) : null,
        }}
        onOpen={edit}
        actionsWidth={176}
        rowActions={(row) => [
          ...(mayApply ? [{ key: 'apply', label: t.apply, inline: true as const, run: () => apply(row) }] : []),
          { key: 'edit', label: t.edit, run: () => edit(row) },
          { key: 'copy', label: t.copy, run: () => void navigate(links.copyOfStrategyTemplate(row.TemplateId)) },
          { key: 'delete', label: t.delete, danger: true, run: () => remove([row]) },
        ]}
        selectable={() => true}
        batch={(picked, clear) => (
          <Button danger onClick={() => remove(picked, clear)}>
            {t.delete}
          </Button>
        )}
        actions={add}
        empty={{ title: t.none, hint: t.noneHint, action: add }}
      />
      {dialog.shown}
    </>
  );
}

function useColumns(): readonly ListColumn<StrategyTemplateRow>[] {
  const t = useText(text);
  const s = useText(strategyText);
  const dates = useDates();
  return useMemo(
    () => [
      {
        key: 'name',
        title: t.name,
        sort: 'name',
        width: 230,
        always: true,
        onCard: 'heading',
        render: (row) => <NamedPolicy level={row.Level} name={row.TemplateName} remarks={row.RemarksText} />,
      },
      {
        key: 'class',
        title: s.deviceClass,
        sort: 'deviceClass',
        width: 140,
        ellipsis: true,
        render: (row) => row.SmallTypeName,
      },
      { key: 'type', title: s.pointType, width: 140, ellipsis: true, render: (row) => row.PointTypeName ?? '–' },
      {
        key: 'conditions',
        title: t.conditions,
        width: 280,
        render: (row) => (
          <ul className="strategy-texts">
            {row.RuleList.map(({ Text }) => (
              <li key={Text}>{Text}</li>
            ))}
          </ul>
        ),
      },
      { key: 'made', title: t.made, width: 110, align: 'right', render: (row) => row.StrategyCount || '–' },
      {
        key: 'changed',
        title: s.changedAt,
        sort: 'changed',
        width: 150,
        usuallyHidden: true,
        render: (row) => <span className="tabular">{dates.dateTime(row.ChangedEPOCH)}</span>,
      },
      { key: 'by', title: s.createdBy, width: 110, usuallyHidden: true, render: (row) => row.CreateName },
    ],
    [t, s, dates],
  );
}
