import { z } from 'zod';
import { epochMs } from '../scalars.ts';
import { alarmKindNames, endReasonNames, followUps, shelfKindNames } from './kinds.ts';

/** What hides an alarm now. */
export const HiddenBy = z.object({
  ShelfId: z.number().int(),
  Kind: z.enum(shelfKindNames),
  /** With who did it for those who manage or handle alarms only, to others null. */
  Reason: z.string().nullable(),
  UserName: z.string().nullable(),
  SinceEPOCH: epochMs,
  /** Null: until somebody ends it. */
  UntilEPOCH: epochMs.nullable(),
});
export type HiddenBy = z.infer<typeof HiddenBy>;

/** What an active alarm comes to, as its point has gone on in the last half hour. */
export const AlarmForecast = z.object({
  Kind: z
    .enum(['worse', 'back', 'over'])
    .describe('reaches its next limit; comes back within its limit; its condition has ended and only its delay runs'),
  Limit: z.number().nullable().describe('null: over'),
  Level: z.number().int().nullable().describe('of worse: the level it then has'),
  ExpectedEPOCH: epochMs,
  ExpectedFromEPOCH: epochMs.describe('by the faster quarter of its trend'),
  ExpectedToEPOCH: epochMs.describe('by the slower one'),
});
export type AlarmForecast = z.infer<typeof AlarmForecast>;

/** A condition that looks away meanwhile because of the state of another point. */
export const Suppression = z.object({
  Kind: z
    .enum(['by', 'settling', 'other'])
    .describe('another point holds this alarm back; it did and is back; this alarm holds another point’s alarm back'),
  /** The other point, with the state it is in where that holds this one back. */
  Name: z.string(),
  SinceEPOCH: epochMs,
  UntilEPOCH: epochMs.describe('at the latest'),
});

export const AlarmRow = z.object({
  /** Also the alarm's number: it never changes and is never given twice. */
  Id: z.number().int(),
  ProjectId: z.number().int(),
  ProjectName: z.string(),
  Mtid: z.number().int().nullable(),
  MName: z.string().describe('device'),
  PointId: z.number().int().nullable(),
  PointName: z.string().describe('point, or the slave or gateway when the alarm is its own'),
  Area: z.string().nullable(),
  /**
   * By which it is listed, filtered, ordered and counted. While it is active that is the level it has now, which is what people
   * act on: one that fell from urgent to important waits its turn among the important. Once it is over it is the worst it ever
   * was, confirmed or not: one that was urgent for ten minutes was an urgent alarm, however mildly it ended. Statistics and
   * health count every alarm by its worst.
   */
  Level: z.number().int(),
  WorstLevel: z.number().int().describe('the worst it ever was'),
  LastLevel: z.number().int().describe('the level it has now; once it is over, the one it had at its end'),
  AlarmType: z.enum(alarmKindNames),
  /** The reason in words, in the caller's language. */
  ALARM_DESCRIBE: z.string(),
  ALARM_EPOCH: epochMs,
  /** When it was over: its condition, or, as `EndReason` says, its rule, its time or what it watched. */
  ALARM_EPOCH_CLEARED: epochMs.nullable(),
  /** Null: it is still on, or it returned to normal. */
  EndReason: z.enum(endReasonNames).nullable(),
  /** Seconds from raise to return, or to now. */
  ContinuedTime: z.number().int(),
  Status: z.number().int().describe('0 unconfirmed, 1 confirmed, 2 eliminated and confirmed'),
  /** Whether the process is still outside its limits, acknowledged or not. */
  Active: z.boolean(),
  /** Worst value beyond the limit. */
  MaxValue: z.number().nullable(),
  Value: z
    .number()
    .nullable()
    .describe('present value of its point; null: it has none, is bad or stale, or is not the caller’s to see'),
  LimitValue: z.number().nullable(),
  Unit: z.string(),
  Decimals: z.number().int(),
  AckedName: z.string().nullable(),
  ALARM_EPOCH_ACKED: epochMs.nullable(),
  /** Seconds from raise to confirmation; null while nobody has confirmed it. */
  ResponseTime: z.number().int().nullable(),
  FollowUp: z.enum(followUps).nullable(),
  /** Remarks of the handling; with its author, measures and result only for those who manage alarms, to others null. */
  Comment: z.string().nullable(),
  CommentName: z.string().nullable(),
  COMMENT_TIME: epochMs.nullable(),
  Measures: z.string().nullable(),
  AnalysisResult: z.string().nullable(),
  DetectedLate: z.boolean(),
  /** How many people were told. */
  NotifiedCount: z.number().int(),
  /** Null: it is shown. */
  Hidden: HiddenBy.nullable(),
  /** Null: it is over, or its trend says nothing. */
  Ahead: AlarmForecast.nullable(),
  /** What holds its condition back now, and what its point's state holds back on other points of its device. */
  HeldList: z.array(Suppression),
});
export type AlarmRow = z.infer<typeof AlarmRow>;

