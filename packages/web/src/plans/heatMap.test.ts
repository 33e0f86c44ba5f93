import fc from 'fast-check';
import { expect, it } from 'vitest';
import { heatMap, type Probe, reachMetres, valueAt } from './heatMap.ts';

const square = (left: number, right: number, bottom = 10): [number, number][] => [
  [left, 0],
  [right, 0],
  [right, bottom],
  [left, bottom],
];
const probe = (x: number, y: number, value: number, middle: number | null = null): Probe => ({ x, y, value, middle });
/** Square metres that a path covers: it is made of rectangles. */
const areaOf = (d = ''): number =>
  [...d.matchAll(/h([\d.]+)v([\d.]+)h-/g)].reduce((sum, [, width, height]) => sum + Number(width) * Number(height), 0);

it('lies between the lowest and the highest of its probes, wherever one asks', () => {
  const somewhere = fc.double({ min: 0, max: 40, noNaN: true });
  const some = fc.array(
    fc.record({ x: somewhere, y: somewhere, value: fc.double({ min: -60, max: 60, noNaN: true }) }),
    {
      minLength: 1,
      maxLength: 12,
    },
  );
  fc.assert(
    fc.property(some, somewhere, somewhere, (found, x, y) => {
      const value = valueAt(
        found.map((each) => probe(each.x, each.y, each.value)),
        x,
        y,
      );
      const values = found.map((each) => each.value);
      const nearest = Math.min(...found.map((each) => Math.hypot(each.x - x, each.y - y)));
      if (value === null) return nearest > reachMetres - 1e-9;
      return (
        value >= Math.min(...values) - 1e-6 && value <= Math.max(...values) + 1e-6 && nearest <= reachMetres + 1e-9
      );
    }),
  );
});

it('covers each zone once, and says what nobody measures', () => {
  const { steps, unknown } = heatMap([square(0, 20), square(20, 40)], [probe(2, 5, -20)], { width: 40, height: 10 });
  const measured = areaOf(steps.get(0));
  expect([...steps.keys()]).toEqual([0]);
  // A zone without a probe is unknown as a whole, though one stands near beyond its wall.
  expect(measured + areaOf(unknown)).toBeCloseTo(40 * 10, -1);
  expect(measured).toBeLessThan(20 * 10);
  expect(measured).toBeGreaterThan(80);
});

it('tells warm from cold by the middle of the limits, else by the median, and not beyond six kelvin', () => {
  const size = { width: 10, height: 10 };
  const at = (value: number, middle: number | null) => [
    ...heatMap([square(0, 10)], [probe(5, 5, value, middle)], size).steps.keys(),
  ];
  expect(at(7, 4)).toEqual([3]);
  expect(at(-30, 4)).toEqual([-6]);
  expect(at(-18, null)).toEqual([0]);
  const three = [probe(1, 5, -20), probe(5, 5, -20), probe(9, 5, -17)];
  expect(Math.max(...heatMap([square(0, 10)], three, size).steps.keys())).toBe(3);
});
