import { dayMs, staleAfterMs } from '@watchpost/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { inTransaction } from '../platform/db/inTransaction.ts';
import { silentLog } from '../platform/log/log.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { emptyBlock, emptySums, rollupWidths, setDay } from './codec/RollupBlock.ts';
import { decodeRollup, encodeRollup } from './codec/rollupCodec.ts';

import { type History, type HistoryPoint, importSegments, openHistory, ReadingColumnsBuilder } from './index.ts';
import { BucketFold, type HeldTotals, type LimitSpan } from './read/bucketFold.ts';
import { ChangeFold, KeptChanges } from './read/changeFold.ts';
import { inTimeOrder, type SampleColumns } from './samples.ts';
import { tablesOfHistory } from './upkeep/deleted.store.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Days 0 … 4 of the test are 31 October to 4 November 2026, so that a block of 32 days ends within them. */
const dawn = Math.floor(Date.UTC(2026, 9, 31) / dayMs) * dayMs;

type Row = readonly [pointId: number, measuredAt: number, value: number, quality: number];

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

async function forgetEverything(): Promise<void> {
  await database.pool.query(`TRUNCATE ${tablesOfHistory.join(', ')}`);
}

const columnsOf = (rows: readonly Row[]) => {
  const builder = new ReadingColumnsBuilder();
  for (const row of rows) builder.push(...row);
  return builder.take();
};

/** Sampling intervals of the analog points; point 3 is a state point, which has no roll-ups. */
const usualIntervals = new Map([
  [1, minute],
  [2, 9 * hour],
]);

interface Asked {
  from: number;
  to: number;
  minutes: number;
  origin: number;
  limits: readonly LimitSpan[] | null;
}

/** The plain fold over everything that was committed, each time once, the last one staying. */
function recount(rows: readonly Row[], point: HistoryPoint, asked: Asked, now: number) {
  const own = inTimeOrder(columnsOf(rows.filter(([pointId]) => pointId === point.pointId)));
  const to = Math.min(asked.to, now);
  const range = { from: asked.from, to, staleAfter: staleAfterMs(point.samplingIntervalMs) };
  if (point.kind === 'state') {
    const fold = new ChangeFold(range, new KeptChanges());
    feed(fold);
    return { pointId: point.pointId, kind: 'state' as const, ...fold.finish() };
  }
  const fold = new BucketFold(range, asked.minutes * minute, asked.origin, asked.limits);
  feed(fold);
  return { pointId: point.pointId, kind: 'analog' as const, ...fold.finish() };

  function feed(into: { add(at: number, value: number, quality: number): void }): void {
    for (let i = 0; i < own.length; i++) {
      const at = own.measuredAt[i]!;
      if (at >= asked.from - range.staleAfter && at < to) into.add(at, own.values[i]!, own.quality[i]!);
    }
  }
}

/** How long and how often in which state, by the changes one after the other. */
function statesOf({ length, measuredAt, values }: SampleColumns, to: number) {
  const states = new Map<number, { value: number; durationMs: number; count: number }>();
  for (let i = 0; i < length; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) continue;
    const before = states.get(value) ?? { value, durationMs: 0, count: 0 };
    const durationMs = before.durationMs + (i + 1 < length ? measuredAt[i + 1]! : to) - measuredAt[i]!;
    states.set(value, { value, durationMs, count: before.count + 1 });
  }
  return [...states.values()];
}

async function expectSame(history: History, rows: readonly Row[], points: HistoryPoint[], asked: Asked, now: number) {
  const limited = points.map((point) => ({ ...point, limits: asked.limits }));
  const found = await history.buckets(limited, asked.from, asked.to, asked.minutes, asked.origin);
  const totals = await history.totals(limited, asked.from, asked.to);
  for (const [index, point] of points.entries()) {
    const expected = recount(rows, point, asked, now);
    const one = found[index]!;
    const where = `point ${point.pointId}, ${JSON.stringify(asked)}`;
    expect(difference(one, expected), where).toBeNull();
    const total = totals[index]!;
    if (expected.kind === 'analog' && one.kind === 'analog' && total.kind === 'analog') {
      expectSameTotals(one.totals, expected.totals, where);
      expectSameTotals(total.totals, expected.totals, where);
    }
    if (expected.kind === 'state' && total.kind === 'state')
      expect(total.states, where).toEqual(statesOf(expected, Math.min(asked.to, now)));
  }
}

