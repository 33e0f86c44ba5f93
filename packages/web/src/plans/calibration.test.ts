import { expect, test } from 'vitest';
import { metresWideOf } from './calibration.ts';

const drawing = { width: 2000, height: 1000 };

test('a line of known length says how wide the base map is, in any direction', () => {
  expect(metresWideOf([0.25, 0.5], [0.75, 0.5], drawing, 20)).toBe(40);
  expect(metresWideOf([0.5, 0], [0.5, 1], drawing, 20)).toBe(40);
  expect(metresWideOf([0, 0], [0.3, 0.8], drawing, 10)).toBe(20);
});

test('two ends at one place, no length, and a width that no plan has say nothing', () => {
  expect(metresWideOf([0.5, 0.5], [0.5, 0.5], drawing, 20)).toBeNull();
  expect(metresWideOf([0, 0], [1, 0], drawing, 0)).toBeNull();
  expect(metresWideOf([0, 0], [0.001, 0], drawing, 50)).toBeNull();
});
