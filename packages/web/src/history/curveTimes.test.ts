import { expect, it } from 'vitest';
import { axisTimes } from './curveTimes.ts';

const hour = 3_600_000;
const every = (stepMs: number, from: number, count: number) =>
  Array.from({ length: count }, (_, i) => from + i * stepMs);

it('an axis always says which day it is: at midnight, else at its first mark', () => {
  const evening = Date.UTC(2026, 10, 22, 18);
  expect(axisTimes(every(2 * hour, evening, 5), 2 * hour, 'UTC')).toEqual([
    '18:00',
    '20:00',
    '22:00',
    '11-23',
    '02:00',
  ]);
  expect(axisTimes(every(hour / 4, evening, 3), hour / 4, 'UTC')).toEqual(['11-22 18:00', '18:15', '18:30']);
  expect(axisTimes(every(10_000, evening, 2), 10_000, 'Asia/Shanghai')).toEqual(['11-23 02:00:00', '02:00:10']);
  expect(axisTimes([], hour, 'UTC')).toEqual([]);
});

it('days of several years say the year once each', () => {
  expect(axisTimes([Date.UTC(2025, 11, 31), Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 2)], 24 * hour, 'UTC')).toEqual([
    '2025-12-31',
    '2026-01-01',
    '01-02',
  ]);
});
