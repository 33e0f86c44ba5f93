import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extremesOf, type Point, type RecentWindow, withNewest } from './recentWindow.ts';

const whileMs = 40;

/** What a window ought to say, of all samples there were. */
function plainly(samples: readonly Point[], from: number, to: number) {
  const values = samples.filter(({ at }) => at >= from && at <= to).map(({ value }) => value);
  return values.length === 0 ? null : { lowest: Math.min(...values), highest: Math.max(...values) };
}

const following = fc.record({
  after: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 4 }) }, fc.constantFrom(whileMs, whileMs + 1, 200)),
  value: fc.oneof(fc.integer({ min: -5, max: 5 }), fc.integer({ min: -1000, max: 1000 })),
});
const story = fc.array(following, { minLength: 1, maxLength: 300, size: 'max' });

function samplesOf(list: readonly { after: number; value: number }[]): Point[] {
  let at = 0;
  return list.map(({ after, value }) => {
    at += after;
    return { at, value };
  });
}

test('the lowest and highest of the last while are those of all its samples, with and without the newest', () => {
  fc.assert(
    fc.property(story.map(samplesOf), (samples) => {
      let window: RecentWindow | null = null;
      for (const [i, sample] of samples.entries()) {
        const from = sample.at - whileMs;
        window = withNewest(window, sample, from);
        const seen = samples.slice(0, i + 1);
        expect(extremesOf(window, from, sample.at)).toEqual(plainly(seen, from, sample.at));
        const justBefore = sample.at - 1;
        // The window was cut for the newest: a moment before it is asked of what is left.
        expect(extremesOf(window, from, justBefore)).toEqual(plainly(seen, from, justBefore));
        const later = sample.at + (whileMs >> 1);
        expect(extremesOf(window, later - whileMs, later)).toEqual(plainly(seen, later - whileMs, later));
      }
    }),
    { numRuns: 200 },
  );
});

test('samples that are taken back leave no trace, and those that stayed are asked for as before', () => {
  fc.assert(
    fc.property(story.map(samplesOf), story.map(samplesOf), (samples, dropped) => {
      let window: RecentWindow | null = null;
      for (const [i, sample] of samples.entries()) {
        const before: RecentWindow | null = window;
        const seen = samples.slice(0, i);
        const others = dropped.slice(0, 20).map(({ at, value }) => ({ at: sample.at + at, value }));
        for (const other of others) window = withNewest(window, other, other.at - whileMs);
        const at = seen.at(-1)?.at ?? 0;
        expect(extremesOf(before, at - whileMs, at)).toEqual(plainly(seen, at - whileMs, at));
        const last = others.at(-1)!.at;
        expect(extremesOf(window, last - whileMs, last)).toEqual(plainly([...seen, ...others], last - whileMs, last));
        window = withNewest(before, sample, sample.at - whileMs);
      }
      const to = samples.at(-1)!.at;
      expect(extremesOf(window, to - whileMs, to)).toEqual(plainly(samples, to - whileMs, to));
    }),
    { numRuns: 100 },
  );
});

test.each([
  ['rises', (i: number) => i],
  ['falls', (i: number) => -i],
  ['swings', (i: number) => Math.round(1000 * Math.sin(i / 50))],
  ['stands still', () => 7],
])('of a value that %s no more is kept than its window holds, and little once that has come and gone', (_, valueAt) => {
  let window: RecentWindow | null = null;
  const placesIn = ({ lows, highs }: RecentWindow) => Math.max(lows!.ring.at.length, highs!.ring.at.length);
  for (let at = 0; at < 20_000; at++) {
    window = withNewest(window, { at, value: valueAt(at) }, at - 500);
    if (at > 0) expect(placesIn(window)).toBeLessThanOrEqual(512);
  }
  for (let at = 20_000; at < 21_000; at++) window = withNewest(window, { at, value: 0 }, at - 500);
  expect(placesIn(window!)).toBeLessThanOrEqual(8);
});
