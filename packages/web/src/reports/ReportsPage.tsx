import {
  day,
  indicatorLevel,
  type ReportRow,
  reportCycles,
  reportCycleWords,
  reportStatusWords,
} from '@watchpost/contract';
import { Button, Select } from 'antd';
import { useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { z } from 'zod';
import { callApi } from '../lib/client.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { idInAddress } from '../lib/idInAddress.ts';
import { useBilingual } from '../lib/language.ts';
import { dash } from '../lib/numbers.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { useProjectOptions } from '../lib/useProjectOptions.ts';
import { DayField } from '../ui/days/index.ts';
import { DeleteDialog, FormDialog, useDialog, useSchemaForm } from '../ui/form/index.ts';
import { useNotify, useSave } from '../ui/index.ts';
import {
  choicesFilter,
  defineList,
  idsFilter,
  type ListColumn,
  ListPage,
  pagingOf,
  type RowAction,
  textFilter,
  useList,
  whileWaiting,
} from '../ui/list/index.ts';
import { callsAboutReports } from './callsAboutReports.ts';
import { ReportView } from './ReportView.tsx';
import { PublishDialog, useDownloadReport } from './reportActions.tsx';
import { levelText, reportText } from './text.ts';
import './reports.css';

const listOf = (name: 'reports' | 'releasedReports') =>
  defineList({
    name,
    filters: {
      text: textFilter({ label: reportText.search }),
      cycles: choicesFilter({
        label: reportText.cycle,
        param: 'cycle',
        options: reportCycles.map((value) => ({ value, label: reportCycleWords[value] })),
      }),
      projects: idsFilter({ label: reportText.project, param: 'projects' }),
    },
    sorts: ['name', 'period', 'project'],
    usualSort: { by: 'period', ascending: false },
  });
const lists = { open: listOf('reports'), released: listOf('releasedReports') };

/** Reports that are not published yet, or one of them. Route /reportManage/list. */
export const ReportsPage = () => <Reports of="open" />;
/** Published reports, or one of them. Route /reportManage/releaseList. */
export const ReleasedReportsPage = () => <Reports of="released" />;

function Reports({ of }: { of: 'open' | 'released' }) {
  const [params] = useSearchParams();
  const id = idInAddress(params, 'id');
  return id === null ? <ReportList of={of} /> : <ReportView key={id} id={id} />;
}

/** Opens the report on the same screen. */
export function useOpenReport(): (reportId: number) => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (reportId) => navigate(`${pathname}?id=${reportId}`);
}

function ReportList({ of }: { of: 'open' | 'released' }) {
  const t = useText(reportText);
  const open = useOpenReport();
  const download = useDownloadReport();
  const notify = useNotify();
  const mayEdit = useMay('reportsEdit');
  const mayPublish = useMay('reportsPublish');
  const list = useList(lists[of]);
  const dialog = useDialog();
  const save = useSave(callsAboutReports);
  const isOpen = of === 'open';
  const { text, cycles, projects } = list.query.filters;
  const page = useCall(
    'getReportPage',
    {
      body: {
        ReportName: text,
        StatusList: isOpen ? [0, 1] : [2],
        CycleList: cycles,
        ProjectIdList: projects,
        ...pagingOf(list.query),
      },
    },
    { scope: 'company', ...whileWaiting, refetchInterval: 60_000 },
  );
  const columns = useReportColumns(of);
  const projectOptions = useProjectOptions();
  const generate = (rows: readonly ReportRow[]) =>
    void save(
      'generateReport',
      { body: { ReportIdList: rows.map(({ ReportId }) => ReportId) } },
      t.generatedSaid,
    ).catch(notify.failure);
  const publish = (rows: readonly ReportRow[], clear?: () => void) =>
    dialog.open(<PublishDialog reports={rows} {...(clear ? { onDone: clear } : {})} onClose={dialog.close} />);
  const remove = (rows: readonly ReportRow[], clear?: () => void) =>
    dialog.open(
      <DeleteDialog
        title={t.deleteOf(rows.length)}
        names={rows.map(({ ReportName }) => ReportName)}
        call="deleteReport"
        input={{ body: { ReportIdList: rows.map(({ ReportId }) => ReportId) } }}
        said={t.deleted}
        asks={callsAboutReports}
        onDone={clear}
        onClose={dialog.close}
      />,
    );
  // One action a row stands outside its menu: the next step, or opening what needs none.
  const isNext = (row: ReportRow) => row.Status === 1 && mayPublish;
  const actionsOf = (row: ReportRow): RowAction[] => [
    ...(row.Status === 0
      ? mayEdit
        ? [{ key: 'generate', label: t.generate, inline: true, run: () => generate([row]) }]
        : []
      : [
          { key: 'open', label: t.open, inline: !isNext(row), run: () => open(row.ReportId) },
          { key: 'download', label: t.download, run: () => download(row.ReportId) },
        ]),
    ...(row.Status === 1 && mayPublish
      ? [{ key: 'publish', label: t.publish, inline: true, run: () => publish([row]) }]
      : []),
    ...(row.Status === 1 && mayEdit ? [{ key: 'again', label: t.generateAgain, run: () => generate([row]) }] : []),
    ...(row.Status < 2 && mayEdit ? [{ key: 'delete', label: t.delete, danger: true, run: () => remove([row]) }] : []),
  ];
  const add =
    isOpen && mayEdit ? (
      <Button onClick={() => dialog.open(<AddReportDialog onClose={dialog.close} />)}>{t.add}</Button>
    ) : null;
  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.reports}
        keyOf={({ ReportId }) => ReportId}
        nameOf={({ ReportName }) => ReportName}
        options={{ projects: projectOptions.length > 0 ? projectOptions : null }}
        actions={add}
        empty={isOpen ? { title: t.empty, hint: t.emptyHint, action: add } : { title: t.emptyReleased }}
        onOpen={({ ReportId }) => open(ReportId)}
        opens={({ Status }) => Status > 0}
        rowActions={actionsOf}
        {...(isOpen && (mayEdit || mayPublish)
          ? {
              batch: (rows: readonly ReportRow[], clear: () => void) => (
                <>
                  {mayPublish ? (
                    <Button disabled={rows.some(({ Status }) => Status !== 1)} onClick={() => publish(rows, clear)}>
                      {t.publish}
                    </Button>
                  ) : null}
                  {mayEdit ? (
                    <Button danger onClick={() => remove(rows, clear)}>
                      {t.delete}
                    </Button>
                  ) : null}
                </>
              ),
            }
          : {})}
      />
      {dialog.shown}
    </>
  );
}

