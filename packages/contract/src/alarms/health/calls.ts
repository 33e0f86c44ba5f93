import { z } from 'zod';
import { defineCalls } from '../../call.ts';
import { epochMs, id, integer, localTime } from '../../scalars.ts';
import { alarmKindNames, alarmSubjects } from '../kinds.ts';
import { RuleDefinition } from '../ruleDefinition.ts';

/**
 * The figures of ISA-18.2 and EEMUA 191 for one operator, which both give by windows of ten minutes: up to one alarm can be
 * handled by anybody, up to two by a practised one, above that the list is only watched, and
 * with more than ten a flood begins, which goes on until there are fewer than five.
 */
export const alarmRates = { windowMinutes: 10, acceptable: 1, manageable: 2, flood: 10 } as const;
/** What the standards think of as well set up. */
export const alarmTargets = {
  alarmsPerDay: 144,
  floodPercent: 1,
  topTenPercent: 5,
  chattering: 0,
  standing: 5,
  /** Of all alarms, the share of each level at most: 1 urgent, 2 important. */
  levelPercent: { 1: 5, 2: 15 } as Readonly<Record<number, number>>,
} as const;
/**
 * So many of one source in so short a time is chattering. ISA-18.2 says a minute, of plants that are read by the second; of a
 * cold room that is read by the minute the same means a quarter of an hour.
 */
export const chattering = { alarms: 3, minutes: 15 } as const;
/** Longer than this an alarm says nothing new to anybody. */
export const standingHours = 24;

/** The time buckets of the specification (§9), from the longest, in minutes and in words. */
export const alarmTimeBuckets = [
  { key: 'over60', from: 60, to: null, zh: '60 分钟以上', en: 'Over 60 min' },
  { key: 'from45', from: 45, to: 60, zh: '45–60 分钟', en: '45–60 min' },
  { key: 'from30', from: 30, to: 45, zh: '30–45 分钟', en: '30–45 min' },
  { key: 'from15', from: 15, to: 30, zh: '15–30 分钟', en: '15–30 min' },
  { key: 'under15', from: 0, to: 15, zh: '15 分钟以内', en: 'Under 15 min' },
] as const;
export type AlarmTimeBucket = (typeof alarmTimeBuckets)[number]['key'];
const bucketKeys = alarmTimeBuckets.map(({ key }) => key) as [AlarmTimeBucket, ...AlarmTimeBucket[]];

/** From fewer alarms than this nothing is proposed: what came seldom is no nuisance, and says nothing about its limits or delays. */
export const minToPropose = 5;

const Buckets = z.array(z.object({ Bucket: z.enum(bucketKeys), Count: z.number().int() }));

/** What raises alarms again and again: one condition on one point, slave or gateway. */
const BadActor = z.object({
  ProjectId: z.number().int(),
  ProjectName: z.string(),
  RuleId: z.number().int(),
  /** With the rule, what tells one source from every other. */
  Type: z.enum(alarmSubjects),
  SourceId: z.number().int(),
  StrategyId: z.number().int().nullable().describe('null: it was deleted since'),
  StrategyName: z.string().nullable(),
  Mtid: z.number().int().nullable(),
  MName: z.string(),
  PointId: z.number().int().nullable(),
  PointName: z.string(),
  Unit: z.string(),
  AlarmType: z.enum(alarmKindNames),
  /** The condition in words, in the caller's language: as it is set now, else as it stood at the last alarm. Empty: not known. */
  ALARM_SETTING: z.string(),
  Level: z.number().int().describe('the most severe among them'),
  Count: z.number().int(),
  /** Of all alarms of the stretch. */
  Percent: z.number(),
  /** Of them, how many came while it was chattering. */
  Chattering: z.number().int(),
  MedianSeconds: z.number().int().nullable().describe('how long half of them lasted at most; null: none is over'),
  /** The condition as it is set now, for this point. Null: it is not in force any more. */
  Definition: RuleDefinition.nullable(),
  /** This point has limits of its own, which are set apart from those of the strategy. */
  HasOwnLimits: z.boolean(),
  /** For lines that broke often enough: the delay after which only what lasts is left, and how many that are. */
  LineDelay: z.object({ Seconds: z.number().int(), Count: z.number().int() }).nullable(),
});
export type BadActor = z.infer<typeof BadActor>;

