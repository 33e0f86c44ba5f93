import { expect, test } from 'vitest';
import { ratesOf } from './rates.ts';

const minute = 60_000;
const day = 1440 * minute;
const at = (...minutes: number[]) => minutes.map((each) => each * minute);

test('more than ten alarms within ten minutes are a flood until fewer than five come in ten minutes', () => {
  // 12 from 09:58, across the edge of two windows; 5 more while it goes on, then one alone long after.
  const burst = Array.from({ length: 12 }, (_, i) => 598 + i * 0.5);
  const { floods, floodPercent, peak, overloaded } = ratesOf(at(...burst, 606, 608, 610, 612, 614, 700), 0, day, 1);
  expect(floods).toEqual([{ from: 598 * minute, to: 613.5 * minute, count: 16, peak: 13 }]);
  expect(floodPercent).toBeCloseTo((15.5 / 1440) * 100);
  expect(peak).toEqual({ count: 13, at: 598 * minute });
  // Of the windows of the clock none holds more than ten of them: the fullest, from 10:00, just so many.
  expect(overloaded).toBe(0);
  expect(ratesOf(at(...burst), 0, day, 2).floods).toEqual([]);
  // Ten are the most that can be coped with, and no flood yet: in a window of the clock neither.
  const ten = Array.from({ length: 10 }, (_, i) => 600 + i * 0.5);
  expect(ratesOf(at(...ten), 0, day, 1)).toMatchObject({ floods: [], overloaded: 0, peak: { count: 10 } });
  const eleven = ratesOf(at(...ten, 605), 0, day, 1);
  expect(eleven.floods).toMatchObject([{ count: 11 }]);
  expect(eleven.overloaded).toBeCloseTo((1 / 144) * 100);
});

test('rates are by operator, and windows add up to everything', () => {
  const steady = ratesOf(at(...Array.from({ length: 288 }, (_, i) => i * 5)), 0, day, 1);
  expect([steady.perDay, steady.perTenMinutes, steady.manageable, steady.floods.length]).toEqual([288, 2, 100, 0]);
  const shared = ratesOf(at(...Array.from({ length: 288 }, (_, i) => i * 5)), 0, day, 2);
  expect([shared.perDay, shared.acceptable]).toEqual([144, 100]);
  const none = ratesOf([], 0, day, 1);
  expect([none.perDay, none.acceptable, none.peak, none.floodPercent]).toEqual([0, 100, null, 0]);
  expect(ratesOf([], day, 0, 1).acceptable).toBe(0);
});
