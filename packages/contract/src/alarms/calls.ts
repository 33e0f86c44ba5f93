import { z } from 'zod';
import { type Bilingual, defineCalls } from '../call.ts';
import {
  bigId,
  epochMs,
  flag,
  id,
  idFilter,
  idList,
  integer,
  integerFilter,
  localTime,
  page,
  pageOf,
  queryPage,
  searchText,
} from '../scalars.ts';

/** 1 urgent, 2 important, 3 general, 4 record only. Spec §3. */
export const alarmLevels = [1, 2, 3, 4] as const;

/** What an alarm is about. */
export const alarmKinds = {
  limit: { zh: '超限报警', en: 'Limit alarm' },
  state: { zh: '状态量报警', en: 'State alarm' },
  noData: { zh: '数据中断报警', en: 'No-data alarm' },
  badQuality: { zh: '数据质量报警', en: 'Bad-quality alarm' },
  communicationLoss: { zh: '通讯中断报警', en: 'Communication loss' },
} as const satisfies Record<string, Bilingual>;
export type AlarmKindName = keyof typeof alarmKinds;

/** 0 unconfirmed (even after its return to normal), 1 confirmed and active, 2 returned and confirmed. */
export const alarmStatus = { unconfirmed: 0, confirmed: 1, eliminated: 2 } as const;

/** 0 trigger, 1 repeat, 2 escalation, 3 clear. Spec §3. */
export const pushTypes = { trigger: 0, repeat: 1, escalation: 2, clear: 3 } as const;

/** What people decided about an alarm. Spec §4; none of them closes it: an alarm ends with its cause, its rule or its subject. */
export const followUps = [
  'observing',
  'pendingProcessing',
  'noProcessingRequired',
  'alarmOff',
  'humanIntervention',
  'contactStore',
] as const;

export const AlarmRow = z.object({
  Id: z.number().int(),
  ProjectId: z.number().int(),
  ProjectName: z.string(),
  Mtid: z.number().int().nullable(),
  MName: z.string().describe('device'),
  PointId: z.number().int().nullable(),
  PointName: z.string().describe('point, or the slave or gateway when the alarm is its own'),
  Area: z.string().nullable(),
  Level: z.number().int(),
  AlarmType: z.enum(['limit', 'state', 'noData', 'badQuality', 'communicationLoss']),
  /** The reason in words, in the caller's language. */
  ALARM_DESCRIBE: z.string(),
  ALARM_EPOCH: epochMs,
  ALARM_EPOCH_CLEARED: epochMs.nullable(),
  /** Seconds from raise to return, or to now. */
  ContinuedTime: z.number().int(),
  Status: z.number().int().describe('0 unconfirmed, 1 confirmed, 2 eliminated and confirmed'),
  /** Whether the process is still outside its limits, whatever people did. */
  Active: z.boolean(),
  /** Worst value beyond the limit. */
  MaxValue: z.number().nullable(),
  LimitValue: z.number().nullable(),
  Unit: z.string(),
  Decimals: z.number().int(),
  AckedName: z.string().nullable(),
  ALARM_EPOCH_ACKED: epochMs.nullable(),
  FollowUp: z.enum(followUps).nullable(),
  /** With its author only for those who manage alarms; to others null, like a comment that is not there. */
  Comment: z.string().nullable(),
  CommentName: z.string().nullable(),
  COMMENT_TIME: epochMs.nullable(),
  DetectedLate: z.boolean(),
  /** How many people were told. */
  NotifiedCount: z.number().int(),
});
export type AlarmRow = z.infer<typeof AlarmRow>;

export const AlarmJournalRow = z.object({
  At: epochMs,
  /** `stillActive`: found in a late buffer and not over yet, the moment people were told. */
  Kind: z.enum([
    'raised',
    'stillActive',
    'severityChanged',
    'returnedToNormal',
    'acknowledged',
    'handled',
    'commented',
    'repeated',
    'ended',
    'hidden',
    'shown',
  ]),
  Level: z.number().int().nullable(),
  Text: z.string(),
  UserName: z.string().nullable(),
});
export type AlarmJournalRow = z.infer<typeof AlarmJournalRow>;

export const AlarmDetail = AlarmRow.extend({
  StrategyName: z.string().nullable(),
  /** The rule in words, in the caller's language. */
  ALARM_SETTING: z.string(),
  SuperUpperLimit: z.number().nullable(),
  UpperLimit: z.number().nullable(),
  LowerLimit: z.number().nullable(),
  SuperLowerLimit: z.number().nullable(),
  /** Present value of the point. */
  Value: z.number().nullable(),
  Journal: z.array(AlarmJournalRow),
  /** Who was told, in order. Null: not the caller's to know; `NotifiedCount` says how many. */
  Notified: z
    .array(
      z.object({ UserName: z.string(), PushType: z.number().int(), SendEPOCH: epochMs, ReadEPOCH: epochMs.nullable() }),
    )
    .nullable(),
});
export type AlarmDetail = z.infer<typeof AlarmDetail>;

