import {
  type AlarmRow,
  type AllCalls,
  alarmLevels,
  alarmSources,
  alarmSubjects,
  alarmTimeBuckets,
  type CallInput,
} from '@watchpost/contract';
import { severityOf, severityText } from '../ui/index.ts';
import {
  choiceFilter,
  choicesFilter,
  defineList,
  idFilter,
  idsFilter,
  type ListQuery,
  numberFilter,
  pagingOf,
  rangeFilter,
  textFilter,
  treeFilter,
} from '../ui/list/index.ts';
import { listText } from './listText.ts';
import { alarmTypeText, text } from './text.ts';

type AlarmType = AlarmRow['AlarmType'];

/** Spec §5.4. */
const longestRangeDays = 31;

const yesOrNo = ['yes', 'no'] as const;

/** What stands in the address for each time bucket; from the shortest. */
const bucketNames = ['under15', 'under30', 'under45', 'under60', 'over60'] as const;
type Bucket = (typeof bucketNames)[number];
/** Spec §9; minutes. */
const buckets = Object.fromEntries(
  alarmTimeBuckets.toReversed().map((bucket, place) => [bucketNames[place], bucket]),
) as Record<Bucket, (typeof alarmTimeBuckets)[number]>;
const bucketOptions = bucketNames.map((value) => ({ value, label: buckets[value] }));

const firstCommentOptions = [
  { value: 15, label: listText.within15 },
  { value: 30, label: listText.within30 },
  { value: 60, label: listText.within60 },
] as const;

/** Where and what it is an alarm of, beyond the words one looks for first. */
const sourceFilters = {
  number: numberFilter({ label: listText.number, param: 'no' }),
  /** Areas of a project; over all projects everything there is. */
  places: treeFilter({ label: text.area, param: 'area' }),
  /** In a project, where there are few. */
  device: idFilter({ label: listText.device, param: 'device' }),
  /** Over all projects. */
  deviceName: textFilter({ label: listText.deviceName, param: 'dname' }),
  classes: idsFilter({ label: listText.deviceClass, param: 'class' }),
  source: choiceFilter({
    label: listText.source,
    param: 'of',
    options: alarmSubjects.map((value) => ({ value, label: alarmSources[value] })),
  }),
};

const usualFilters = {
  text: textFilter({ label: text.search }),
  /** Only on the list over all projects. */
  project: idFilter({ label: text.project, param: 'site' }),
  levels: choicesFilter({
    label: text.level,
    param: 'level',
    options: alarmLevels.map((value) => ({ value, label: severityText[severityOf(value)] })),
  }),
  types: choicesFilter({
    label: text.kind,
    param: 'kind',
    options: (Object.keys(alarmTypeText) as AlarmType[]).map((value) => ({ value, label: alarmTypeText[value] })),
  }),
  /** Raised between, wall clock of the project's zone: `2026-11-21 09:00`. */
  between: rangeFilter({ label: text.raised, withTime: true, maxDays: longestRangeDays }),
  ...sourceFilters,
};

/** What narrows a list down to what people did; one tap away. */
const workFilters = {
  over: choiceFilter({
    label: listText.over,
    param: 'over',
    options: [
      { value: yesOrNo[0], label: listText.isReturned },
      { value: yesOrNo[1], label: listText.isEnded },
    ],
  }),
  confirmed: choiceFilter({
    label: listText.confirmed,
    param: 'ack',
    options: [
      { value: yesOrNo[0], label: listText.isConfirmed },
      { value: yesOrNo[1], label: listText.isUnconfirmed },
    ],
  }),
  confirmedBy: idsFilter({ label: listText.confirmedBy, param: 'acker' }),
  commented: choiceFilter({
    label: listText.commented,
    param: 'commented',
    options: [
      { value: yesOrNo[0], label: listText.isCommented },
      { value: yesOrNo[1], label: listText.isUncommented },
    ],
  }),
  commentedBy: idsFilter({ label: listText.commentedBy, param: 'author' }),
  firstComment: choiceFilter({
    label: listText.firstComment,
    param: 'first',
    options: firstCommentOptions,
  }),
  duration: choiceFilter({ label: listText.duration, param: 'lasted', options: bucketOptions }),
  response: choiceFilter({ label: listText.response, param: 'response', options: bucketOptions }),
};

const sorts = ['time', 'level', 'duration'] as const;

/** Current, confirmed and hidden alarms, of a project or of all that the user may see. */
export const alarmList = defineList({ name: 'alarms', filters: usualFilters, sorts, usualSort: { by: 'time' } });

/** Alarms to be handled and past ones, which are also looked for by what people did. */
export const workList = defineList({
  name: 'alarms.work',
  filters: {
    ...usualFilters,
    /** Returned between. */
    ended: rangeFilter({
      label: listText.returned,
      params: ['endFrom', 'endTo'],
      withTime: true,
      maxDays: longestRangeDays,
    }),
    ...workFilters,
  },
  sorts: [...sorts, 'returned', 'response'],
  usualSort: { by: 'time' },
});

type Sort = 'time' | 'level' | 'duration' | 'returned' | 'response';
type WorkFilters = typeof workList.filters;
/** What either of the two lists shows; what only the longer one asks is missing in the other. */
export type AlarmListQuery = Omit<ListQuery<WorkFilters, Sort>, 'filters'> & {
  readonly filters: Pick<ListQuery<WorkFilters>['filters'], keyof typeof usualFilters> &
    Partial<ListQuery<WorkFilters>['filters']>;
};

/** Which of the alarms a list shows. */
export type AlarmView = 'current' | 'confirmed' | 'pending' | 'past' | 'hidden';

const flagOf = (choice: 'yes' | 'no' | undefined): boolean | undefined => choice && choice === 'yes';

/** @param projectId of the list of one project; null: all that the user may see */
export function alarmFilterOf(
  query: AlarmListQuery,
  projectId: number | null,
): NonNullable<CallInput<AllCalls['getAlarmClear']>['body']> {
  const { filters } = query;
  const duration = filters.duration && buckets[filters.duration];
  const response = filters.response && buckets[filters.response];
  return {
    ProjectId: projectId ?? filters.project,
    Id: filters.number,
    ...(projectId === null
      ? { subareaList: filters.places, MtName: filters.deviceName }
      : { Area: filters.places, Mtid: filters.device }),
    Child: filters.classes,
    Type: filters.source,
    Acontent: filters.text,
    Level: filters.levels,
    AlarmClass: filters.types,
    Cstime: filters.between?.[0],
    Cetime: filters.between?.[1],
    Bstime: filters.ended?.[0],
    Betime: filters.ended?.[1],
    IsReturned: flagOf(filters.over),
    IsAck: flagOf(filters.confirmed),
    confirmUser: filters.confirmedBy,
    IsComment: flagOf(filters.commented),
    commentUser: filters.commentedBy,
    FirstCommentMinutes: filters.firstComment,
    DurationMin: duration?.from || undefined,
    DurationMax: duration?.to ?? undefined,
    ResponseMin: response?.from || undefined,
    ResponseMax: response?.to ?? undefined,
    ...pagingOf(query),
  };
}
