import { z } from 'zod';
import { say } from '../inputWords.ts';

const severity = z.literal([1, 2, 3, 4]);
const delays = { onDelaySeconds: z.number(), offDelaySeconds: z.number() };

/**
 * Another point: a certain one, or the one of that type on the device of the point that is judged. Where a device has several of
 * a type, its name says which: a freezer has a temperature of its air, its coil and its setpoint.
 */
export const PointReference = z.union(
  [
    z.object({ pointId: z.int().positive() }),
    z.object({ pointTypeId: z.int().positive(), pointName: z.string().min(1).max(100).exactOptional() }),
  ],
  { error: say({ zh: '请选择点位', en: 'Choose a point' }) },
);
export type PointReference = z.infer<typeof PointReference>;

/** With `from`, the limit is that point's value plus `limit`: a limit that moves along. */
const bandLimit = z.object({ limit: z.number(), severity, from: PointReference.exactOptional() }).exactOptional();
const bands = z.object({ lowLow: bandLimit, low: bandLimit, high: bandLimit, highHigh: bandLimit });

/** A day of the week from 1 Monday to 7 Sunday; 8 is a holiday, for rules that speak of holidays at all. */
export const dayKinds = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** A part of the week by the clocks of the project. One that ends next day belongs to the day it begins on. */
const period = z.object({
  days: z.array(z.literal(dayKinds)),
  fromMinute: z.int().min(0).max(1439),
  untilMinute: z.int().min(1).max(1440),
  endsNextDay: z.boolean(),
});

/** States of other points that one rule may wait for: door, defrost, fan, compressor, mode. More nobody could still foresee. */
export const maxOnlyWhile = 5;

const hour = 3600;
const day = 24 * hour;

/**
 * How long a rule may wait, look back and look away at most, in seconds. A form takes no more; a stored rule that says more runs
 * with this.
 */
export const longestSeconds = {
  /** As long as the mildest alarm can be shelved: who waits hides. */
  onDelaySeconds: 7 * day,
  offDelaySeconds: 7 * day,
  /** What came in it is kept of every point, and read from history at every start. */
  windowSeconds: day,
  /** A defrost that hangs, or hangs again and again, hides nothing for longer. */
  settleSeconds: day,
  maxHiddenSeconds: day,
  /** By kind: what stands still is read from history at every start; a truck without a journey may be silent for weeks. */
  afterSeconds: { frozen: 2 * day, noData: 31 * day },
} as const;

/** Parts of a week that one rule tells apart: every day differently, and some hours of it. More nobody could still foresee. */
export const maxPeriods = 50;
/** States that one rule names; each sample is held against all of them. */
export const maxStates = 100;

const conditions = {
  /**
   * All must hold. The rule is hidden while one of these points has any other value, and for its `settleSeconds` after: a
   * defrost, an open door. Longer than its `maxHiddenSeconds` none of them hides it: a defrost that hangs hides nothing.
   */
  onlyWhile: z
    .array(
      z.object({
        point: PointReference,
        values: z.array(z.number()),
        settleSeconds: z.number(),
        maxHiddenSeconds: z.number(),
      }),
    )
    .min(1)
    .max(maxOnlyWhile)
    .exactOptional(),
  /** In force only in these; none given: always. */
  periods: z.array(period).exactOptional(),
};

/**
 * What an alarm rule says: `alarm_rule.definition` as it is stored and as it travels, the engine's rule without its id.
 * Here stands only its form; whether its numbers make sense say `definitionRules` and `canRun`.
 */
export const RuleDefinition = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('limit'),
    bands,
    deadband: z.number(),
    ...delays,
    onlyWhile: conditions.onlyWhile,
    /** A period may have limits of its own in the place of `bands`. */
    periods: z.array(period.extend({ bands: bands.exactOptional() })).exactOptional(),
  }),
  z.object({ kind: z.literal('state'), values: z.array(z.number()), severity, ...delays, ...conditions }),
  /** Stays within `tolerance` for so long, although samples keep coming. */
  z.object({
    kind: z.literal('frozen'),
    tolerance: z.number(),
    afterSeconds: z.number(),
    severity,
    ...conditions,
  }),
  /** Rises or falls by more than `limit` within the window. */
  z.object({
    kind: z.literal('rateOfChange'),
    direction: z.enum(['rise', 'fall', 'either']),
    limit: z.number(),
    windowSeconds: z.number(),
    severity,
    ...delays,
    ...conditions,
  }),
  /** Is more than `limit` above or below another point. */
  z.object({
    kind: z.literal('deviation'),
    from: PointReference,
    direction: z.enum(['above', 'below', 'either']),
    limit: z.number(),
    deadband: z.number(),
    severity,
    ...delays,
    ...conditions,
  }),
  z.object({ kind: z.literal('noData'), afterSeconds: z.number(), severity }),
  z.object({ kind: z.literal('badQuality'), severity, ...delays }),
  z.object({ kind: z.literal('communicationLoss'), severity, ...delays }),
]);
export type RuleDefinition = z.infer<typeof RuleDefinition>;