/** The first place at which two curves differ; null: none. Sums in another order differ in their last digits, which is no difference. */
function difference(one: object, other: object): string | null {
  const columns = (curve: object) =>
    Object.entries(curve).filter((entry): entry is [string, Float64Array] => ArrayBuffer.isView(entry[1]));
  const others = new Map(columns(other));
  for (const [name, numbers] of columns(one)) {
    const expected = others.get(name)!;
    if (numbers.length !== expected.length) return `${numbers.length} instead of ${expected.length} ${name}`;
    for (let i = 0; i < numbers.length; i++) {
      const [a, b] = [numbers[i]!, expected[i]!];
      if (!(name === 'avg' ? isSameMean(a, b) : Object.is(a, b))) return `${name} ${i}: ${a} instead of ${b}`;
    }
  }
  return null;
}

/** Not by rounding either one: what lies at the edge of two digits would round apart. */
const isSameMean = (a: number, b: number): boolean => Object.is(a, b) || Math.abs(a - b) < 1e-6;

function expectSameTotals(found: HeldTotals, expected: HeldTotals, where: string): void {
  expect({ ...found, avg: expected.avg }, where).toEqual(expected);
  expect(isSameMean(found.avg, expected.avg), `${where}: mean ${found.avg} instead of ${expected.avg}`).toBe(true);
}

const value = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -300, max: 300 }).map((n) => n / 10 + 0) },
  { weight: 2, arbitrary: fc.float({ noNaN: true, min: -50, max: 50 }).map((n) => n + 0) },
  { weight: 1, arbitrary: fc.constant(Number.NaN) },
);
const quality = fc.constantFrom(0, 0, 0, 0, 1, 64, 131);
/** Five days, mostly whole minutes, and some a moment before midnight, which reach into the next day. */
const time = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 5 * 1440 - 1 }).map((m) => dawn + m * minute) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 5 * dayMs - 1 }).map((ms) => dawn + ms) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 4 }).map((day) => dawn + day * dayMs - 1000) },
);
/** Stretches of regular readings, thick enough that days of one have ten-minute roll-ups, with pauses between. */
const run = fc
  .record({
    point: fc.constantFrom(1, 2, 3),
    start: time,
    stepMs: fc.constantFrom(20_000, minute, 61_500, 2 * hour),
    values: fc.array(value, { minLength: 1, maxLength: 12 }),
    length: fc.integer({ min: 1, max: 400 }),
    quality,
  })
  .map(({ point, start, stepMs, values, length, quality: last }): Row[] =>
    Array.from(
      { length },
      (_, i): Row => [point, start + i * stepMs, values[i % values.length]!, i === length - 1 ? last : 0],
    ).filter(([, at]) => at < dawn + 5 * dayMs),
  );
const single = fc.tuple(fc.constantFrom(1, 2, 3), time, value, quality).map((row): Row[] => [row]);
const commits = fc.array(fc.oneof({ weight: 3, arbitrary: run }, { weight: 2, arbitrary: single }), {
  minLength: 2,
  maxLength: 10,
});
/** Midnights of Berlin on both sides of the end of its summer time, of India, and widths that no roll-up fits. */
const asked = fc.record({
  from: time,
  length: fc.oneof(fc.integer({ min: 1, max: 5 * dayMs }), fc.constantFrom(dayMs, 3 * dayMs, 40 * dayMs)),
  minutes: fc.constantFrom(2, 7, 10, 20, 30, 60, 90, 120, 240, 1440),
  origin: fc.constantFrom(0, dawn - 2 * hour, dawn - hour, dawn - 5.5 * hour, dawn - 5.75 * hour),
  limits: fc.constantFrom(
    null,
    [{ from: 0, to: Number.POSITIVE_INFINITY, low: -5, high: 12.5 }],
    [{ from: 0, to: Number.POSITIVE_INFINITY, low: Number.NEGATIVE_INFINITY, high: 29 }],
    // At certain hours only, some of which begin in the middle of a bucket.
    Array.from({ length: 6 }, (_, day) => ({
      from: dawn + day * dayMs + 8 * hour,
      to: dawn + day * dayMs + 18 * hour + 5 * minute,
      ...{ low: -5, high: 12.5 },
    })),
  ),
});

