import { type AlarmRow, type AllCalls, alarmLevels, type CallInput } from '@watchpost/contract';
import { severityOf, severityText } from '../ui/index.ts';
import {
  choicesFilter,
  defineList,
  idFilter,
  type ListQuery,
  pagingOf,
  rangeFilter,
  textFilter,
} from '../ui/list/index.ts';
import { alarmTypeText, text } from './text.ts';

type AlarmType = AlarmRow['AlarmType'];

/** Spec §5.4. */
const longestRangeDays = 31;

/** The list of alarms: current and confirmed ones, of a project or of all that the user may see. */
export const alarmList = defineList({
  name: 'alarms',
  filters: {
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
  },
  sorts: ['time', 'level', 'duration'],
  usualSort: { by: 'time' },
});

export type AlarmListQuery = ListQuery<typeof alarmList.filters, 'time' | 'level' | 'duration'>;

/** Which of the alarms a list shows. */
export type AlarmView = 'current' | 'confirmed';

/** @param projectId of the list of one project; null: all that the user may see */
export function alarmCallOf(
  query: AlarmListQuery,
  view: AlarmView,
  projectId: number | null,
): CallInput<AllCalls['getAlarmAct']> {
  const { text: words, project, levels, types, between } = query.filters;
  return {
    query: { status: view === 'confirmed' ? 1 : 0 },
    body: {
      ProjectId: projectId ?? project,
      Acontent: words,
      Level: levels,
      AlarmClass: types,
      Cstime: between?.[0],
      Cetime: between?.[1],
      ...pagingOf(query),
    },
  };
}
