import { expect, it } from 'vitest';
import { sparklineOf } from './sparkline.ts';

const bucket = (minute: number, Avg: number | null) => ({ Time: minute * 60_000, Min: Avg, Avg, Max: Avg });
const none = { upper: null, lower: null };
const hour = 3_600_000;

it('breaks the line where buckets are missing or have no value', () => {
  const shape = sparklineOf(
    [bucket(0, 1), bucket(10, 2), bucket(40, 3), bucket(50, 2), bucket(60, null), bucket(70, 1)],
    null,
    none,
    0,
    2 * hour,
  );
  expect(shape?.paths).toHaveLength(2);
  expect(shape?.dots).toHaveLength(1);
});

it('is nothing, not a line at zero, when there is no value', () => {
  expect(sparklineOf([bucket(0, null)], null, none, 0, hour)).toBeNull();
  expect(sparklineOf([], null, { upper: 5, lower: null }, 0, hour)).toBeNull();
});

it('ends in the present value', () => {
  const shape = sparklineOf([bucket(0, 1), bucket(10, 1)], { time: 19 * 60_000, value: 9 }, none, 0, hour);
  expect(shape?.paths).toHaveLength(1);
  expect(shape?.max).toBe(9);
});

it('draws the limit the values are near to, and leaves out one so far that it would press them flat', () => {
  const shape = sparklineOf([bucket(0, -19), bucket(10, -18)], null, { upper: -15, lower: -28 }, 0, hour);
  expect(shape?.upperY).not.toBeNull();
  expect(shape?.lowerY).toBeNull();
});