describe('roll-ups', () => {
  it('equal a recount of the samples, also with late, repeated, unordered or bad samples', async () => {
    await fc.assert(
      fc
        .asyncProperty(
          commits,
          commits,
          fc.array(asked, { minLength: 3, maxLength: 6 }),
          async (first, late, ranges) => {
            const clock = manualClock(dawn + 5 * dayMs);
            const intervals = new Map(usualIntervals);
            const findIntervals = async () => intervals;
            const history = openHistory({ db: database.pool, clock, log: silentLog, findIntervals });
            await history.start();
            const rows: Row[] = [];
            const commit = async (batch: readonly Row[]): Promise<void> => {
              rows.push(...batch);
              const columns = columnsOf(batch);
              await inTransaction(database.pool, (client) => history.append(client, columns));
              history.committed(columns);
            };
            const points = (): HistoryPoint[] =>
              [1, 2, 3].map((pointId) => ({
                pointId,
                samplingIntervalMs: intervals.get(pointId) ?? minute,
                kind: pointId === 3 ? 'state' : 'analog',
              }));
            const check = async (): Promise<void> => {
              for (const { from, length, ...rest } of ranges) {
                await expectSame(history, rows, points(), { ...rest, from, to: from + length }, clock.now());
              }
            };
            try {
              for (const batch of first) await commit(batch);
              clock.advance(3 * hour);
              await history.seal();
              await check();
              const { rows: sealed } = await database.pool.query('SELECT count(*)::int AS days FROM history_day');
              expect(sealed[0].days).toBeGreaterThan(0);
              // Late ones in memory, then as hours, then merged; some of them as a back-fill.
              for (const batch of late) await commit(batch);
              await check();
              clock.advance(2 * hour);
              await history.seal();
              await check();
              const past = late[0]!.filter(([pointId]) => pointId === 1).map(([p, at, v, q]): Row => [p, at + 7, v, q]);
              rows.push(...past);
              await importSegments(database.pool, 1, columnsOf(past), findIntervals);
              await check();
              intervals.set(1, 5 * minute);
              await check();
              clock.advance(7 * hour);
              await history.seal();
              await check();
            } finally {
              await history.stop();
            }
          },
        )
        .beforeEach(forgetEverything),
      { numRuns: 6, endOnFailure: true },
    );
  }, 120_000);

  it('of a day tell a value that came late and was measured just before it, and one that changes how the day before ended', async () => {
    await forgetEverything();
    const clock = manualClock(dawn + 3 * dayMs);
    const findIntervals = async () => usualIntervals;
    const history = openHistory({ db: database.pool, clock, log: silentLog, findIntervals });
    await history.start();
    const rows: Row[] = [];
    const commit = async (...batch: Row[]): Promise<void> => {
      rows.push(...batch);
      const columns = columnsOf(batch);
      await inTransaction(database.pool, (client) => history.append(client, columns));
      history.committed(columns);
    };
    // A value of point 2 holds for 27 hours, far into the next day.
    const point = { pointId: 2, samplingIntervalMs: 9 * hour, kind: 'analog' as const };
    const asked: Asked = { from: dawn, to: dawn + 3 * dayMs, minutes: 240, origin: 0, limits: null };
    const check = () => expectSame(history, rows, [point], asked, clock.now());
    await commit(
      [2, dawn + hour, 5, 0],
      [2, dawn + dayMs + 20 * hour, 6, 0],
      [2, dawn + 2 * dayMs + 30 * minute, 7, 0],
    );
    clock.advance(3 * hour);
    await history.seal();
    await check();
    for (const late of [dawn + dayMs - 1000, dawn + dayMs - 500]) {
      await commit([2, late, late === dawn + dayMs - 500 ? Number.NaN : 50, 0]);
      await check();
      clock.advance(2 * hour);
      await history.seal();
      await check();
      clock.advance(7 * hour);
      await history.seal();
      expect((await database.pool.query('SELECT 1 FROM history_segment')).rows).toEqual([]);
      await check();
    }
    await history.stop();
  });

  it('are what is read: a roll-up that says something else shows', async () => {
    await forgetEverything();
    const clock = manualClock(dawn);
    const findIntervals = async () => usualIntervals;
    const history = openHistory({ db: database.pool, clock, log: silentLog, findIntervals });
    await history.start();
    const rows = Array.from({ length: 3 * 1440 }, (_, i): Row => [1, dawn + i * minute, 4, 0]);
    await importSegments(database.pool, 1, columnsOf(rows), findIntervals);
    const { rows: found } = await database.pool.query('SELECT minutes, block, encoded FROM history_rollup');
    for (const { minutes, block, encoded } of found) {
      const wrong = decodeRollup(minutes, encoded);
      wrong.sums.max.fill(99);
      await database.pool.query('UPDATE history_rollup SET encoded = $1 WHERE minutes = $2 AND block = $3', [
        encodeRollup(wrong),
        minutes,
        block,
      ]);
    }
    clock.advance(4 * dayMs);
    const point = { pointId: 1, samplingIntervalMs: minute, kind: 'analog' as const };
    const highest = async (minutes: number): Promise<number> => {
      const curve = (await history.buckets([point], dawn, dawn + 2 * dayMs, minutes))[0]!;
      return curve.kind === 'analog' ? Math.max(...curve.max) : Number.NaN;
    };
    expect([await highest(7), await highest(30), await highest(240)]).toEqual([4, 99, 99]);
    await history.stop();
  });

  it('of the first version are read as they were meant', () => {
    const block = emptyBlock(240, 180_000);
    for (const day of [3, 17]) {
      const sums = emptySums(6);
      for (let i = 0; i < 6; i++) {
        sums.count[i] = 240 - i;
        sums.badCount[i] = i;
        if (i === 4) continue;
        sums.weight[i] = 14_400_000 - i * minute;
        sums.min[i] = (-180 - day - i) / 10;
        sums.max[i] = (-150 + i * day) / 10;
        sums.first[i] = (-170 + i) / 10;
        sums.last[i] = (-160 - i) / 10;
        sums.weighted[i] = -16.5 * sums.weight[i]!;
      }
      setDay(block, day, sums);
    }
    const bytes = Buffer.from(
      'ARLIrwgAAgB1DyD8uAMAAAB9ugfU9bx6FgAAAIA+3QPqCgl4VT+qGgBBgO8PQCiStkFA1wOQ5BASCABsDwAYCQo9kOd4BcMF+P8B8E0A6X8wz94B3gHQxT/k8N9X0jvAOwAWFw==',
      'base64',
    );
    expect(decodeRollup(240, bytes)).toEqual(block);
  });

  it('come out of their bytes as they went in, of decimals, floats and nothing; a curve reads all but first and last', () => {
    const bucket = fc.record({
      weight: fc.constantFrom(0, 600_000, 599_999, 123_000),
      values: fc.tuple(value, value, value, value),
      count: fc.nat(1000),
      badCount: fc.nat(20),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...rollupWidths),
        fc.uniqueArray(fc.integer({ min: 0, max: 31 }), { maxLength: 4 }),
        fc.array(bucket, { minLength: 1, maxLength: 30 }),
        (minutes, days, buckets) => {
          const block = emptyBlock(minutes, 180_000);
          for (const day of days) {
            const sums = emptySums(1440 / minutes);
            for (let i = 0; i < sums.length; i++) {
              const { weight, values, count, badCount } = buckets[(i + day) % buckets.length]!;
              Object.assign(sums.count, { [i]: count });
              sums.badCount[i] = badCount;
              const known = values.filter((v) => !Number.isNaN(v));
              if (weight === 0 || known.length === 0) continue;
              sums.weight[i] = weight;
              sums.min[i] = Math.min(...known);
              sums.max[i] = Math.max(...known);
              sums.first[i] = known[0]!;
              sums.last[i] = known.at(-1)!;
              sums.weighted[i] = known[0]! * weight;
            }
            setDay(block, day, sums);
          }
          const back = decodeRollup(minutes, encodeRollup(block));
          const { weighted, ...exact } = back.sums;
          const { weighted: given, ...expected } = block.sums;
          expect({ ...back, sums: exact }).toEqual({ ...block, sums: expected });
          const { first: _, last: __, ...ofCurve } = decodeRollup(minutes, encodeRollup(block), 'curve').sums;
          const { first: ___, last: ____, ...ofAll } = back.sums;
          expect(ofCurve).toEqual(ofAll);
          expect(weighted.findIndex((sum, at) => !isSameMean(sum, given[at]!))).toBe(-1);
        },
      ),
      { numRuns: 60 },
    );
  });
});
