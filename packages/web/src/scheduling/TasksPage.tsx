import { executionModeWords, type ScheduleJobRow, scheduleOutcomes } from '@watchpost/contract';
import { Button } from 'antd';
import { lazy, Suspense, useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { idInAddress } from '../lib/idInAddress.ts';
import { useBilingual } from '../lib/language.ts';
import { dash } from '../lib/numbers.ts';
import { useCall } from '../lib/useCall.ts';
import { ConfirmDialog } from '../ui/form/index.ts';
import { useNotify, useSave, WordTag } from '../ui/index.ts';
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
  useListPage,
  whileWaiting,
} from '../ui/list/index.ts';
import { callsAboutSchedules } from './callsAboutSchedules.ts';
import { scheduleText } from './text.ts';
import { useDueInWords } from './useDueInWords.ts';

const TaskDialog = lazy(() => import('./TaskDialog.tsx').then((m) => ({ default: m.TaskDialog })));
const RunsDialog = lazy(() => import('./RunsDialog.tsx').then((m) => ({ default: m.RunsDialog })));
const EnableDialog = lazy(() => import('./EnableDialog.tsx').then((m) => ({ default: m.EnableDialog })));
const DuesDialog = lazy(() => import('./DuesDialog.tsx').then((m) => ({ default: m.DuesDialog })));

const filters = {
  text: textFilter({ label: scheduleText.searchTask }),
  states: choicesFilter({
    label: scheduleText.state,
    param: 'state',
    options: [
      { value: 'on', label: scheduleText.on },
      { value: 'off', label: scheduleText.off },
    ],
  }),
  modes: choicesFilter({
    label: scheduleText.mode,
    param: 'mode',
    options: Object.entries(executionModeWords).map(([value, label]) => ({ value, label })),
  }),
};
const sorting = { sorts: ['name', 'next', 'updated'], usualSort: { by: 'next', ascending: true } } as const;
const allTasks = defineList({
  name: 'scheduleTasks',
  filters: { ...filters, groups: idsFilter({ label: scheduleText.group, param: 'groups' }) },
  ...sorting,
});
const tasksOfGroup = defineList({
  name: 'scheduleGroupTasks',
  filters: { ...filters, groups: idsFilter({ label: scheduleText.group, param: 'group' }) },
  ...sorting,
});

/** Of what may be chosen once or not at all: the one thing that was. */
const onlyOne = <Value,>(chosen: readonly Value[] | undefined): Value | undefined =>
  chosen?.length === 1 ? chosen[0] : undefined;

/** What is done by the clock, in every group. Route /deviceManage/scheduleTask. */
export const TasksPage = () => <Tasks groupId={null} />;

/** The tasks of one group. Route /deviceManage/groupTasks?group=5. */
export function GroupTasksPage() {
  const [params] = useSearchParams();
  return <Tasks groupId={idInAddress(params, 'group')} />;
}

