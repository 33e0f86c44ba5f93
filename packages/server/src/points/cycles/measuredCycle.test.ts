import { expect, test } from 'vitest';
import { cycleFor, medianDistance, otherCycle } from './measuredCycle.ts';

test.each([
  [2, 10],
  [10, 10],
  [11, 30],
  [59, 60],
  [62, 60],
  [64, 120],
  [300, 300],
  [310, 300],
  [620, 600],
  [660, 660],
  [400_000, 86_400],
])('readings %d s apart have a cycle of %d s', (distance, cycle) => {
  expect(cycleFor(distance)).toBe(cycle);
});

test('a gap of hours does not change the distance between readings', () => {
  expect(medianDistance([0, 60_000, 120_000, 20_000_000, 20_060_000, 20_120_000])).toBe(60);
  expect(medianDistance([7])).toBe(null);
});

/** Twelve hours of readings at an even distance in seconds. */
const each = (seconds: number) => Array.from({ length: (12 * 3600) / seconds }, (_, i) => i * seconds * 1000);

test('a cycle is another only when both halves of the day leave it by a factor of two to the same side', () => {
  expect(otherCycle(60, [each(300), each(300)])).toBe(300);
  expect(otherCycle(600, [each(60), each(60)])).toBe(60);
  expect(otherCycle(60, [each(60), each(300)])).toBe(null);
  expect(otherCycle(60, [each(110), each(110)])).toBe(null);
  expect(otherCycle(300, [each(60), each(900)])).toBe(null);
  // Silence is none, and nothing is shorter than the shortest.
  expect(otherCycle(60, [each(300), []])).toBe(null);
  expect(otherCycle(10, [each(2), each(2)])).toBe(null);
});
