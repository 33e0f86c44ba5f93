import { z } from 'zod';
import { defineCalls } from '../../call.ts';
import { epochMs, id, localTime } from '../../scalars.ts';
import { alarmKindNames } from '../kinds.ts';

/** How a condition stood at a moment. */
export const alarmVerdicts = {
  alarming: { zh: '报警中', en: 'In alarm' },
  returning: { zh: '正在恢复', en: 'Returning' },
  pending: { zh: '延时中', en: 'Waiting for its delay' },
  normal: { zh: '正常', en: 'Normal' },
  lookedAway: { zh: '已抑制', en: 'Suppressed' },
  outside: { zh: '不在有效时段', en: 'Outside its hours' },
  unknown: { zh: '无法判断', en: 'Could not be judged' },
  closed: { zh: '策略已关闭', en: 'Policy closed' },
  notYet: { zh: '当时尚未建立', en: 'Did not exist yet' },
  notYours: { zh: '不对您显示', en: 'Not shown to you' },
} as const;
export type AlarmVerdict = keyof typeof alarmVerdicts;
const verdicts = Object.keys(alarmVerdicts) as [AlarmVerdict, ...AlarmVerdict[]];

const RuleThen = z.object({
  RuleId: z.number().int(),
  StrategyId: z.number().int().nullable(),
  /** Of one that is deleted: as it was called when the alarm was raised. */
  StrategyName: z.string().nullable(),
  StrategyDeleted: z.boolean(),
  AlarmType: z.enum(alarmKindNames),
  /** The condition in words. */
  ALARM_SETTING: z.string(),
  Verdict: z.enum(verdicts),
  /** The conditions of then are not known: verdict and sentences use the present ones. */
  ByPresentRule: z.boolean(),
  /** Plain sentences, in the caller's language, in the order to be read. */
  TextList: z.array(z.string()),
  /** The alarm of this condition that was on at the time, as it was recorded. */
  AlarmId: z.number().int().nullable(),
});
export type RuleThen = z.infer<typeof RuleThen>;

export const AlarmExplanation = z.object({
  PointId: z.number().int(),
  PointName: z.string(),
  MName: z.string(),
  ProjectId: z.number().int(),
  EPOCH: epochMs,
  /** About the point as a whole: what its value was, who hid its alarms, what was lost above it. */
  TextList: z.array(z.string()),
  RuleList: z.array(RuleThen),
});
export type AlarmExplanation = z.infer<typeof AlarmExplanation>;

/** The specification knows no such call. */
export const whyCalls = defineCalls({
  /** Why did it alarm, why did it not: each condition on a point as the engine saw it at a time, on the history there is. */
  explainAlarm: {
    method: 'POST',
    path: '/AlarmActive/ExplainAlarm',
    effect: 'read',
    access: ['alarmManage', 'monitorView', 'monitorEdit'],
    encoding: 'json',
    summary: { zh: '报警依据', en: 'Why a point did, or did not, alarm at a time' },
    body: z.object({
      ProjectId: id,
      PointId: id,
      Time: localTime.describe('in the project’s time zone'),
    }),
    data: AlarmExplanation,
  },
});
