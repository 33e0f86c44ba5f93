import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BucketFold, type FoldRange, isBad } from './bucketFold.ts';

const minute = 60_000;
const staleAfter = 3 * minute;
type Sample = readonly [measuredAt: number, value: number, quality: number];

function fold(samples: readonly Sample[], range: FoldRange, widthMs: number, originMs = 0) {
  const buckets = new BucketFold(range, widthMs, originMs);
  for (const sample of samples) buckets.add(...sample);
  // Roll-ups keep them, curves do not.
  const [first, last] = [buckets.sums().first.slice(), buckets.sums().last.slice()];
  const start = originMs + Math.floor((range.from - originMs) / widthMs) * widthMs;
  const { length, totals: _, ...columns } = buckets.finish();
  return Array.from({ length }, (_, i) => {
    const place = (columns.startsAt[i]! - start) / widthMs;
    const row = Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values[i]!]));
    return { ...row, first: first[place]!, last: last[place]! } as Record<string, number>;
  });
}

/** The values that held at each second of the range; seconds about which nothing is known are absent. */
function heldEachSecond(samples: readonly Sample[], range: FoldRange): number[] {
  const held: number[] = [];
  for (let t = range.from; t < range.to; t += 1000) {
    const latest = samples.findLast(([at]) => at <= t);
    if (latest !== undefined && !isBad(latest[1], latest[2]) && t < latest[0] + range.staleAfter) held.push(latest[1]);
  }
  return held;
}

/** Counted second by second: what was known at each, said the slow way. */
function recount(samples: readonly Sample[], range: FoldRange, widthMs: number) {
  const rows = [];
  for (let start = Math.floor(range.from / widthMs) * widthMs; start < range.to; start += widthMs) {
    const held = heldEachSecond(samples, {
      ...range,
      from: Math.max(start, range.from),
      to: Math.min(start + widthMs, range.to),
    });
    const measured = samples.filter(
      ([at]) => at >= Math.max(start, range.from) && at < Math.min(start + widthMs, range.to),
    );
    const bad = measured.filter(([, value, quality]) => isBad(value, quality)).length;
    if (held.length === 0 && measured.length === 0) continue;
    rows.push({
      startsAt: start,
      min: held.length > 0 ? Math.min(...held) : Number.NaN,
      max: held.length > 0 ? Math.max(...held) : Number.NaN,
      avg: held.length > 0 ? held.reduce((sum, value) => sum + value, 0) / held.length : Number.NaN,
      first: held[0] ?? Number.NaN,
      last: held.at(-1) ?? Number.NaN,
      count: measured.length - bad,
      badCount: bad,
    });
  }
  return rows;
}

const sample = fc.tuple(
  fc.integer({ min: 0, max: 3600 }).map((s) => s * 1000),
  fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: -50, max: 50 }) },
    { weight: 1, arbitrary: fc.constant(Number.NaN) },
  ),
  fc.constantFrom(0, 0, 0, 1, 64),
);
const samples = fc
  .uniqueArray(sample, { selector: (s) => s[0], maxLength: 60 })
  .map((list) => list.sort((a, b) => a[0] - b[0]));
const seconds = fc.integer({ min: 0, max: 3600 });