const AlarmFilter = z.object({
  ProjectId: id.optional(),
  /** Raised between. Spec §3 names the pair so. */
  Cstime: localTime.optional(),
  Cetime: localTime.optional(),
  Acontent: searchText.describe('part of the point, device or reason'),
  MtName: searchText,
  Mtid: id.optional(),
  Level: integerFilter,
  Area: idFilter,
  AlarmClass: z
    .array(z.enum(['limit', 'state', 'noData', 'badQuality', 'communicationLoss']))
    .max(5)
    .optional(),
  IsAck: flag.optional(),
  SortType: z.enum(['time', 'level', 'duration']).optional(),
  IsAsc: flag.optional(),
  ...page,
});

export const AlarmOfPoint = z.object({
  AlarmId: z.number().int(),
  PointId: z.number().int(),
  Level: z.number().int(),
  ALARM_DESCRIBE: z.string(),
  ALARM_EPOCH: epochMs,
  ALARM_EPOCH_CLEARED: epochMs.nullable(),
});
export type AlarmOfPoint = z.infer<typeof AlarmOfPoint>;

export const alarmCalls = defineCalls({
  /** status 0: current (active or unconfirmed); 1: confirmed and still active. */
  getAlarmAct: {
    method: 'POST',
    path: '/AlarmActive/GetAlarmAct',
    effect: 'read',
    access: ['alarmManage', 'monitorView', 'monitorEdit'],
    encoding: 'json',
    summary: { zh: '当前报警', en: 'Current alarms' },
    query: z.object({
      status: integer.pipe(z.union([z.literal(0), z.literal(1)])).default(0),
      companyId: id.optional(),
    }),
    body: AlarmFilter,
    data: pageOf(AlarmRow),
  },
  getAlarmDetail: {
    method: 'GET',
    path: '/AlarmActive/GetAlarmDetail',
    effect: 'read',
    access: ['alarmManage', 'monitorView', 'monitorEdit'],
    summary: { zh: '报警详情', en: 'One alarm with its journal' },
    query: z.object({ alarmId: bigId }),
    data: AlarmDetail,
  },
  /** What a curve marks: alarms that were on at any moment of a range, of the levels the caller may see. */
  getAlarmsOfPoints: {
    method: 'POST',
    path: '/AlarmActive/GetAlarmsOfPoints',
    effect: 'read',
    access: ['alarmManage', 'monitorView', 'monitorEdit'],
    encoding: 'json',
    summary: { zh: '点位在一段时间内的报警', en: 'Alarms of points between two times, by point and beginning' },
    body: z.object({
      ProjectId: id,
      PointIdList: idList,
      /** In the project's time zone. */
      StartTime: localTime,
      EndTime: localTime,
    }),
    data: z.array(AlarmOfPoint),
  },
  /**
   * Acknowledge. `level`, ours: what the caller saw. When the alarm has become more severe since, he would confirm something he
   * does not know: 409, and he looks again. Without it nothing is compared.
   */
  updateStatus: {
    method: 'POST',
    path: '/AlarmActive/updateStatus',
    effect: 'write',
    access: ['alarmHandle'],
    summary: { zh: '确认报警', en: 'Confirm (acknowledge) an alarm' },
    query: z.object({ id: bigId, level: integer.pipe(z.number().min(1).max(4)).optional() }),
    data: AlarmRow,
  },
  /** Handle: the follow-up people chose, with a comment. */
  upDetail: {
    method: 'POST',
    path: '/AlarmActive/upDetail',
    effect: 'write',
    access: ['alarmHandle'],
    encoding: 'json',
    summary: { zh: '处理报警', en: 'Handle an alarm' },
    body: z.object({ Id: bigId, FollowUp: z.enum(followUps), Comment: z.string().trim().max(500).default('') }),
    data: AlarmRow,
  },
  /** Message centre: open alarms, newest first, of those projects of the caller in which he may see alarms; else none. */
  getAlarmMessageByUserId: {
    method: 'GET',
    path: '/AlarmActive/GetAlarmMessageByUserId',
    effect: 'read',
    access: 'session',
    summary: { zh: '消息中心报警', en: 'Alarms of the message centre' },
    query: z.object({ companyId: id.optional(), subareaIdList: idFilter, ...queryPage }),
    data: pageOf(
      z.object({
        AlarmId: z.number().int(),
        ProjectID: z.number().int(),
        ProjectName: z.string(),
        ALARM_LEVEL: z.number().int(),
        ALARM_DESCRIBE: z.string(),
        MName: z.string(),
        PointName: z.string(),
        ALARM_EPOCH: epochMs,
      }),
    ),
  },
  /** Current alarms by level, of one project or of all, as far as the caller may see alarms there; else none. */
  getAlarmOverNum: {
    method: 'POST',
    path: '/AlarmActive/GetAlarmOverNum',
    effect: 'read',
    access: 'session',
    encoding: 'json',
    summary: { zh: '报警数量', en: 'Number of open alarms by level' },
    query: z.object({ companyId: id.optional() }),
    body: z.object({ ProjectId: id.optional() }).default({}),
    data: z.object({
      Total: z.number().int(),
      Unconfirmed: z.number().int(),
      Levels: z.array(
        z.object({
          Level: z.number().int(),
          Count: z.number().int(),
          Unconfirmed: z.number().int(),
          Returned: z.number().int().describe('of the unconfirmed, those that are over'),
          OldestEPOCH: epochMs.nullable(),
        }),
      ),
    }),
  },
});
