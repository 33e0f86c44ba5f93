import { expect, it } from 'vitest';
import { driftOf, insideOf } from './drift.ts';

const day = (Day: string, In: number | null, Out: number | null, KnownPercent = 100) => ({
  Day,
  In,
  Out,
  KnownPercent,
});

it('takes what remains at night of whole days for the error of the counters', () => {
  const days = [
    day('2026-11-20', 1000, 980),
    day('2026-11-21', 1000, 970),
    day('2026-11-22', 1000, 400, 60),
    day('2026-11-23', 1000, 985),
    day('2026-11-24', null, null, 0),
    day('2026-11-25', 300, 100),
  ];
  expect(driftOf(days, '2026-11-25')).toBeCloseTo(0.02, 9);
  expect(driftOf([day('2026-11-25', 300, 100)], '2026-11-25')).toBeNull();
});

it('says how many are inside without them', () => {
  expect(insideOf(500, 400, 0.02)).toBe(90);
  expect(insideOf(500, 400, null)).toBe(100);
  expect(insideOf(500, 499, 0.02)).toBe(0);
});
