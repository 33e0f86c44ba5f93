import { expect, test } from 'vitest';
import { isReminderDay } from './isReminderDay.ts';

test('people are reminded D days before the end, every f days after that, and on the day', () => {
  const days = (daysBefore: number, every: number) =>
    Array.from({ length: 40 }, (_, left) => left).filter((left) => isReminderDay(left, daysBefore, every));
  expect(days(30, 7)).toEqual([0, 2, 9, 16, 23, 30]);
  expect(days(10, 10)).toEqual([0, 10]);
  expect(days(3, 1)).toEqual([0, 1, 2, 3]);
  expect(isReminderDay(-1, 30, 1)).toBe(false);
});
