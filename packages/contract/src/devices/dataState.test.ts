import { expect, it } from 'vitest';
import { dataStateOf, pointDataOf } from './dataState.ts';

const now = 1_795_258_800_000;
const fresh = {
  Time: now - 10_000,
  Value: -18.2,
  Quality: 'good',
  SamplingSeconds: 60,
  SilentSinceEPOCH: null,
} as const;

it('knows a fresh good value, and one that is only doubtful', () => {
  expect(pointDataOf(fresh, now)).toBe('known');
  expect(pointDataOf({ ...fresh, Quality: 'uncertain' }, now)).toBe('known');
});

it('takes a silent slave at its word, however fresh the last value', () => {
  expect(pointDataOf({ ...fresh, SilentSinceEPOCH: now - 5_000 }, now)).toBe('silent');
});

it('takes a value for silent after three cycles without another, and one that never came', () => {
  expect(pointDataOf({ ...fresh, Time: now - 180_000 }, now)).toBe('known');
  expect(pointDataOf({ ...fresh, Time: now - 180_001 }, now)).toBe('silent');
  expect(pointDataOf({ ...fresh, Time: null, Value: null, Quality: null }, now)).toBe('silent');
});

it('tells a broken sensor from a silence', () => {
  expect(pointDataOf({ ...fresh, Value: null, Quality: 'bad' }, now)).toBe('bad');
  expect(pointDataOf({ ...fresh, Quality: 'bad' }, now)).toBe('bad');
});

it.each([
  [['known', 'known'], 'complete'],
  [['known', 'bad'], 'incomplete'],
  [['known', 'silent'], 'incomplete'],
  [['silent', 'bad'], 'incomplete'],
  [['bad'], 'incomplete'],
  [['silent', 'silent'], 'offline'],
  [[], 'offline'],
] as const)('a device with %j is %s', (points, state) => {
  expect(dataStateOf(points)).toBe(state);
});
