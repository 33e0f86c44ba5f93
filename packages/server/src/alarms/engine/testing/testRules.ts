import { canRun } from '@watchpost/contract';
import fc from 'fast-check';
import type { Period, ValueRule } from '../index.ts';

export const start = 1_800_000_000_000; // 08:00 UTC on a Friday
/** Of the day, in UTC. */
export const minuteOf = (second: number) => 480 + Math.floor(second / 60);
export const own = 5;
export const other = 9;
export const third = 11;
export const from = { pointId: other };

const delay = fc.constantFrom(0, 10, 30, 60);
const delays = { onDelaySeconds: delay, offDelaySeconds: delay };
/** The other points stand at 0 or 5 mostly: as a state, 0 is the one in which alarms count. */
const onlyWhile = fc.array(
  fc.record({
    point: fc.constantFrom(from, { pointId: third }),
    values: fc.constantFrom([0], [0, -5]),
    settleSeconds: fc.constantFrom(0, 20, 45),
    maxHiddenSeconds: fc.constantFrom(50, 200),
  }),
  { minLength: 1, maxLength: 3 },
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const given = <T extends object>(rule: T): T =>
  Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined)) as T;

const band = (limit: number, severity: 1 | 2 | 3 | 4) =>
  fc.boolean().map((moves) => (moves ? { limit, severity, from } : { limit, severity }));
const bands = fc
  .record(
    { highHigh: band(-10, 1), high: band(-15, 2), low: band(-25, 3), lowLow: band(-28, 2) },
    { requiredKeys: ['high'] },
  )
  .map(given);
/** Any rule that judges values, of `own` and by the values of `other` and `third`, with hours that begin and end at these minutes. */
export function ruleWithin(minute: fc.Arbitrary<number>): fc.Arbitrary<ValueRule> {
  const hours = fc
    .uniqueArray(minute, { minLength: 4, maxLength: 4 })
    .map((minutes) => minutes.toSorted((a, b) => a - b))
    .map(([a, b, c, d]): Period[] => [
      { days: [1, 2, 3, 4, 5, 6, 7], fromMinute: a!, untilMinute: b!, endsNextDay: false },
      { days: [1, 2, 3, 4, 5, 6, 7], fromMinute: c!, untilMinute: d!, endsNextDay: false },
    ]);
  const limitRule = fc
    .record({
      id: fc.constant(1),
      kind: fc.constant('limit' as const),
      bands,
      deadband: fc.constantFrom(0, 1, 3),
      ...delays,
      onlyWhile: maybe(onlyWhile),
      periods: maybe(
        fc
          .tuple(hours, maybe(bands))
          .map(([[first, second], own]) => [first!, own === undefined ? second! : { ...second!, bands: own }]),
      ),
    })
    .map(given);
  const stateRule = fc
    .record({
      id: fc.constant(1),
      kind: fc.constant('state' as const),
      values: fc.constantFrom([-9], [-9, -20]),
      severity: fc.constant(2 as const),
      ...delays,
      onlyWhile: maybe(onlyWhile),
      periods: maybe(hours),
    })
    .map(given);
  const deviationRule = fc
    .record({
      id: fc.constant(1),
      kind: fc.constant('deviation' as const),
      from: fc.constant(from),
      direction: fc.constantFrom('above' as const, 'below' as const, 'either' as const),
      limit: fc.constantFrom(8, 15, 22),
      deadband: fc.constantFrom(0, 3),
      severity: fc.constant(2 as const),
      ...delays,
      onlyWhile: maybe(onlyWhile),
      periods: maybe(hours),
    })
    .map(given);
  const frozenRule = fc
    .record({
      id: fc.constant(1),
      kind: fc.constant('frozen' as const),
      tolerance: fc.constantFrom(0, 2),
      afterSeconds: fc.constantFrom(20, 60, 120),
      severity: fc.constant(3 as const),
      periods: maybe(hours),
    })
    .map(given);
  const rateRule = fc
    .record({
      id: fc.constant(1),
      kind: fc.constant('rateOfChange' as const),
      direction: fc.constantFrom('rise' as const, 'fall' as const, 'either' as const),
      limit: fc.constantFrom(3, 9),
      windowSeconds: fc.constantFrom(30, 90),
      severity: fc.constant(3 as const),
      ...delays,
      periods: maybe(hours),
    })
    .map(given);
  return fc
    .oneof(limitRule, stateRule, deviationRule, frozenRule, rateRule)
    .filter((rule) => canRun(rule as ValueRule)) as fc.Arbitrary<ValueRule>;
}