const AddForm = z.object({
  PolicyId: z.number(),
  ProjectId: z.number(),
  Day: day,
});

function AddReportDialog({ onClose }: { onClose: () => void }) {
  const t = useText(reportText);
  const inWords = useBilingual();
  const policies = useCall('getReportPolicyPage', { body: { PageIndex: 1, PageSize: 500 } }, { scope: 'company' }).data
    ?.Data;
  const save = useSave(callsAboutReports, onClose);
  const form = useSchemaForm(AddForm, {
    initial: {},
    save: async (body) => {
      const { ReportId } = await save('addReport', { body });
      await callApi('generateReport', { body: { ReportIdList: [ReportId] } });
    },
  });
  const options = policies?.map(({ PolicyId, PolicyName, Cycle }) => ({
    value: PolicyId,
    label: `${PolicyName} (${inWords(reportCycleWords[Cycle])})`,
  }));
  const projects = useMemo(() => {
    const known = new Map(
      policies?.flatMap(({ ProjectList }) => ProjectList.map(({ ProjectId, ProjectName }) => [ProjectId, ProjectName])),
    );
    return [...known].map(([value, label]) => ({ value, label }));
  }, [policies]);
  return (
    <FormDialog form={form} title={t.addTitle} submitText={t.generate} onClose={onClose}>
      <form.Field name="PolicyId" label={t.policy}>
        <Select options={options ?? []} showSearch={{ optionFilterProp: 'label' }} />
      </form.Field>
      <form.Field name="ProjectId" label={t.project}>
        <Select options={projects} showSearch={{ optionFilterProp: 'label' }} />
      </form.Field>
      <form.Field name="Day" label={t.day} extra={t.addHint}>
        <DayField />
      </form.Field>
    </FormDialog>
  );
}

function useReportColumns(of: 'open' | 'released'): readonly ListColumn<ReportRow>[] {
  const t = useText(reportText);
  const levels = useText(levelText);
  const inWords = useBilingual();
  const dates = useDates();
  return useMemo((): ListColumn<ReportRow>[] => {
    const when = (epoch: number | null) => (epoch === null ? dash : dates.dateTime(epoch));
    return [
      {
        key: 'name',
        title: t.name,
        width: 170,
        sort: 'name',
        always: true,
        onCard: 'heading',
        render: ({ PolicyName, Revision }) => (
          <>
            {PolicyName}
            {Revision > 1 ? <span className="report-muted"> · {`${t.revision} ${Revision}`}</span> : null}
          </>
        ),
      },
      {
        key: 'project',
        title: t.project,
        width: 170,
        sort: 'project',
        ellipsis: true,
        render: ({ ProjectName }) => ProjectName,
      },
      {
        key: 'period',
        title: t.period,
        width: 215,
        sort: 'period',
        render: ({ FromDay, UntilDay }) => (
          <span className="tabular">{FromDay === UntilDay ? FromDay : `${FromDay} – ${UntilDay}`}</span>
        ),
      },
      {
        key: 'cycle',
        title: t.cycle,
        width: 90,
        render: ({ Cycle }) => inWords(reportCycleWords[Cycle]),
      },
      {
        key: 'indicators',
        title: t.indicators,
        width: 120,
        render: ({ IndicatorList, Status }) => {
          if (Status === 0) return dash;
          const found = IndicatorList.map(({ Value, Target }) => indicatorLevel(Value, Target));
          const missed = found.filter((level) => level === 'missed').length;
          if (missed > 0) return <span className="report-level report-level-missed">{t.missed(missed)}</span>;
          if (found.includes('near')) return <span className="report-level report-level-near">{levels.near}</span>;
          return found.includes('met') ? (
            <span className="report-level report-level-met">{t.allMet}</span>
          ) : (
            <span className="report-muted">{t.noTargets}</span>
          );
        },
      },
      ...(of === 'open'
        ? [
            {
              key: 'status',
              title: t.status,
              width: 140,
              render: ({ Status, Failure, Missing }: ReportRow) => (
                <>
                  <span className="report-level">{inWords(reportStatusWords[Status as 0 | 1])}</span>
                  {Failure ? <div className="report-beyond">{Failure}</div> : null}
                  {Missing ? <div className="report-muted">{Missing}</div> : null}
                </>
              ),
            },
            { key: 'generated', title: t.generated, width: 150, render: (row: ReportRow) => when(row.GenerateEpoch) },
          ]
        : [
            { key: 'published', title: t.published, width: 150, render: (row: ReportRow) => when(row.PublishEpoch) },
            {
              key: 'publishedBy',
              title: t.publishedBy,
              width: 110,
              render: ({ PublishName }: ReportRow) => PublishName ?? t.byItself,
            },
          ]),
    ];
  }, [t, levels, inWords, dates, of]);
}