export const AlarmJournalRow = z.object({
  At: epochMs,
  /** `stillActive`: found in a late buffer and not over yet, the moment people were told. `escalated`: a later step of the ladder was. */
  Kind: z.enum([
    'raised',
    'stillActive',
    'severityChanged',
    'ruleChanged',
    'returnedToNormal',
    'acknowledged',
    'handled',
    'commented',
    'repeated',
    'escalated',
    'ended',
    'hidden',
    'shown',
    'foundLate',
    'corrected',
    'disproved',
  ]),
  Level: z.number().int().nullable(),
  Text: z.string(),
  UserName: z.string().nullable(),
});
export type AlarmJournalRow = z.infer<typeof AlarmJournalRow>;

export const AlarmComment = z.object({
  At: epochMs,
  /** Null: the account is gone. */
  UserName: z.string().nullable(),
  Text: z.string(),
});
export type AlarmComment = z.infer<typeof AlarmComment>;

export const AlarmDetail = AlarmRow.extend({
  /** Of one that is deleted: as it was called when the alarm was raised. */
  StrategyName: z.string().nullable(),
  StrategyDeleted: z.boolean(),
  Instruction: z
    .string()
    .nullable()
    .describe('what has to be done, as its policy says; null: that says nothing, or is deleted'),
  /** The rule in words, in the caller's language. */
  ALARM_SETTING: z.string(),
  SuperUpperLimit: z.number().nullable(),
  UpperLimit: z.number().nullable(),
  LowerLimit: z.number().nullable(),
  SuperLowerLimit: z.number().nullable(),
  /** What it is an alarm of, when that is no point: where it is, and whose data is missing. Null: a point. */
  Source: z
    .object({
      Type: z.enum(['slave', 'gateway']),
      /** Of the slave or gateway. */
      Id: z.number().int(),
      GatewayId: z.number().int(),
      GatewayName: z.string(),
      DeviceList: z
        .array(z.object({ Mtid: z.number().int(), MName: z.string(), Area: z.string().nullable() }))
        .describe('devices with points on it that the caller sees, at most 50'),
    })
    .nullable(),
  PointList: z
    .array(z.object({ PointId: z.number().int(), PointName: z.string() }))
    .describe('points of the same device that explain the alarm: its main measurement, door, defrost; at most 3'),
  Journal: z.array(AlarmJournalRow),
  /** In the order they were written. Null: not the caller's to know. */
  Comments: z.array(AlarmComment).nullable(),
  /** Who was told, by every way, in order; who was left out, too. Null: not the caller's to know; `NotifiedCount` says how many. */
  Notified: z
    .array(
      z.object({
        UserName: z.string().describe('of a webhook, its name'),
        PushType: z.number().int().describe('0 trigger, 1 repeat, 2 escalation, 3 clear, 4 ended otherwise'),
        Channel: z.string().describe('app, sms, voice, email, webhook'),
        ChannelName: z.string(),
        State: z.string().describe('waiting, sent, delivered, read, failed, skipped'),
        StateName: z.string(),
        /** Why not, or what the provider said; empty: nothing to say. */
        Explain: z.string(),
        /** When it was sent; of what was not, when it was decided. */
        SendEPOCH: epochMs,
        /** Read in the app, or received by the phone. */
        ReadEPOCH: epochMs.nullable(),
      }),
    )
    .nullable(),
});
export type AlarmDetail = z.infer<typeof AlarmDetail>;

export const AlarmOfPoint = z.object({
  AlarmId: z.number().int(),
  PointId: z.number().int(),
  /** Null: it was deleted since. */
  StrategyId: z.number().int().nullable(),
  /** As in the lists. */
  Level: z.number().int(),
  ALARM_DESCRIBE: z.string(),
  ALARM_EPOCH: epochMs,
  ALARM_EPOCH_CLEARED: epochMs.nullable(),
  /** As in the lists. */
  EndReason: z.enum(endReasonNames).nullable(),
});
export type AlarmOfPoint = z.infer<typeof AlarmOfPoint>;
