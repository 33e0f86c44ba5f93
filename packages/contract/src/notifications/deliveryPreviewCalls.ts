import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { say } from '../inputWords.ts';
import { bigId, epochMs, id, integer } from '../scalars.ts';
import { type Channel, channels, type NotSentReason, notSentReasons } from './channels.ts';

const channelName = z.enum(Object.keys(channels) as [Channel, ...Channel[]]);
const level = integer.pipe(z.number().min(1).max(4));
const weekdays = z.array(integer.pipe(z.number().min(1).max(7))).max(7);
/** `HH:mm`; 24:00 is the end of the day. */
const clock = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/);

/** One person and one way, at one step of the ladder. */
export const ReachRow = z.object({
  /** 0: at once. */
  Step: z.number().int(),
  /** When this person would be notified, or was due at a past step, epoch ms. */
  AtEpoch: epochMs,
  /** Its time has come already: what became of it stands in the message history. */
  IsDone: z.boolean(),
  UserId: z.number().int().nullable().describe('null: a webhook'),
  UserName: z.string(),
  Channel: channelName,
  ChannelName: z.string(),
  /** Null: this person would be notified then. */
  Reason: z.enum(Object.keys(notSentReasons) as [NotSentReason, ...NotSentReason[]]).nullable(),
  /** Why not, or why later, in words. */
  Explain: z.string(),
  /** The source, in words: contact of the strategy, a rota, in whose place. */
  Via: z.string(),
});
export type ReachRow = z.infer<typeof ReachRow>;

export const ContactSetting = z.object({
  Language: z.enum(['zh', 'en']),
  /** Both empty: none. */
  QuietFrom: clock.refine((time) => time !== '24:00').or(z.literal('')),
  QuietUntil: clock.or(z.literal('')),
  QuietWeekdayList: weekdays,
  QuietLevelList: z.array(integer.pipe(z.number().min(2).max(3))).max(2),
});
const ContactSettingForm = ContactSetting.refine(
  ({ QuietFrom, QuietUntil }) => (QuietFrom === '') === (QuietUntil === ''),
  {
    path: ['QuietUntil'],
    error: say({ zh: '请同时填写开始和结束时间', en: 'Give both a beginning and an end, or neither' }),
  },
)
  .refine(({ QuietFrom, QuietUntil }) => QuietFrom === '' || QuietFrom !== QuietUntil, {
    path: ['QuietUntil'],
    error: say({
      zh: '结束时间不能与开始时间相同；全天为 00:00–24:00',
      en: 'Not the same as the beginning; the whole day is 00:00 to 24:00',
    }),
  })
  .refine(({ QuietFrom, QuietWeekdayList }) => QuietFrom === '' || QuietWeekdayList.length > 0, {
    path: ['QuietWeekdayList'],
    error: say({ zh: '请至少选择一天', en: 'Choose at least one day' }),
  })
  .refine(({ QuietFrom, QuietLevelList }) => QuietFrom === '' || QuietLevelList.length > 0, {
    path: ['QuietLevelList'],
    error: say({ zh: '请至少选择一个级别', en: 'Choose at least one level' }),
  });
export type ContactSetting = z.infer<typeof ContactSetting>;

/** Who is reached how. */
export const deliveryPreviewCalls = defineCalls({
  /** Of an alarm or of a strategy; at which level, where the strategy alone is asked. Nobody is told by asking. */
  getWhoWouldBeCalled: {
    method: 'POST',
    path: '/AlarmActive/GetWhoWouldBeCalled',
    effect: 'read',
    access: ['alarmManage', 'alarmHandle'],
    encoding: 'json',
    summary: { zh: '现在会通知谁', en: 'Who would be called now' },
    body: z.object({ AlarmId: bigId.optional(), StrategyId: id.optional(), Level: level.optional() }),
    data: z.object({
      Level: z.number().int(),
      /** Whether people who look at the screens get a popup; how many they are. */
      Viewers: z.number().int(),
      Rows: z.array(ReachRow),
      /** Ways that nobody has connected, in words. */
      NotAvailable: z.array(z.string()),
      /** The project's service has ended: nobody is notified at all. */
      IsServed: z.boolean(),
    }),
  },
  getContactSetting: {
    method: 'GET',
    path: '/User/GetContactSetting',
    effect: 'read',
    access: 'session',
    summary: { zh: '我的通知设置', en: 'How I want to be notified of alarms' },
    data: ContactSetting.extend({
      Mobile: z.string().nullable(),
      Email: z.string().nullable(),
      /** Ways that nobody has connected. */
      NotAvailable: z.array(channelName),
    }),
  },
  updateContactSetting: {
    method: 'POST',
    path: '/User/UpdateContactSetting',
    effect: 'write',
    access: 'session',
    encoding: 'json',
    summary: { zh: '修改通知设置', en: 'Change how I am notified of alarms' },
    body: ContactSettingForm,
    data: z.null(),
  },
});
