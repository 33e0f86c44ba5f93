import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { coalesce } from './realtime.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('hands over the first change at once and later ones at most four times a second', () => {
  const delivered: number[][] = [];
  const batch = coalesce<number>((items) => delivered.push(items));
  batch.add(1);
  expect(delivered).toEqual([[1]]);
  batch.add(2);
  batch.add(3);
  vi.advanceTimersByTime(249);
  expect(delivered).toEqual([[1]]);
  vi.advanceTimersByTime(1);
  expect(delivered).toEqual([[1], [2, 3]]);
  vi.advanceTimersByTime(1_000);
  batch.add(4);
  expect(delivered).toEqual([[1], [2, 3], [4]]);
});

it('delivers nothing after it was stopped', () => {
  const deliver = vi.fn();
  const batch = coalesce<number>(deliver);
  batch.add(1);
  batch.add(2);
  batch.stop();
  vi.advanceTimersByTime(1_000);
  expect(deliver).toHaveBeenCalledTimes(1);
});
