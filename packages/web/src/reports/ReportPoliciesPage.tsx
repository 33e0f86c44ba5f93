import {
  NewReportPolicy,
  ReportPolicyChange,
  type ReportPolicyRow,
  reportContents,
  reportContentWords,
  reportCycles,
  reportCycleWords,
  reportIndicatorNames,
  reportIndicators,
} from '@watchpost/contract';
import { Checkbox, Input, Select, Switch } from 'antd';
import { useMemo } from 'react';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { formatNumber } from '../lib/numbers.ts';
import { comma } from '../lib/punctuation.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { useProjectOptions } from '../lib/useProjectOptions.ts';
import { FormDialog, NumberField, useSchemaForm } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import {
  choicesFilter,
  defineList,
  idsFilter,
  type ListColumn,
  ListPage,
  pagingOf,
  textFilter,
  useList,
  useListPage,
  whileWaiting,
} from '../ui/list/index.ts';
import { callsAboutReports } from './callsAboutReports.ts';
import { policyText } from './text.ts';
import './reports.css';

const policyList = defineList({
  name: 'reportPolicies',
  filters: {
    text: textFilter({ label: policyText.search }),
    cycles: choicesFilter({
      label: policyText.cycle,
      param: 'cycle',
      options: reportCycles.map((value) => ({ value, label: reportCycleWords[value] })),
    }),
    projects: idsFilter({ label: policyText.projects, param: 'projects' }),
  },
  sorts: ['name', 'cycle'],
  usualSort: { by: 'name', ascending: true },
});

/** Of which projects reports are made, how often, and what their targets are. Route /reportManage/strategy. */
export function ReportPoliciesPage() {
  const t = useText(policyText);
  const mayEdit = useMay('reportPolicies');
  const list = useList(policyList);
  const { text, cycles, projects } = list.query.filters;
  const page = useCall(
    'getReportPolicyPage',
    {
      body: {
        PolicyName: text,
        CycleList: cycles,
        ProjectIdList: projects,
        ...pagingOf(list.query),
      },
    },
    { scope: 'company', ...whileWaiting },
  );
  const columns = usePolicyColumns();
  const projectOptions = useProjectOptions();
  const { props, rowProps, shown } = useListPage({
    list,
    page,
    keyOf: ({ PolicyId }) => PolicyId,
    nameOf: ({ PolicyName }) => PolicyName,
    form: (present: ReportPolicyRow | null, close) => <PolicyDialog present={present} onClose={close} />,
    add: mayEdit ? t.add : null,
    mayEdit: ({ MayEdit }) => MayEdit,
    empty: { title: t.empty, hint: t.emptyHint },
    deletion: {
      call: 'deleteReportPolicy',
      input: (PolicyIdList) => ({ body: { PolicyIdList } }),
      title: t.deleteOf,
      said: t.deleted,
      asks: callsAboutReports,
      note: t.reportsStay,
    },
  });
  return (
    <>
      <ListPage
        {...props}
        {...rowProps}
        columns={columns}
        label={t.policies}
        options={{ projects: projectOptions.length > 0 ? projectOptions : null }}
      />
      {shown}
    </>
  );
}

function usePolicyColumns(): readonly ListColumn<ReportPolicyRow>[] {
  const t = useText(policyText);
  const inWords = useBilingual();
  return useMemo(
    (): ListColumn<ReportPolicyRow>[] => [
      {
        key: 'name',
        title: t.name,
        width: 190,
        sort: 'name',
        always: true,
        onCard: 'heading',
        render: ({ PolicyName }) => PolicyName,
      },
      {
        key: 'cycle',
        title: t.cycle,
        width: 100,
        sort: 'cycle',
        render: ({ Cycle }) => inWords(reportCycleWords[Cycle]),
      },
      { key: 'runAt', title: t.runAt, width: 90, render: ({ RunAt }) => RunAt },
      {
        key: 'projects',
        title: t.projects,
        width: 230,
        ellipsis: true,
        render: ({ ProjectList }) => ProjectList.map(({ ProjectName }) => ProjectName).join(comma()),
      },
      {
        key: 'targets',
        title: t.targets,
        width: 260,
        ellipsis: true,
        render: ({ IndicatorList }) =>
          IndicatorList.filter(({ Target }) => Target !== null)
            .map(
              ({ Name, Target }) =>
                `${inWords(reportIndicators[Name])} ≥ ${formatNumber(Target, Number.isInteger(Target) ? 0 : 2)}`,
            )
            .join(comma()) || t.noTargets,
      },
      {
        key: 'state',
        title: t.state,
        width: 100,
        render: ({ Enabled }) => (
          <span className={`report-level ${Enabled ? 'report-level-met' : ''}`}>{Enabled ? t.on : t.off}</span>
        ),
      },
      { key: 'reports', title: t.reports, width: 80, align: 'right', render: ({ ReportCount }) => ReportCount },
    ],
    [t, inWords],
  );
}