const StandingAlarm = z.object({
  AlarmId: z.number().int(),
  ProjectId: z.number().int(),
  ProjectName: z.string(),
  MName: z.string(),
  PointName: z.string(),
  Level: z.number().int(),
  ALARM_DESCRIBE: z.string(),
  ALARM_EPOCH: epochMs,
  Confirmed: z.boolean(),
});
export type StandingAlarm = z.infer<typeof StandingAlarm>;

export const AlarmHealth = z.object({
  From: epochMs,
  To: epochMs,
  /** By how many the rates are divided, as it was asked. */
  Operators: z.number().int(),
  /** Announced: not for the record only, not hidden when raised. All figures are of these. */
  Total: z.number().int(),
  /** The same stretch before. */
  PreviousTotal: z.number().int(),
  Recorded: z.number().int().describe('of the level that is kept for the record only'),
  Hidden: z.number().int().describe('hidden when they were raised'),
  LevelList: z.array(z.object({ Level: z.number().int(), Count: z.number().int(), Percent: z.number() })),
  /** By operator. */
  PerDay: z.number(),
  PerTenMinutes: z.number(),
  /** The busiest window of ten minutes. */
  Peak: z.object({ Count: z.number().int(), EPOCH: epochMs }).nullable(),
  /** Of the windows of ten minutes, in percent: up to 1, up to 2, up to 10, more than 10; together 100. */
  AcceptablePercent: z.number(),
  ManageablePercent: z.number(),
  DemandingPercent: z.number(),
  OverloadedPercent: z.number(),
  /** Of the time. */
  FloodPercent: z.number(),
  FloodCount: z.number().int(),
  /** The largest, at most 20, by time. */
  FloodList: z.array(z.object({ From: epochMs, To: epochMs, Count: z.number().int(), Peak: z.number().int() })),
  DayList: z.array(
    z.object({
      Day: z.string(),
      Urgent: z.number().int(),
      Important: z.number().int(),
      General: z.number().int(),
    }),
  ),
  /** How long they lasted; those still active until now. */
  DurationList: Buckets,
  /** How long until somebody confirmed them. */
  ResponseList: Buckets,
  Unconfirmed: z.number().int(),
  /** Half of those that were confirmed were so within this. */
  MedianResponseSeconds: z.number().int().nullable(),
  ChatteringCount: z.number().int().describe('sources that chattered'),
  StandingCount: z.number().int(),
  /** Active for longer than a day, the oldest first, at most 20. */
  StandingList: z.array(StandingAlarm),
  TopTenPercent: z.number(),
  BadActorList: z.array(BadActor),
  /** By project, when none is asked for; the one with the most alarms first. */
  ProjectList: z.array(
    z.object({
      ProjectId: z.number().int(),
      ProjectName: z.string(),
      Count: z.number().int(),
      PreviousCount: z.number().int(),
      Urgent: z.number().int(),
      Unconfirmed: z.number().int(),
      MedianResponseSeconds: z.number().int().nullable(),
      Standing: z.number().int(),
    }),
  ),
});
export type AlarmHealth = z.infer<typeof AlarmHealth>;

/** Whether the share of the ten worst says anything: of a handful of alarms, or of ten sources, ten are always the most. */
export const canJudgeTopTen = ({ Total, BadActorList }: Pick<AlarmHealth, 'Total' | 'BadActorList'>): boolean =>
  Total >= 100 && BadActorList.length > 10;

/** The specification knows no such call. */
export const alarmHealthCalls = defineCalls({
  /** How well the alarms are set up: what the standards measure, and what to do about the worst. */
  getAlarmHealth: {
    method: 'POST',
    path: '/AlarmActive/GetAlarmHealth',
    effect: 'read',
    access: ['alarmManage', 'companyAnalysis', 'companyAnalysisData'],
    encoding: 'json',
    summary: { zh: '报警健康度', en: 'Health of the alarm system by ISA-18.2 and EEMUA 191' },
    body: z.object({
      ProjectId: id.optional().describe('none: all projects in which the caller may see alarms'),
      StartTime: localTime.describe('in the project’s time zone, else the company’s; with EndTime at most 31 days'),
      EndTime: localTime,
      Operators: integer.pipe(z.number().min(1).max(100)).default(1).describe('who share the alarms at any time'),
    }),
    data: AlarmHealth,
  },
});
