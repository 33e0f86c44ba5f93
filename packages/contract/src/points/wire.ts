import { z } from 'zod';
import { alarmKindNames } from '../alarms/kinds.ts';
import { epochMs } from '../scalars.ts';

/** An alarm whose condition holds while its delay still runs: "beyond limit, alarm in 4 min". Nobody was notified of it yet. */
export const PendingAlarm = z.object({
  Kind: z.enum(alarmKindNames),
  /** What it will be raised with, as things stand. */
  Level: z.number().int(),
  /** Since when it holds, epoch milliseconds. */
  SinceEPOCH: epochMs,
  /** When the alarm is due unless the value returns, epoch milliseconds; null while a broken sensor stops the delay. */
  DueEPOCH: epochMs.nullable(),
  /** The state of another point holds the condition back since `SinceEPOCH`, whether the value is beyond its limit or not. */
  HeldBy: z
    .object({
      Zh: z.string(),
      En: z.string(),
      UntilEPOCH: epochMs.describe('at the latest'),
      IsSettling: z.boolean().describe('that state is over; the condition waits a while after it'),
    })
    .optional(),
});
export type PendingAlarm = z.infer<typeof PendingAlarm>;

/** One point with its present value. The age of a value is `now - Time`; a missing value is null, never 0. */
/** Where a value lies by the limits of its point, from the top down. */
export const valueBands = ['highHigh', 'high', 'within', 'low', 'lowLow'] as const;
export type ValueBand = (typeof valueBands)[number];

/** Null: no limits, or no valid value. */
export const Band = z.enum(valueBands).nullable();

export const PointValue = z.object({
  PointId: z.number().int(),
  PointName: z.string(),
  /** 0 analog, 1 state. */
  PointType: z.number().int(),
  PointTypeId: z.number().int(),
  PointTypeName: z.string(),
  PointTypeCode: z.string(),
  Unit: z.string(),
  Decimals: z.number().int(),
  IsWrite: z.boolean(),
  Value: z.number().nullable(),
  /** State points: the word for the value in the caller's language. */
  ValueText: z.string().nullable(),
  /** When it was measured, epoch milliseconds. */
  Time: z.number().int().nullable(),
  Quality: z.enum(['good', 'uncertain', 'bad']).nullable(),
  QualityReason: z.string().nullable().describe('why it is not good: timeout, sensorFault, exception …'),
  ExceptionCode: z.number().int().nullable(),
  SamplingSeconds: z.number().int(),
  /** Since when its gateway or slave does not answer, epoch milliseconds, 0: it never did; null: it answers. */
  SilentSinceEPOCH: epochMs.nullable(),
  /** Limits of this hour, else those of other hours; null where no strategy sets one. */
  SuperUpperLimit: z.number().nullable(),
  UpperLimit: z.number().nullable(),
  LowerLimit: z.number().nullable(),
  SuperLowerLimit: z.number().nullable(),
  IsJudged: z
    .boolean()
    .describe('false: these limits are not judged now, because they are suppressed or outside their hours'),
  Band: Band.describe('where the value lies by these limits, judged or not; null: no limits, or no valid value'),
  /** Level of the worst open alarm of this point that the caller may see. */
  AlarmLevel: z.number().int().nullable(),
  /** What is about to become an alarm, of the levels the caller may see. */
  Pending: z.array(PendingAlarm),
  /** State points: every value with its word. */
  UnitMap: z.array(z.object({ Key: z.number(), Value: z.string() })),
});
export type PointValue = z.infer<typeof PointValue>;
