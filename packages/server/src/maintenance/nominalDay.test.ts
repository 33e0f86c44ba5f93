import { expect, test } from 'vitest';
import { nominalDay, nominalDays } from './nominalDay.ts';

const first = (n: number, day: string, cycle: Parameters<typeof nominalDay>[1], count = 1) =>
  Array.from({ length: n }, (_, k) => nominalDay(day, cycle, count, k));

test('visits are counted from the first, and keep to its day where the month has it', () => {
  expect(first(4, '2026-01-31', 'month')).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']);
  expect(first(3, '2024-02-29', 'year')).toEqual(['2024-02-29', '2025-02-28', '2026-02-28']);
  expect(nominalDay('2024-02-29', 'year', 1, 4)).toBe('2028-02-29');
  expect(first(3, '2026-11-30', 'quarter')).toEqual(['2026-11-30', '2027-02-28', '2027-05-30']);
  expect(first(3, '2026-08-31', 'halfYear')).toEqual(['2026-08-31', '2027-02-28', '2027-08-31']);
  expect(first(3, '2026-12-30', 'day', 3)).toEqual(['2026-12-30', '2027-01-02', '2027-01-05']);
  expect(first(3, '2026-01-31', 'month', 2)).toEqual(['2026-01-31', '2026-03-31', '2026-05-31']);
});

test('half months are twice a month, 24 a year', () => {
  expect(first(5, '2026-01-31', 'halfMonth')).toEqual([
    '2026-01-31',
    '2026-02-16',
    '2026-02-28',
    '2026-03-16',
    '2026-03-31',
  ]);
  expect(first(4, '2026-03-01', 'halfMonth')).toEqual(['2026-03-01', '2026-03-16', '2026-04-01', '2026-04-16']);
  for (let day = 1; day <= 31; day++) {
    const anchor = `2025-01-${String(day).padStart(2, '0')}`;
    const year = nominalDays(anchor, 'halfMonth', 1, '2030-12-31').filter((each) => each.startsWith('2027'));
    expect(year.length).toBe(24);
  }
});

test('every cycle goes forward, and a plan ends with the day it is asked for', () => {
  for (const cycle of ['day', 'halfMonth', 'month', 'quarter', 'halfYear', 'year'] as const)
    for (const count of [1, 2, 10]) {
      const days = nominalDays('2026-01-31', cycle, count, '2036-01-30');
      expect([...days].sort()).toEqual(days);
      expect(new Set(days).size).toBe(days.length);
      expect(days.at(-1)! <= '2036-01-30').toBe(true);
    }
});
