import type { Bilingual } from '../call.ts';

/** What a task does. Stored. */
export const executionModeWords = {
  write: { zh: '写入点位', en: 'Write to points' },
  http: { zh: '调用接口', en: 'Call an address' },
} as const satisfies Record<string, Bilingual>;
export type ExecutionMode = keyof typeof executionModeWords;
export const executionModes = Object.keys(executionModeWords) as [ExecutionMode, ...ExecutionMode[]];

export const scheduleMethods = ['GET', 'POST', 'PUT'] as const;
export type ScheduleMethod = (typeof scheduleMethods)[number];

/** What the content of a request is. */
export const scheduleContentTypes = {
  json: 'application/json; charset=utf-8',
  form: 'application/x-www-form-urlencoded; charset=utf-8',
  text: 'text/plain; charset=utf-8',
} as const;
export type ScheduleContentType = keyof typeof scheduleContentTypes;
export const scheduleContentTypeNames = Object.keys(scheduleContentTypes) as [
  ScheduleContentType,
  ...ScheduleContentType[],
];

/** How an answer is judged beyond its status. */
export const parseModeWords = {
  none: { zh: '仅看状态码', en: 'By the status alone' },
  jsonEquals: { zh: 'JSON 中的值须等于', en: 'A value in the JSON must equal' },
} as const satisfies Record<string, Bilingual>;
export type ParseMode = keyof typeof parseModeWords;
export const parseModes = Object.keys(parseModeWords) as [ParseMode, ...ParseMode[]];

/** On which days a due time counts, by the calendar of the project. */
export const dayFilterWords = {
  all: { zh: '每天', en: 'Every day' },
  workdays: { zh: '仅工作日', en: 'Working days only' },
  nonWorkdays: { zh: '仅非工作日', en: 'Days off only' },
  holidays: { zh: '仅节假日', en: 'Holidays only' },
  notHolidays: { zh: '节假日除外', en: 'Not on holidays' },
} as const satisfies Record<string, Bilingual>;
export type DayFilter = keyof typeof dayFilterWords;
export const dayFilters = Object.keys(dayFilterWords) as [DayFilter, ...DayFilter[]];

export interface ScheduleOutcomeWords extends Bilingual {
  /** True: it was carried out. False: it was not, or failed. Null: nothing to judge, or nobody knows (yet). */
  readonly success: boolean | null;
}

/** What becomes of one due time. Stored with the run: never rename one. */
export const scheduleOutcomes = {
  waiting: { success: null, zh: '等待执行', en: 'Waiting' },
  running: { success: null, zh: '执行中', en: 'Running' },
  done: { success: true, zh: '成功', en: 'Done' },
  failed: { success: false, zh: '失败', en: 'Failed' },
  timedOut: { success: false, zh: '超时', en: 'Timed out' },
  refusedRights: { success: false, zh: '权限不足，已停用', en: 'Right missing, switched off' },
  refused: { success: false, zh: '检查未通过', en: 'Refused by a check' },
  stillRunning: { success: false, zh: '上次尚未结束', en: 'The last run goes on' },
  skippedDay: { success: null, zh: '按日历跳过', en: 'Left out by the calendar' },
  missed: { success: false, zh: '错过', en: 'Missed' },
  unknown: { success: null, zh: '结果未知', en: 'Outcome unknown' },
} as const satisfies Record<string, ScheduleOutcomeWords>;
export type ScheduleOutcome = keyof typeof scheduleOutcomes;
export const scheduleOutcomeNames = Object.keys(scheduleOutcomes) as [ScheduleOutcome, ...ScheduleOutcome[]];

/** Two due times of a task are at least so far apart, seconds. */
export const shortestGapSeconds = 60;
/** A task is due within so many days at least once. */
export const farthestDays = 366;
/** So many minutes late a task is still carried out; a write that comes later may do harm. */
export const usualGraceMinutes: Readonly<Record<ExecutionMode, number>> = { write: 5, http: 60 };
/** At most so many points are written by a task. */
export const maxTaskPoints = 100;
