import { describe, expect, test } from 'vitest';
import { judgePoint, neededSecondsOf, stricter, worstOf } from './recovery.ts';

const minute = 60_000;
const finishedAt = 1_000_000_000_000;
const question = (minutes: number, neededMinutes = 60) => ({
  finishedAt,
  now: finishedAt + minutes * minute,
  neededMs: neededMinutes * minute,
  staleAfterMs: 3 * minute,
});
const limits = { high: -16, low: null };

/** A sample a minute, from the finish on. */
const samplesOf = (values: readonly (number | 'bad' | null)[]) => {
  const known = values.flatMap((value, at) => (value === null ? [] : [[at, value] as const]));
  return {
    length: known.length,
    measuredAt: known.map(([at]) => finishedAt + at * minute),
    values: known.map(([, value]) => (value === 'bad' ? 0 : value)),
    quality: known.map(([, value]) => (value === 'bad' ? 200 : 0)),
  };
};
const times = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value);

describe('recovery is verified', () => {
  test('by an hour within the return limit, known throughout; it begins with the first sample within', () => {
    const samples = samplesOf([...times(6, -10), ...times(62, -18)]);
    expect(judgePoint(samples, limits, question(67))).toMatchObject({
      state: 'verified',
      since: finishedAt + 6 * minute,
      verifiedAt: finishedAt + 66 * minute,
    });
    expect(judgePoint(samples, limits, question(50))).toMatchObject({ state: 'observing', verifiedAt: null });
  });

  test('though some samples are bad, as long as four fifths are known', () => {
    const samples = samplesOf([...times(20, -18), ...times(8, 'bad' as const), ...times(40, -18)]);
    expect(judgePoint(samples, limits, question(67)).state).toBe('verified');
  });

  test('not by an hour with a gap of a quarter of it: it begins anew after the gap', () => {
    const samples = samplesOf([...times(20, -18), ...times(25, null), ...times(30, -18)]);
    expect(judgePoint(samples, limits, question(74))).toMatchObject({
      state: 'observing',
      since: finishedAt + 45 * minute,
    });
  });

  test('not when one sample was beyond: the hour begins anew', () => {
    const samples = samplesOf([...times(50, -18), -15, ...times(20, -18)]);
    expect(judgePoint(samples, limits, question(70))).toMatchObject({
      state: 'observing',
      since: finishedAt + 51 * minute,
    });
  });
});

test('what is still beyond waits; what was within and is beyond again has not recovered', () => {
  expect(judgePoint(samplesOf(times(10, -10)), limits, question(9)).state).toBe('waiting');
  expect(judgePoint(samplesOf([...times(30, -18), -15, -14]), limits, question(31)).state).toBe('notRecovered');
});

test('without good data for twice the observation it cannot be verified', () => {
  expect(judgePoint(samplesOf([]), limits, question(119)).state).toBe('waiting');
  expect(judgePoint(samplesOf([]), limits, question(121)).state).toBe('notVerifiable');
  expect(judgePoint(samplesOf(times(10, 'bad' as const)), limits, question(130)).state).toBe('notVerifiable');
});

test('late data is judged as if it had come in time', () => {
  const all = samplesOf(times(62, -18));
  const gap = samplesOf([...times(20, -18), ...times(30, null), ...times(12, -18)]);
  expect(judgePoint(gap, limits, question(61)).state).toBe('observing');
  expect(judgePoint(all, limits, question(61)).state).toBe('verified');
});

test('the stricter of the limits at the report and now counts', () => {
  expect(stricter({ high: -16, low: -30 }, { high: -12, low: -25 })).toEqual({ high: -16, low: -25 });
  expect(stricter({ high: -16, low: null }, null)).toEqual({ high: -16, low: null });
});

test('the worst point decides, and all have to hold from the latest on', () => {
  const verdict = { verifiedAt: 9, observedMs: 5, since: 4 };
  expect(
    worstOf([
      { ...verdict, state: 'verified' },
      { ...verdict, state: 'observing', since: 7, verifiedAt: null },
    ]),
  ).toEqual({ state: 'observing', since: 7, verifiedAt: null, observedMs: 5 });
});

test('a cold store is observed for an hour, others for half of it, longer where the alarm itself waits longer', () => {
  expect(neededSecondsOf('coldStorage', [])).toBe(3600);
  expect(neededSecondsOf(null, [])).toBe(1800);
  expect(neededSecondsOf(null, [{ onSeconds: 1800, offSeconds: 600 }])).toBe(4200);
});
