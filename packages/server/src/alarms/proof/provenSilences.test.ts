import { expect, test } from 'vitest';
import { missedSilences, type SilentPoint } from './provenSilences.ts';

const minute = 60_000;
const day = { from: 0, until: 1440 * minute };
const at = (from: number, until: number) => [from * minute, until * minute] as const;
const slots = (from: number, until: number) =>
  new Set(Array.from({ length: (until - from) / 5 }, (_, i) => from / 5 + i));

/** Silent from minute 600 to 700, while its neighbours speak; the rule waits for half an hour. */
const silent: SilentPoint = {
  silences: [at(600, 700)],
  rules: [{ ruleId: 1, from: -minute, until: day.until, afterMs: 30 * minute }],
  lost: [],
  connectedAt: [],
  heardBeside: slots(0, 1440),
  recorded: [],
};
const missed = (change: Partial<SilentPoint> = {}) =>
  missedSilences({ ...silent, ...change }, day).map(({ raisedAt, returnedAt }) => [
    raisedAt / minute,
    returnedAt === null ? null : returnedAt / minute,
  ]);

test('a point that was silent without an alarm, while others of its line spoke, should have had one', () => {
  expect(missed()).toEqual([[630, 700]]);
});

test('with its alarm on record nothing is missed, be it over or not', () => {
  expect(missed({ recorded: [{ ruleId: 1, raisedAt: 631 * minute, returnedAt: 701 * minute }] })).toEqual([]);
  expect(missed({ recorded: [{ ruleId: 1, raisedAt: 631 * minute, returnedAt: null }] })).toEqual([]);
  expect(missed({ recorded: [{ ruleId: 2, raisedAt: 631 * minute, returnedAt: null }] })).toHaveLength(1);
});

test('a lost line explains it, and where nobody of the line spoke nothing is known', () => {
  expect(missed({ lost: [at(610, 620)] })).toEqual([]);
  expect(missed({ heardBeside: slots(0, 620) })).toEqual([]);
});

test('silence counts from when the gateway came, as after a start of the server', () => {
  expect(missed({ connectedAt: [620 * minute] })).toEqual([[650, 700]]);
  expect(missed({ connectedAt: [665 * minute] })).toEqual([[630, 700]]);
  expect(missed({ connectedAt: [625 * minute, 638 * minute] })).toEqual([[668, 700]]);
});

test('a rule that was made or closed meanwhile, and a silence that was just over in time, prove nothing', () => {
  const [rule] = silent.rules;
  expect(missed({ rules: [{ ...rule!, from: 610 * minute }] })).toEqual([]);
  expect(missed({ rules: [{ ...rule!, until: 635 * minute }] })).toEqual([]);
  expect(missed({ silences: [at(600, 638)] })).toEqual([]);
});