function Tasks({ groupId }: { groupId: number | null }) {
  const t = useText(scheduleText);
  const navigate = useNavigate();
  const notify = useNotify();
  const list = useList(groupId === null ? allTasks : tasksOfGroup);
  const save = useSave(callsAboutSchedules);
  const { text, states, modes, groups } = list.query.filters;
  const state = onlyOne(states);
  const page = useCall(
    'getScheduleJobPage',
    {
      body: {
        JobName: text,
        GroupIdList: groupId === null ? groups : [groupId],
        JobStatus: state === undefined ? undefined : state === 'on',
        ExecutionMode: onlyOne(modes) as 'write' | 'http' | undefined,
        ...pagingOf(list.query),
      },
    },
    { scope: 'company', ...whileWaiting, refetchInterval: 30_000 },
  );
  const groupRows =
    useCall('getScheduleGroupPage', { body: { PageIndex: 1, PageSize: 500 } }, { scope: 'company' }).data?.Data ?? [];
  const groupOptions = groupRows.map(({ GroupId, GroupName }) => ({ value: GroupId, label: GroupName }));
  const columns = useTaskColumns(groupId !== null);
  const { dialog, props, shown, edit, editing, deleting, deletingPicked } = useListPage({
    list,
    page,
    keyOf: ({ JobId }) => JobId,
    nameOf: ({ JobName }) => JobName,
    form: (present: ScheduleJobRow | null, close) => (
      <TaskDialog present={present} groups={groupRows} groupId={groupId} onClose={close} />
    ),
    add: t.addTask,
    addDisabled: groupRows.length === 0,
    actions: (
      <Button onClick={() => void navigate('/deviceManage/scheduleGroup')}>
        {groupId === null ? t.groups : t.back}
      </Button>
    ),
    empty: { title: t.noTasks, hint: t.noTasksHint },
    deletion: {
      call: 'deleteScheduleJob',
      input: (JobIdList) => ({ body: { JobIdList } }),
      title: t.deleteTasks,
      said: t.tasksDeleted,
      asks: callsAboutSchedules,
      note: t.runsGo,
    },
  });
  const show = (content: React.ReactNode) => dialog.open(<Suspense>{content}</Suspense>);
  const switchTo = (rows: readonly ScheduleJobRow[], Enabled: boolean) =>
    save('enableScheduleJob', { body: { JobIdList: rows.map(({ JobId }) => JobId), Enabled } });
  const disable = (rows: readonly ScheduleJobRow[]) => void switchTo(rows, false).catch(notify.failure);
  const enable = (rows: readonly ScheduleJobRow[]) =>
    show(<EnableDialog jobs={rows} enable={() => switchTo(rows, true)} onClose={dialog.close} />);
  const runNow = ({ JobId, JobName }: ScheduleJobRow) =>
    dialog.open(
      <ConfirmDialog
        title={t.runNowTitle(JobName)}
        ok={t.runNow}
        danger={false}
        act={async () => {
          await save('runScheduleJob', { body: { JobId } }, t.started);
          dialog.close();
        }}
        onClose={dialog.close}
      >
        <p>{t.runNowHint}</p>
      </ConfirmDialog>,
    );
  const actionsOf = (row: ScheduleJobRow): RowAction[] => [
    editing(row),
    { key: 'runs', label: t.runs, run: () => show(<RunsDialog job={row} onClose={dialog.close} />) },
    { key: 'dues', label: t.dues, run: () => show(<DuesDialog job={row} onClose={dialog.close} />) },
    { key: 'run', label: t.runNow, run: () => runNow(row) },
    {
      key: 'enable',
      label: row.JobStatus ? t.disable : t.enable,
      run: () => (row.JobStatus ? disable([row]) : enable([row])),
    },
    deleting(row),
  ];
  return (
    <>
      <ListPage
        {...props}
        columns={columns}
        label={t.tasks}
        options={{ groups: groupId === null && groupOptions.length > 0 ? groupOptions : null }}
        onOpen={edit}
        rowActions={actionsOf}
        batch={(rows, clear) => (
          <>
            <Button onClick={() => enable(rows)}>{t.enable}</Button>
            <Button onClick={() => disable(rows)}>{t.disable}</Button>
            {deletingPicked(rows, clear)}
          </>
        )}
      />
      {shown}
    </>
  );
}

function useTaskColumns(isOneGroup: boolean): readonly ListColumn<ScheduleJobRow>[] {
  const t = useText(scheduleText);
  const inWords = useBilingual();
  const dates = useDates();
  const dueInWords = useDueInWords();
  return useMemo((): ListColumn<ScheduleJobRow>[] => {
    const group: ListColumn<ScheduleJobRow> = {
      key: 'group',
      title: t.group,
      width: 120,
      ellipsis: true,
      render: ({ GroupName }) => GroupName,
    };
    return [
      {
        key: 'name',
        title: t.name,
        width: 160,
        sort: 'name',
        always: true,
        onCard: 'heading',
        render: ({ JobName }) => JobName,
      },
      ...(isOneGroup ? [] : [group]),
      {
        key: 'mode',
        title: t.mode,
        width: 120,
        render: ({ ExecutionMode }) => inWords(executionModeWords[ExecutionMode]),
      },
      {
        key: 'expression',
        title: t.expression,
        width: 170,
        render: dueInWords,
      },
      {
        key: 'next',
        title: t.next,
        width: 150,
        sort: 'next',
        render: ({ NextEpoch }) => (NextEpoch === null ? dash : dates.dateTime(NextEpoch)),
      },
      {
        key: 'last',
        title: t.last,
        width: 196,
        ellipsis: true,
        render: ({ LastRun }) =>
          LastRun === null ? (
            dash
          ) : (
            <>
              <WordTag good={scheduleOutcomes[LastRun.Outcome].success} words={LastRun.OutcomeName} />{' '}
              <span className="schedule-faint">{dates.dateTime(LastRun.DueEpoch)}</span>
            </>
          ),
      },
      {
        key: 'state',
        title: t.state,
        width: 130,
        render: ({ JobStatus, GroupEnabled, Suspended }) =>
          Suspended !== null ? (
            <span title={Suspended}>
              <WordTag good={false} words={t.suspended} />
            </span>
          ) : (
            <WordTag
              good={(JobStatus && GroupEnabled) || null}
              words={JobStatus ? (GroupEnabled ? t.on : t.groupOff) : t.off}
            />
          ),
      },
      { key: 'owner', title: t.owner, width: 120, usuallyHidden: true, render: ({ OwnerName }) => OwnerName ?? dash },
      {
        key: 'updated',
        title: t.updated,
        width: 150,
        sort: 'updated',
        usuallyHidden: true,
        render: ({ UpdateEpoch }) => dates.dateTime(UpdateEpoch),
      },
    ];
  }, [t, inWords, dates, dueInWords, isOneGroup]);
}
