import { describe, expect, it } from 'vitest';
import { downloadIntervalMinutes, minimumIntervalMinutes, rawDataAllowed } from './intervals.ts';

const days = (count: number): number => count * 86_400_000;
const minute = 60_000;

describe('the interval of a curve', () => {
  it.each([
    [1, 2],
    [7, 2],
    [8, 10],
    [30, 10],
    [31, 30],
    [90, 30],
    [91, 60],
    [182, 60],
    [183, 120],
    [365, 120],
    [366, 240],
    [731, 240],
  ])('over %i days is at least %i minutes', (range, interval) => {
    expect(minimumIntervalMinutes(days(range))).toBe(interval);
  });

  it('does not exist beyond two years', () => {
    expect(minimumIntervalMinutes(days(732))).toBeNull();
  });

  it('stays the same when a clock change makes a week an hour longer', () => {
    expect(minimumIntervalMinutes(days(7) + 60 * minute)).toBe(2);
    expect(minimumIntervalMinutes(days(7) + 61 * minute)).toBe(10);
  });

  it('may be raw data up to a week', () => {
    expect(rawDataAllowed(days(7))).toBe(true);
    expect(rawDataAllowed(days(8))).toBe(false);
  });
});

describe('the interval of a download', () => {
  it.each([
    [7, 10],
    [8, 20],
    [31, 20],
    [32, 60],
    [182, 60],
    [183, 120],
    [731, 120],
  ])('over %i days is %i minutes', (range, interval) => {
    expect(downloadIntervalMinutes(days(range))).toBe(interval);
  });

  it('does not exist beyond two years', () => {
    expect(downloadIntervalMinutes(days(732))).toBeNull();
  });
});
