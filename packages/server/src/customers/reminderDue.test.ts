import { expect, test } from 'vitest';
import { reminderDue } from './reminderDue.ts';

test('people are reminded D days before the end, every f days after that, and on the day', () => {
  const days = (daysBefore: number, every: number) =>
    Array.from({ length: 40 }, (_, left) => left).filter((left) => reminderDue(left, daysBefore, every) === left);
  expect(days(30, 7)).toEqual([0, 2, 9, 16, 23, 30]);
  expect(days(10, 10)).toEqual([0, 10]);
  expect(days(3, 1)).toEqual([0, 1, 2, 3]);
});

test('a reminder that was missed is due until the next one, that of the end for a week', () => {
  expect([31, 30, 29, 23, 17, 16, 1].map((left) => reminderDue(left, 30, 7))).toEqual([null, 30, 30, 23, 23, 16, 2]);
  expect([0, -1, -7, -8].map((left) => reminderDue(left, 30, 7))).toEqual([0, 0, 0, null]);
});
