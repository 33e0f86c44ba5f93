import { expect, it } from 'vitest';
import { scalesOf, sparklineOf } from './sparkline.ts';

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

it('draws the same movement equally high for all devices of a class, whether or not one of them has limits', () => {
  const calm = [bucket(0, -18), bucket(10, -17.5), bucket(20, -18)];
  const warm = [bucket(0, -10), bucket(10, -9.5), bucket(20, -10)];
  const scale = scalesOf([
    { classId: 3, series: calm },
    { classId: 3, series: warm },
  ]).get(3)!;
  const heightOf = (path: string) => {
    const heights = path
      .slice(1)
      .split('L')
      .map((place) => Number(place.split(' ')[1]));
    return Math.max(...heights) - Math.min(...heights);
  };
  const [first, second] = [calm, warm].map((series) => sparklineOf(series, null, none, 0, hour, scale)!.paths[0]!);
  expect(heightOf(first!)).toBeCloseTo(heightOf(second!), 0);
});

it('does not make noise look like movement, nor one defrost press all lines of a class flat', () => {
  const noise = [bucket(0, -18), bucket(10, -18.1)];
  expect(scalesOf([{ classId: 1, series: noise }]).get(1)).toEqual({
    min: expect.closeTo(-20.55),
    max: expect.closeTo(-15.55),
  });
  const many = Array.from({ length: 60 }, (_, minute) => bucket(minute, minute === 30 ? 12 : -18 - (minute % 2)));
  expect(scalesOf([{ classId: 1, series: many }]).get(1)!.max).toBeLessThan(-10);
  expect(scalesOf([{ classId: 1, series: [bucket(0, null)] }]).size).toBe(0);
});
