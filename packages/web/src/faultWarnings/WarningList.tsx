import {
  type AllCalls,
  alarmLevels,
  type CallInput,
  type PreAlarm,
  warningFeedbackNames,
  warningFeedbacks,
  warningKindNames,
  warningKinds,
} from '@watchpost/contract';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useListExport } from '../downloads/index.ts';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { idInAddress } from '../lib/idInAddress.ts';
import { useBilingual } from '../lib/language.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { usePlaces } from '../projects/index.ts';
import { SeverityMark, severityOf, severityText } from '../ui/index.ts';
import {
  choiceFilter,
  choicesFilter,
  defineList,
  type ListColumn,
  ListPage,
  type RowAction,
  textFilter,
  treeFilter,
  useList,
  whileWaiting,
} from '../ui/list/index.ts';
import { FeedbackDialog } from './FeedbackDialog.tsx';
import { text } from './text.ts';
import { WarningDialog } from './WarningDialog.tsx';
import { FeedbackWords, WarningState } from './WarningState.tsx';
import './warnings.css';
import { useTimeToLimit, warningName } from './warningWords.ts';

const warningList = defineList({
  name: 'faultWarnings',
  filters: {
    text: textFilter({ label: text.search }),
    places: treeFilter({ label: text.place, param: 'place' }),
    levels: choicesFilter({
      label: text.level,
      param: 'level',
      options: alarmLevels.slice(0, 3).map((value) => ({ value, label: severityText[severityOf(value)] })),
    }),
    kinds: choicesFilter({
      label: text.kind,
      param: 'kind',
      options: warningKindNames.map((value) => ({ value, label: warningKinds[value] })),
    }),
    state: choiceFilter({
      label: text.state,
      param: 'state',
      options: [
        { value: 'open', label: text.holds },
        { value: 'over', label: text.over },
      ],
    }),
    feedback: choicesFilter({
      label: text.feedback,
      param: 'feedback',
      options: [
        { value: 'none' as const, label: text.noFeedback },
        ...warningFeedbackNames.map((value) => ({ value, label: warningFeedbacks[value] })),
      ],
    }),
  },
  sorts: ['start', 'level', 'project', 'device', 'expected'],
});

/** The warning whose detail the address opens (`?warning=7`). */
function useWarningInAddress(): [number | null, (id: number | null) => void] {
  const [params, setParams] = useSearchParams();
  const open = (id: number | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (id === null) next.delete('warning');
        else next.set('warning', String(id));
        return next;
      },
      { replace: id === null },
    );
  return [idInAddress(params, 'warning'), open];
}

/** The fault warnings of a project, or of all projects the user may see. */
export function WarningList({ projectId }: { projectId: number | null }) {
  const t = useText(text);
  const { company } = useSession();
  const mayHandle = useMay('alarmHandle');
  const list = useList(warningList);
  const [opened, open] = useWarningInAddress();
  const [saying, say] = useState<PreAlarm | null>(null);
  const { filters, page: pageIndex, pageSize, sort, ascending } = list.query;
  const body: CallInput<AllCalls['preAlarmPage']>['body'] = {
    pageIndex,
    pageSize,
    CompanyId: company.CompanyId,
    ...(projectId === null ? { subareaList: filters.places } : { ProjectId: projectId, Area: filters.places }),
    pname: filters.text,
    Level: filters.levels,
    TypeList: filters.kinds,
    FeedbackList: filters.feedback,
    IsOver: filters.state === undefined ? undefined : filters.state === 'over',
    ...(sort === undefined ? {} : { SortType: sort, IsAsc: ascending }),
  };
  const page = useCall(
    'preAlarmPage',
    { body },
    { scope: projectId === null ? 'company' : 'project', refetchInterval: 60_000, ...whileWaiting },
  );
  const exportList = useListExport();
  const places = usePlaces(projectId);
  const columns = useColumns(projectId === null);
  const rowActions = (row: PreAlarm): RowAction[] => [
    ...(mayHandle
      ? [{ key: 'say', label: t.give, fullLabel: t.giveOf(warningName(row)), inline: true, run: () => say(row) }]
      : []),
    { key: 'open', label: t.details, fullLabel: t.detailsOf(warningName(row)), inline: true, run: () => open(row.ID) },
  ];
  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.warnings}
        keyOf={(row: PreAlarm) => row.ID}
        nameOf={warningName}
        options={{ places }}
        onOpen={({ ID }) => open(ID)}
        onExport={() => exportList('faultWarnings', { body })}
        rowActions={rowActions}
        actionsWidth={176}
        empty={{ title: t.none, hint: t.noneHint }}
      />
      {opened === null ? null : <WarningDialog id={opened} onClose={() => open(null)} onSay={mayHandle ? say : null} />}
      {saying ? <FeedbackDialog warning={saying} onClose={() => say(null)} /> : null}
    </>
  );
}

function useColumns(allProjects: boolean): readonly ListColumn<PreAlarm>[] {
  const t = useText(text);
  const inWords = useBilingual();
  const dates = useDates();
  const now = useNow(60_000);
  const timeToLimit = useTimeToLimit();
  return useMemo(
    (): ListColumn<PreAlarm>[] => [
      {
        key: 'level',
        title: t.level,
        width: 100,
        sort: 'level',
        always: true,
        render: (row) => <SeverityMark level={row.Level} variant="word" size={13} />,
      },
      { key: 'kind', title: t.kind, width: 156, ellipsis: true, render: (row) => inWords(warningKinds[row.Type]) },
      {
        key: 'device',
        title: t.device,
        width: 168,
        sort: 'device',
        always: true,
        onCard: 'heading',
        render: (row) => (
          <>
            <b className="warning-name">{warningName(row)}</b>
            {allProjects ? <small className="warning-by">{row.ProjectName}</small> : null}
          </>
        ),
      },
      ...(allProjects
        ? [
            {
              key: 'project',
              title: t.project,
              width: 150,
              sort: 'project',
              ellipsis: true,
              usuallyHidden: true,
              render: (row: PreAlarm) => row.ProjectName,
            },
          ]
        : []),
      { key: 'area', title: t.area, width: 120, ellipsis: true, usuallyHidden: true, render: (row) => row.Area },
      {
        key: 'content',
        title: t.content,
        onCard: 'line',
        render: (row) => {
          const ahead = timeToLimit(row);
          return (
            <>
              <span>{row.Content}</span>
              {ahead ? <b className="warning-ahead">{ahead}</b> : null}
            </>
          );
        },
      },
      { key: 'state', title: t.state, width: 124, render: (row) => <WarningState warning={row} /> },
      {
        key: 'began',
        title: t.began,
        width: 116,
        sort: 'start',
        render: (row) => (
          <span className="tabular" title={dates.dateTime(row.StartEPOCH)}>
            {dates.short(row.StartEPOCH, now)}
          </span>
        ),
      },
      {
        key: 'ended',
        title: t.ended,
        width: 104,
        usuallyHidden: true,
        render: (row) =>
          row.EndEPOCH === null ? '–' : <span className="tabular">{dates.short(row.EndEPOCH, now)}</span>,
      },
      {
        key: 'expected',
        title: t.expected,
        width: 120,
        sort: 'expected',
        usuallyHidden: true,
        render: (row) =>
          row.ExpectedEPOCH === null ? '–' : <span className="tabular">{dates.short(row.ExpectedEPOCH, now)}</span>,
      },
      { key: 'feedback', title: t.feedback, width: 104, render: (row) => <FeedbackWords warning={row} /> },
    ],
    [t, inWords, dates, now, timeToLimit, allProjects],
  );
}
