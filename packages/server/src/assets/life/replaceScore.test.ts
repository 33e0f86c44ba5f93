import { expect, test } from 'vitest';
import { replaceScore } from './replaceScore.ts';

const rounded = (figures: Parameters<typeof replaceScore>[0]) => {
  const { parts, total } = replaceScore(figures);
  const round = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10);
  return [...parts.map(({ score }) => round(score)), round(total)];
};

test('each part is scored between its two ratios, and the known ones are weighed together', () => {
  const cost = { found: 6_300, against: 28_000 };
  const failures = { found: 4, against: 1.5 };
  const age = { found: 114, against: 144 };
  const energy = { found: 118, against: 100 };
  expect(rounded({ cost, failures, age, energy })).toEqual([45, 83.3, 38.9, 37.1, 52.1]);
  expect(rounded({ cost, failures, age, energy: null })).toEqual([45, 83.3, 38.9, null, 55.8]);
  expect(rounded({ cost: null, failures, age: null, energy: null })).toEqual([null, 83.3, null, null, 83.3]);
  expect(rounded({ cost: null, failures: null, age: null, energy: null })).toEqual([null, null, null, null, null]);
});

test('a part neither falls below 0 nor rises above 100, and nothing is held against 0', () => {
  const age = { found: 10, against: 144 };
  const energy = { found: 141, against: 100 };
  expect(rounded({ cost: { found: 90, against: 100 }, failures: { found: 0, against: 2 }, age, energy })).toEqual([
    100, 0, 0, 100, 60,
  ]);
  expect(rounded({ cost: { found: 90, against: 0 }, failures: null, age: null, energy: null })).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});
