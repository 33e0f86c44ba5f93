import { expect, test } from 'vitest';
import { createPlant } from './createPlant.ts';

test('a condensing unit stands still until its run permission is given, then it runs and gets hot', () => {
  const start = Date.UTC(2026, 10, 26, 4);
  const plant = createPlant(7, start);
  const read = () => (['runPermission', 'compressor1Running'] as const).map((role) => plant.read('unit-bakery', role));
  plant.step(start + 600_000);
  expect(read()).toEqual([0, 0]);
  expect(plant.write('unit-bakery', 'compressor1Running', 1)).toBe(false);
  expect(plant.write('unit-bakery', 'runPermission', 1)).toBe(true);
  plant.step(start + 620_000);
  expect(read()).toEqual([1, 1]);
  plant.step(start + 2_400_000);
  expect(plant.read('unit-bakery', 'dischargeTemperature')).toBeGreaterThan(70);
  plant.write('unit-bakery', 'runPermission', 0);
  plant.step(start + 2_430_000);
  expect(read()).toEqual([0, 0]);
});
