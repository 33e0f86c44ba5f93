import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { id, idFilter, localTime, page, pageOf } from '../scalars.ts';
import { type Channel, channels } from './channels.ts';

/** As many days as alarms are looked at. Spec §9. */
export const longestPushRangeDays = 31;

/** Messages, as providers got them: what went in one piece is one. What was put into none counts by alarm. */
const counts = {
  /** Everything that was owed. */
  Total: z.number().int(),
  /** Left us, delivered or not. */
  Sent: z.number().int(),
  /** Of how many alarms these told. */
  AlarmsTold: z.number().int(),
  /** Arrived: by receipt, or closed on a screen. */
  Delivered: z.number().int(),
  Failed: z.number().int().describe('not taken by the provider, or sent and not delivered'),
  /** Left out on purpose. */
  Skipped: z.number().int(),
  Waiting: z.number().int(),
};

const ChannelCount = z.object({
  Channel: z.enum(Object.keys(channels) as [Channel, ...Channel[]]),
  ChannelName: z.string(),
  /** Whether a provider is connected. */
  Available: z.boolean(),
  ...counts,
});
export type ChannelCount = z.infer<typeof ChannelCount>;

const PushDay = z.object({
  Day: z.string().describe('in the project’s time zone'),
  App: z.number().int(),
  Sms: z.number().int(),
  Call: z.number().int(),
  Email: z.number().int(),
  Webhook: z.number().int(),
  /** Of how many alarms all of these told. */
  AlarmsTold: z.number().int(),
  Failed: z.number().int().describe('of all ways: not taken by the provider, or sent and not delivered'),
  Skipped: z.number().int(),
});
export type PushDay = z.infer<typeof PushDay>;

const PushStatisticsRow = z.object({
  UserId: z.number().int(),
  UserName: z.string(),
  App: z.number().int(),
  AppRead: z.number().int(),
  Sms: z.number().int(),
  SmsDelivered: z.number().int(),
  SmsFailed: z.number().int(),
  Call: z.number().int(),
  CallDelivered: z.number().int(),
  CallFailed: z.number().int(),
  Email: z.number().int(),
  EmailFailed: z.number().int(),
  /** Of how many alarms this person was notified, by any channel. */
  AlarmsTold: z.number().int(),
  Skipped: z.number().int(),
  /** Alarms acknowledged by answering. */
  Answered: z.number().int(),
});
export type PushStatisticsRow = z.infer<typeof PushStatisticsRow>;

/** In the project's time zone; both ends count. */
const stretch = { projectId: id, startTime: localTime, endTime: localTime };
const access = ['alarmPushStatistics'] as const;
const Filter = z.object({ ProjectId: id, StartTime: localTime, EndTime: localTime, UserIdList: idFilter });

/** How many messages there were, by way, day and person. */
export const pushStatisticsCalls = defineCalls({
  getAlarmAppPushNum: {
    method: 'GET',
    path: '/AlarmActive/GetAlarmAppPushNum',
    effect: 'read',
    access,
    summary: { zh: '报警推送数量', en: 'Messages about alarms by way' },
    query: z.object(stretch),
    data: z.array(ChannelCount),
  },
  getAlarmPushStatus: {
    method: 'GET',
    path: '/AlarmActive/GetAlarmPushStatus',
    effect: 'read',
    access,
    summary: { zh: '报警推送情况', en: 'Messages about alarms by day' },
    query: z.object(stretch),
    data: z.array(PushDay),
  },
  exportAlarmPushStatistical: {
    method: 'GET',
    path: '/AlarmActive/ExportAlarmPushStatistical',
    effect: 'read',
    access,
    summary: { zh: '导出报警推送情况', en: 'Messages about alarms by day, as an Excel file' },
    query: z.object(stretch),
    data: 'file',
  },
  getPushStatisticsList: {
    method: 'POST',
    path: '/AlarmActive/GetPushStatisticsList',
    effect: 'read',
    access,
    encoding: 'json',
    summary: { zh: '人员推送统计', en: 'Messages about alarms by person' },
    body: Filter.extend(page),
    data: pageOf(PushStatisticsRow),
  },
  exportPushStatisticsList: {
    method: 'POST',
    path: '/AlarmActive/ExportPushStatisticsList',
    effect: 'read',
    access,
    encoding: 'json',
    summary: { zh: '导出人员推送统计', en: 'Messages about alarms by person, as an Excel file' },
    body: Filter,
    data: 'file',
  },
});
