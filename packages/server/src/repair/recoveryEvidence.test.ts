import { describe, expect, test } from 'vitest';
import { agrees, agreesWithHand, changedParts, hasCycled, isLooser } from './recoveryEvidence.ts';

const minute = 60_000;
const samplesOf = (values: readonly (number | 'bad')[], everyMinutes = 1) => ({
  length: values.length,
  measuredAt: values.map((_, place) => place * everyMinutes * minute),
  values: values.map((value) => (value === 'bad' ? 0 : value)),
  quality: values.map((value) => (value === 'bad' ? 200 : 0)),
});
const times = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value);

describe('another point confirms a changed probe', () => {
  const question = { from: 0, until: 30 * minute, staleAfterMs: 3 * minute, unit: '°C' };
  test('when it stays within 1 K of it', () => {
    expect(agrees(samplesOf(times(31, -18)), samplesOf(times(31, -18.9)), question)).toBe(true);
    expect(agrees(samplesOf(times(31, -18)), samplesOf([...times(30, -18), -16.9]), question)).toBe(false);
  });
  test('not when it is silent for more than a fifth of the time', () => {
    expect(
      agrees(samplesOf(times(31, -18)), samplesOf([...times(20, -18), ...times(11, 'bad' as const)]), question),
    ).toBe(false);
    expect(agrees(samplesOf(times(31, -18)), samplesOf([]), question)).toBe(false);
  });
  test('by 5 % of relative humidity, and of other units by a twentieth', () => {
    expect(agrees(samplesOf(times(31, 80)), samplesOf(times(31, 84)), { ...question, unit: '%RH' })).toBe(true);
    expect(agrees(samplesOf(times(31, 10)), samplesOf(times(31, 10.6)), { ...question, unit: 'bar' })).toBe(false);
  });
});

test('a reading by hand is compared with the sample nearest to the finish, and with none that is a quarter of an hour off', () => {
  const samples = samplesOf([-10, -14, -18], 10);
  expect(agreesWithHand(samples, -14.5, 11 * minute, '°C')).toBe(true);
  expect(agreesWithHand(samples, -18, 11 * minute, '°C')).toBe(false);
  expect(agreesWithHand(samples, -18, 60 * minute, '°C')).toBe(false);
});

test('register, scaling, origin and serial number are told apart', () => {
  const source = { register: { address: 1 }, scaling: null, origin: { gateway: 1 }, serial: 'A' };
  expect(changedParts(source, source)).toEqual([]);
  expect(changedParts(null, source)).toEqual([]);
  expect(changedParts(source, { ...source, scaling: { engLow: -2 }, serial: 'B' })).toEqual(['scaling', 'serial']);
});

test('a limit is looser that lets more through, or is gone', () => {
  expect(isLooser({ high: -12, low: null }, { high: -15, low: null })).toBe(true);
  expect(isLooser({ high: -18, low: null }, { high: -15, low: null })).toBe(false);
  expect(isLooser({ high: -15, low: -40 }, { high: -15, low: -30 })).toBe(true);
  expect(isLooser(null, { high: -15, low: null })).toBe(true);
  expect(isLooser(null, { high: null, low: null })).toBe(false);
});

test('a cycle is a start and a stop after the finish', () => {
  const samples = samplesOf([1, 0, 1, 1, 0]);
  expect(hasCycled(samples, 0)).toBe(true);
  expect(hasCycled(samples, 2 * minute)).toBe(false);
  expect(hasCycled(samplesOf([0, 1, 1]), 0)).toBe(false);
});
