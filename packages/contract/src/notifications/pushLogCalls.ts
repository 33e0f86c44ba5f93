import { z } from 'zod';
import { defineCalls } from '../call.ts';
import {
  bigId,
  epochMs,
  flag,
  id,
  idFilter,
  integer,
  integerFilter,
  localTime,
  orEmpty,
  page,
  pageOf,
} from '../scalars.ts';
import { type NotSentReason, notSentReasons, type SendState, sendStates } from './channels.ts';

const names = <Name extends string>(words: Readonly<Record<Name, unknown>>) => Object.keys(words) as [Name, ...Name[]];

/** Which messages: of one alarm, of a point, or of a stretch of time. Names as the specification has them; ours say so. */
const PushLogFilter = z.object({
  ProjectId: id.optional(),
  /** Ours: of one alarm. */
  AlarmId: bigId.optional(),
  PointId: id.optional(),
  /** When the alarm was raised, with the point that it was raised on. */
  AlarmEpoch: integer.optional(),
  UserIdList: idFilter,
  /** Whether it left us, arrived or not. */
  SendStatus: flag.optional(),
  PushTypeList: integerFilter,
  /** Whether the provider said that it arrived; of SMS and calls. */
  ReceiptStatus: flag.optional(),
  /** Whether the popup was closed. */
  IsRead: flag.optional(),
  /** Ours: written between, in the project's time zone; both ends count. */
  StartTime: orEmpty(localTime),
  EndTime: orEmpty(localTime),
});

export const PushLogRow = z.object({
  PushLogId: z.number().int(),
  AlarmId: z.number().int(),
  UserId: z.number().int(),
  UserName: z.string(),
  Mobile: z.string().nullable().describe('partly hidden, unless the caller looks after the members of the company'),
  PushType: z.number().int().describe('0 trigger, 1 repeat, 2 escalation, 3 clear'),
  Level: z.number().int(),
  /** When it left us; null: it did not, or not yet. */
  SendTime: epochMs.nullable(),
  CreateTime: epochMs,
  ReceiptTime: epochMs.nullable(),
  SendStatus: z.boolean().describe('whether it left us; that it then did not arrive is said by State'),
  ReceiptStatus: z.boolean(),
  IsRead: z.boolean(),
  State: z.enum(names<SendState>(sendStates)),
  StateName: z.string(),
  Reason: z.enum(names<NotSentReason>(notSentReasons)).nullable(),
  /** What became of it in words: why not, what the provider said, that it was answered. */
  Explain: z.string(),
  /** How many tries there were. */
  Attempts: z.number().int(),
  /** What the provider said at the last of them, in its own words; null: nothing. */
  LastAnswer: z.string().nullable(),
  /** Of how many alarms the message told in one. */
  AlarmCount: z.number().int(),
  Content: z
    .string()
    .describe(
      'what it said, without the code that confirms; of a message that tells also of what the caller may not see, its part of this alarm',
    ),
  ProjectName: z.string(),
  ModelTreeName: z.string(),
  PointName: z.string(),
});
export type PushLogRow = z.infer<typeof PushLogRow>;

const Choice = z.array(z.object({ Key: z.number().int(), Value: z.string() }));
const access = ['alarmManage', 'alarmHandle'] as const;
const log = { method: 'POST', effect: 'read', access, encoding: 'json' } as const;

/** Who was told of an alarm by which way, and what became of it. */
export const pushLogCalls = defineCalls({
  getAppPushLogPage: {
    ...log,
    path: '/AlarmActive/getAppPushLogPage',
    summary: { zh: '弹窗推送记录', en: 'Popups about alarms' },
    body: PushLogFilter.extend(page),
    data: pageOf(PushLogRow),
  },
  getSmsPushLogPage: {
    ...log,
    path: '/AlarmActive/GetSmsPushLogPage',
    summary: { zh: '短信推送记录', en: 'SMS about alarms' },
    body: PushLogFilter.extend(page),
    data: pageOf(PushLogRow),
  },
  getCallPushLogPage: {
    ...log,
    path: '/AlarmActive/GetCallPushLogPage',
    summary: { zh: '电话推送记录', en: 'Calls about alarms' },
    body: PushLogFilter.extend(page),
    data: pageOf(PushLogRow),
  },
  getAppPushLogUserDropdownList: {
    ...log,
    path: '/AlarmActive/GetAppPushLogUserDropdownList',
    summary: { zh: '弹窗推送人员', en: 'People with popups about alarms' },
    body: PushLogFilter,
    data: Choice,
  },
  getSmsPushLogUserDropdownList: {
    ...log,
    path: '/AlarmActive/GetSmsPushLogUserDropdownList',
    summary: { zh: '短信推送人员', en: 'People with SMS about alarms' },
    body: PushLogFilter,
    data: Choice,
  },
  getCallPushLogUserDropdownList: {
    ...log,
    path: '/AlarmActive/GetCallPushLogUserDropdownList',
    summary: { zh: '电话推送人员', en: 'People who were called about alarms' },
    body: PushLogFilter,
    data: Choice,
  },
  exportSmsPushInfoList: {
    ...log,
    path: '/AlarmActive/ExportSmsPushInfoList',
    summary: { zh: '导出短信推送记录（每条短信一行）', en: 'SMS about alarms as an Excel file, one row each' },
    body: PushLogFilter,
    data: 'file',
  },
});
