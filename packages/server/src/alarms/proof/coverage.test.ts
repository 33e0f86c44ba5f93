import { expect, test } from 'vitest';
import { createCoverage, type Explained } from './coverage.ts';

const minute = 60_000;
const day = { from: 0, until: 1440 * minute, maxGapMs: 3 * minute };

/** Samples by the minute of the day; a bad one is marked so. */
function samples(...taken: { at: number; bad?: true }[]) {
  return {
    pointId: 1,
    length: taken.length,
    measuredAt: Float64Array.from(taken, ({ at }) => at * minute),
    values: Float64Array.from(taken, () => -18),
    quality: Uint8Array.from(taken, ({ bad }) => (bad ? 128 : 0)),
  };
}
const everyMinute = (from: number, until: number, bad?: true) =>
  Array.from({ length: until - from }, (_, i) => ({ at: from + i, ...(bad && { bad }) }));
const nothing: Explained = { lost: [], refused: [], suppressed: [] };
const unjudged = (parts: ReturnType<typeof samples>[], explained: Explained) => {
  const coverage = createCoverage(day);
  for (const part of parts) coverage.take(part);
  return coverage.end(explained);
};
const minutesOf = (parts: ReturnType<typeof samples>[]) => {
  const { gapSeconds, badSeconds } = unjudged(parts, nothing);
  return { gap: gapSeconds / 60, bad: badSeconds / 60 };
};

test('a day of values is judged whole', () => {
  expect(minutesOf([samples(...everyMinute(-10, 1440))])).toEqual({ gap: 0, bad: 0 });
});

test('a gap begins when the last value is trusted no more, and ends with the next', () => {
  expect(minutesOf([samples(...everyMinute(0, 600), ...everyMinute(660, 1440))])).toEqual({ gap: 58, bad: 0 });
});

test('a value of bad quality tells nothing until the next good one', () => {
  expect(
    minutesOf([samples(...everyMinute(0, 600), ...everyMinute(600, 620, true), ...everyMinute(620, 1440))]),
  ).toEqual({
    gap: 0,
    bad: 20,
  });
});

test('after a last value of bad quality nothing is known: first it was bad, then it was missing', () => {
  expect(minutesOf([samples(...everyMinute(0, 1400), { at: 1400, bad: true })])).toEqual({ gap: 37, bad: 3 });
});

test('a point that was never heard of is a gap, and one heard of yesterday for the last time is one from the start', () => {
  expect(minutesOf([])).toEqual({ gap: 1440, bad: 0 });
  expect(minutesOf([samples({ at: -100 })])).toEqual({ gap: 1440, bad: 0 });
  expect(minutesOf([samples({ at: -1 })])).toEqual({ gap: 1438, bad: 0 });
});

test('samples that are read once more count once', () => {
  const half = samples(...everyMinute(0, 600, true));
  expect(minutesOf([half, half, samples(...everyMinute(500, 1440))])).toEqual({ gap: 0, bad: 600 });
});

test('a gap is split into the minutes without a line and those refused for their time, each minute counted once', () => {
  const part = samples(...everyMinute(0, 600), ...everyMinute(700, 1440));
  const at = (from: number, until: number) => [from * minute, until * minute] as const;
  // Missing from 602 on: the line is lost up to 630, twice on record; then times are refused in two messages, trusted for three minutes.
  const lost = [at(590, 625), at(610, 630)];
  const refused = [at(620, 635), at(640, 645)];
  expect(unjudged([part], { lost, refused, suppressed: [] })).toEqual({
    ...{ gapSeconds: 98 * 60, offlineSeconds: 28 * 60, refusedSeconds: 16 * 60, badSeconds: 0, suppressedSeconds: 0 },
  });
});

test('time that was suppressed by design counts once, and not where there was nothing to judge', () => {
  const part = samples(...everyMinute(0, 600), ...everyMinute(600, 620, true), ...everyMinute(620, 1440));
  const at = (from: number, until: number) => [from * minute, until * minute] as const;
  const suppressed = [at(-30, 10), at(100, 130), at(120, 140), at(590, 615), at(1430, 1500)];
  expect(unjudged([part], { lost: [], refused: [], suppressed })).toEqual({
    ...{ gapSeconds: 0, offlineSeconds: 0, refusedSeconds: 0, badSeconds: 20 * 60, suppressedSeconds: 70 * 60 },
  });
});
