import { expect, it } from 'vitest';
import { toCelsius } from './celsius.ts';

it('reads degrees Celsius, Fahrenheit and kelvin, and no difference of temperatures', () => {
  const read = (unit: string, value: number) => toCelsius(unit, value)?.(value) ?? null;
  expect(read('°C', -18)).toBe(-18);
  expect(read('℉', 32)).toBe(0);
  expect(read('°F', -40)).toBe(-40);
  expect(read('K', 255.15)).toBeCloseTo(-18);
  // Superheat.
  expect(read('K', 6.5)).toBeNull();
  expect(read('%RH', 70)).toBeNull();
});
