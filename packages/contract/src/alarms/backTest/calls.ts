import { z } from 'zod';
import { defineCalls } from '../../call.ts';
import { epochMs, flag, id } from '../../scalars.ts';
import { RuleDefinition } from '../ruleDefinition.ts';
import { strategyCalls } from '../strategies/calls.ts';
import { DelayProblemRow, ReferenceProblemRow } from '../strategies/rows.ts';

/** How much of the past a condition is tried on. */
export const backTestDays = [30, 90] as const;
/** Points tried at once: seconds each, of one person. */
export const backTestPointLimit = 20;
/** Occurrences told of a variant, for marks on a curve; what is counted is all of them. */
export const backTestOccurrenceLimit = 500;

const Occurrence = z.object({
  PointId: z.number().int(),
  RuleIndex: z.number().int().describe('which of the RuleList raised it, from 0'),
  Level: z.number().int().describe('the most severe it reached'),
  ALARM_EPOCH: epochMs,
  ALARM_EPOCH_CLEARED: epochMs.nullable(),
  MaxValue: z.number().nullable(),
});

const BackTestResult = z.object({
  /** `given`, or what was changed about it: `deadband`, `delay`, `proposal`. Numbered as the variants were sent. */
  Index: z.number().int(),
  Kind: z.enum(['given', 'deadband', 'delay', 'proposal']),
  RuleList: z.array(RuleDefinition),
  AlarmCount: z.number().int(),
  /** Trigger, repeats, rises and clears, as if nobody had confirmed and nothing had been shelved. */
  MessageCount: z.number().int(),
  ActiveSeconds: z.number().int(),
  OccurrenceList: z.array(Occurrence),
  IsCapped: z.boolean(),
});
export type BackTestResult = z.infer<typeof BackTestResult>;

/** Points on which an edit is judged before it is saved; of more, these first: saving judges them all. */
export const previewPointLimit = 500;
/** Alarms and points that are told by name. */
export const previewNamedLimit = 50;

/** The specification knows no such calls. */
export const backTestCalls = defineCalls({
  backTestAlarmRules: {
    method: 'POST',
    path: '/AlarmStrategy/BackTest',
    effect: 'read',
    access: ['alarmManage', 'alarmStrategyEdit', 'companyAlarms'],
    encoding: 'json',
    summary: { zh: '用历史数据试算报警规则', en: 'Try alarm rules on the past' },
    body: z.object({
      ProjectId: id,
      PointIdList: z.array(id).min(1).max(backTestPointLimit),
      Days: z.literal(backTestDays).default(30),
      /** Each a set of rules that are tried together. */
      VariantList: z
        .array(z.object({ RuleList: z.array(RuleDefinition).min(1).max(10) }))
        .min(1)
        .max(5),
      /** Besides: the first variant with a deadband, with a delay, and with both, where history makes it advisable and it alarms less. */
      Propose: flag.default(false),
      RepeatMinutes: z.int().min(1).max(10_080).nullable().default(null),
      NotifyOnClear: flag.default(false),
    }),
    data: z.object({
      From: epochMs,
      To: epochMs,
      /** From when something was measured of any of the points; of older history `From`. Null: nothing was. */
      HistoryFrom: epochMs.nullable(),
      SampleCount: z.number().int(),
      ResultList: z.array(BackTestResult),
      ProblemList: z
        .array(ReferenceProblemRow)
        .describe('what the first variant looks at and does not find, or not alone'),
      NoProposal: z
        .enum(['tooFew', 'noneCalmer'])
        .nullable()
        .describe('why none was made of those asked for: fewer alarms than say anything, or no change makes it calmer'),
    }),
  },
  /** Before it is saved: an editor asks as conditions and points are chosen, and once more when it was saved. */
  checkAlarmDelays: {
    method: 'POST',
    path: '/AlarmStrategy/CheckDelays',
    effect: 'read',
    access: ['alarmManage', 'alarmStrategyEdit', 'companyAlarms'],
    encoding: 'json',
    summary: {
      zh: '检查报警延时与点位上报周期',
      en: 'Where the delay of a condition never completes in stored data, because readings are too far apart for the cycle of their point',
    },
    body: z.object({ ProjectId: id, PointIdList: z.array(id).max(1_000), RuleList: z.array(RuleDefinition).max(20) }),
    data: z.array(DelayProblemRow),
  },
  previewAlarmStrategy: {
    method: 'POST',
    path: '/AlarmStrategy/Preview',
    effect: 'read',
    access: ['alarmStrategyEdit'],
    encoding: 'json',
    summary: {
      zh: '保存前预览：哪些报警继续、结束或出现',
      en: 'Before an edit is saved: which alarms would continue, end and begin',
    },
    /** Of an edit what decides about alarms, named as the edit names it. */
    body: strategyCalls.updateAlarmStrategy.body
      .pick({
        StrategyId: true,
        Enabled: true,
        RuleList: true,
        RemoveRuleIdList: true,
        AddPointIdList: true,
        RemovePointIdList: true,
        RemoveGatewayIdList: true,
        RemoveSlaveIdList: true,
      })
      .extend({
        OwnLimits: z
          .object({ RuleId: id, PointIdList: z.array(id).max(1000), Definition: RuleDefinition.nullable() })
          .optional()
          .describe('limits that these points would have of their own under one condition, or no longer'),
      }),
    data: z.object({
      ContinueCount: z.number().int(),
      EndCount: z.number().int(),
      BeginCount: z.number().int().describe('by the readings up to now, after the delay that is set'),
      UnknownCount: z.number().int().describe('open alarms of points of which nothing was measured lately'),
      NotJudgedCount: z.number().int().describe('points beyond the limit of one preview'),
      PointList: z
        .array(z.object({ PointId: z.number().int(), Outcome: z.enum(['ends', 'begins']) }))
        .describe('the first of those that end or begin'),
    }),
  },
});