describe('a bucket of a curve', () => {
  it('counts the same as a slow recount second by second, with gaps, bad samples and cut-off ends', () => {
    fc.assert(
      fc.property(samples, seconds, seconds, fc.constantFrom(1, 2, 7, 10, 30), (given, a, b, minutes) => {
        const range = { from: Math.min(a, b) * 1000, to: Math.max(a, b) * 1000, staleAfter };
        const counted = fold(given, range, minutes * minute);
        const expected = recount(given, range, minutes * minute);
        expect(counted.map(({ avg: _, ...row }) => row)).toEqual(expected.map(({ avg: _, ...row }) => row));
        expected.forEach(({ avg }, i) => {
          if (Number.isNaN(avg)) expect(counted[i]!.avg).toBeNaN();
          else expect(counted[i]!.avg).toBeCloseTo(avg, 9);
        });
      }),
      { numRuns: 300 },
    );
  });

  it('weighs a value by how long it held', () => {
    const range = { from: 0, to: 2 * minute, staleAfter };
    const rows = fold(
      [
        [0, 10, 0],
        [30_000, 20, 0],
      ],
      range,
      2 * minute,
    );
    expect(rows).toMatchObject([{ avg: 17.5, min: 10, max: 20, first: 10, last: 20, count: 2 }]);
  });

  it('keeps a spike of one sample as maximum, however wide the bucket', () => {
    const samples = Array.from({ length: 600 }, (_, i): Sample => [i * minute, i === 300 ? 99 : 4, 0]);
    expect(fold(samples, { from: 0, to: 600 * minute, staleAfter }, 240 * minute)[1]).toMatchObject({
      max: 99,
      min: 4,
    });
  });

  it('is absent once a silent point has become stale', () => {
    const rows = fold(
      [
        [0, 4, 0],
        [20 * minute, 5, 0],
      ],
      { from: 0, to: 30 * minute, staleAfter },
      minute,
    );
    expect(rows.map((row) => row.startsAt! / minute)).toEqual([0, 1, 2, 20, 21, 22]);
    expect(rows.map((row) => row.count)).toEqual([1, 0, 0, 1, 0, 0]);
  });

  it('tells of bad samples without letting them into the average', () => {
    const rows = fold(
      [
        [0, 4, 0],
        [minute, 500, 64],
        [2 * minute, 6, 0],
      ],
      { from: 0, to: 3 * minute, staleAfter },
      3 * minute,
    );
    expect(rows).toMatchObject([{ avg: 5, max: 6, count: 2, badCount: 1 }]);
  });

  it('begins days at a local midnight when told where one is', () => {
    const shanghaiMidnight = -8 * 60 * minute;
    const rows = fold(
      [[17 * 60 * minute, 4, 0]],
      { from: 0, to: 24 * 60 * minute, staleAfter },
      24 * 60 * minute,
      shanghaiMidnight,
    );
    expect(rows.map((row) => row.startsAt)).toEqual([16 * 60 * minute]);
  });
});

describe('the totals of a curve', () => {
  it('say the time beyond limits, the extremes and the mean alike at every interval, as counted second by second', () => {
    const limits = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY, low: -20, high: 15 };
    fc.assert(
      fc.property(samples, seconds, seconds, fc.constantFrom(1, 2, 7, 10, 30, 60), (given, a, b, minutes) => {
        const range = { from: Math.min(a, b) * 1000, to: Math.max(a, b) * 1000, staleAfter };
        const buckets = new BucketFold(range, minutes * minute, 0, [limits]);
        for (const each of given) buckets.add(...each);
        const { totals } = buckets.finish();
        const [whole] = recount(given, range, 2 * 3600_000);
        const held = heldEachSecond(given, range);
        expect(totals.knownMs).toBe(held.length * 1000);
        expect(totals.beyondMs).toBe(held.filter((value) => value < limits.low || value > limits.high).length * 1000);
        expect([totals.min, totals.max]).toEqual([whole?.min ?? Number.NaN, whole?.max ?? Number.NaN]);
        if (held.length === 0) expect(totals.avg).toBeNaN();
        else expect(totals.avg).toBeCloseTo(whole!.avg, 9);
      }),
      { numRuns: 300 },
    );
  });

  it('count an excursion of two minutes within an hour whose average is in order', () => {
    const given = Array.from({ length: 60 }, (_, i): Sample => [i * minute, i === 30 || i === 31 ? -8 : -20, 0]);
    for (const minutes of [2, 10, 30, 60]) {
      const buckets = new BucketFold({ from: 0, to: 60 * minute, staleAfter }, minutes * minute, 0, [
        { from: 0, to: 60 * minute, low: Number.NEGATIVE_INFINITY, high: -15 },
      ]);
      for (const each of given) buckets.add(...each);
      expect(buckets.finish().totals).toMatchObject({ max: -8, knownMs: 60 * minute, beyondMs: 2 * minute });
    }
  });

  it('say nothing of limits where there are none', () => {
    expect(new BucketFold({ from: 0, to: minute, staleAfter }, minute, 0).finish().totals.beyondMs).toBeNull();
  });
});