function PolicyDialog({ present, onClose }: { present: ReportPolicyRow | null; onClose: () => void }) {
  const t = useText(policyText);
  const inWords = useBilingual();
  const projectOptions = useProjectOptions();
  const save = useSave(callsAboutReports, onClose);
  const initial = useMemo(
    () => ({
      PolicyName: present?.PolicyName ?? '',
      Cycle: present?.Cycle ?? ('month' as const),
      RunAt: present?.RunAt ?? '10:30',
      ProjectIdList: present?.ProjectList.map(({ ProjectId }) => ProjectId) ?? [],
      IndicatorList: reportIndicatorNames.map((Name) => ({
        Name,
        Target: present?.IndicatorList.find((each) => each.Name === Name)?.Target ?? null,
      })),
      ContentList: present?.ContentList ?? [...reportContents],
      AutoPublish: present?.AutoPublish ?? false,
      Enabled: present?.Enabled ?? true,
    }),
    [present],
  );
  const form = useSchemaForm(NewReportPolicy, {
    initial,
    add: (body) => save('addReportPolicy', { body }, t.added),
    edit:
      present &&
      ((body) =>
        save(
          'editReportPolicy',
          { body: ReportPolicyChange.parse({ ...body, PolicyId: present.PolicyId }) as never },
          t.saved,
        )),
  });
  return (
    <FormDialog form={form} title={present ? t.editTitle : t.add} width={640} onClose={onClose}>
      <form.Field name="PolicyName" label={t.name}>
        <Input maxLength={25} />
      </form.Field>
      <form.Field name="ProjectIdList" label={t.projects}>
        <Select mode="multiple" options={projectOptions} showSearch={{ optionFilterProp: 'label' }} />
      </form.Field>
      <div className="report-targets">
        <form.Field name="Cycle" label={t.cycle}>
          <Select options={reportCycles.map((value) => ({ value, label: inWords(reportCycleWords[value]) }))} />
        </form.Field>
        <form.Field name="RunAt" label={t.runAt} extra={t.runAtHint}>
          <Input maxLength={5} />
        </form.Field>
      </div>
      <fieldset className="report-target-group">
        <legend>{t.targets}</legend>
        <p className="report-muted">{t.targetsHint}</p>
        <div className="report-targets">
          {reportIndicatorNames.map((name, i) => (
            <form.Field
              key={name}
              name={['IndicatorList', i, 'Target']}
              label={inWords(reportIndicators[name])}
              extra={inWords(reportIndicators[name].hint)}
            >
              <NumberField min={0} max={100} step={0.5} />
            </form.Field>
          ))}
        </div>
      </fieldset>
      <form.Field name="ContentList" label={t.contents}>
        <Checkbox.Group
          options={reportContents.map((value) => ({ value, label: inWords(reportContentWords[value]) }))}
        />
      </form.Field>
      <div className="report-targets">
        <form.Field name="Enabled" label={t.enabled} valuePropName="checked">
          <Switch />
        </form.Field>
        <form.Field name="AutoPublish" label={t.autoPublish} extra={t.autoPublishHint} valuePropName="checked">
          <Switch />
        </form.Field>
      </div>
    </FormDialog>
  );
}
