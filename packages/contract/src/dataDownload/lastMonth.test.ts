import { expect, it } from 'vitest';
import { lastMonth } from './lastMonth.ts';

it('last month is the calendar month before today’s, in January that of the year before', () => {
  expect(lastMonth('2026-11-23 13:10:00')).toEqual({ start: '2026-10-01 00:00:00', end: '2026-11-01 00:00:00' });
  expect(lastMonth('2027-01-31')).toEqual({ start: '2026-12-01 00:00:00', end: '2027-01-01 00:00:00' });
});
