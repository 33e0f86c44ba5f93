import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AlarmRule } from './alarmRule.ts';
import { followGates } from './followGates.ts';
import { inTime, isHidden, throughGates, traceAt } from './trace.ts';
import { utcCalendar } from './weekly.ts';

const minute = 60_000;
const end = 200;
const doors = [7, 8] as const;

const rule = fc
  .array(
    fc.record({
      point: fc.constantFrom(...doors).map((pointId) => ({ pointId })),
      values: fc.constant([0]),
      settleSeconds: fc.integer({ min: 0, max: 20 }).map((minutes) => minutes * 60),
      maxHiddenSeconds: fc.integer({ min: 1, max: 60 }).map((minutes) => minutes * 60),
    }),
    { minLength: 1, maxLength: 2 },
  )
  .map((onlyWhile): AlarmRule => {
    const bands = { high: { limit: -15, severity: 2 } } as const;
    return { id: 1, kind: 'limit', bands, deadband: 0, onDelaySeconds: 0, offDelaySeconds: 0, onlyWhile };
  });
const reports = fc.uniqueArray(
  fc.record({
    at: fc.integer({ min: 0, max: end - 1 }),
    door: fc.constantFrom(...doors),
    value: fc.constantFrom(0, 1),
    isBad: fc.boolean(),
  }),
  { selector: ({ at }) => at, maxLength: 40 },
);

test('a rule is found suppressed in just the minutes in which the engine, minute by minute, suppresses it', () => {
  fc.assert(
    fc.property(rule, reports, (rule, unordered) => {
      const inOrder = unordered.toSorted((a, b) => a.at - b.at);
      const expected: number[] = [];
      let trace = traceAt(rule, utcCalendar, 0);
      for (let now = 0; now < end; now++) {
        if (trace.nextAt <= now * minute) trace = inTime(rule, trace, utcCalendar, now * minute);
        const report = inOrder.find(({ at, isBad }) => at === now && !isBad);
        if (report) trace = throughGates(rule, trace, report.door, now * minute, report.value);
        if (isHidden(rule, trace, now * minute)) expected.push(now);
      }

      const followed = followGates(rule)!;
      for (const pointId of doors) {
        const own = inOrder.filter(({ door }) => door === pointId);
        followed.take({
          pointId,
          length: own.length,
          measuredAt: own.map(({ at }) => at * minute),
          values: own.map(({ value }) => value),
          quality: own.map(({ isBad }) => (isBad ? 64 : 0)),
        });
      }
      const spans = followed.until(end * minute);
      const found = Array.from({ length: end }, (_, now) => now).filter((now) =>
        spans.some(([from, until]) => from <= now * minute && now * minute < until),
      );
      expect(found).toEqual(expected);
    }),
    { numRuns: 2_000 },
  );
});
