import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hourMs, qualityCode } from '@watchpost/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { system } from '../access/index.ts';
import type { ReadingColumns } from '../events.ts';
import { manualClock } from '../platform/clock.ts';
import { openDatabase } from '../platform/db/database.ts';
import { inTransaction } from '../platform/db/inTransaction.ts';
import { type Log, silentLog } from '../platform/log/log.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { aCompany, aGateway, aPoint, aProject } from '../testing/factories.ts';
import { lockWaits } from '../testing/lockWaits.ts';
import { soon } from '../testing/soon.ts';
import { decodeRollup, encodeRollup } from './codec/rollupCodec.ts';

import {
  checkHistory,
  eraseDeleted,
  eraseHistory,
  fillHistory,
  forgetAllHistory,
  importSegments,
  keptAfterDeletion,
  openHistory,
  overwrittenBy,
  ReadingColumnsBuilder,
  setRetention,
  trimHistory,
} from './index.ts';
import type { FindIntervals } from './seal/sealDays.ts';
import { sealHours } from './seal/sealHours.ts';
import { dropPartition, listPartitions, lockTurn } from './store.ts';
import { tablesOfHistory } from './upkeep/deleted.store.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const minute = 60_000;
const always = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] as const;

type Row = readonly [pointId: number, measuredAt: number, value: number, quality: number];

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(() => forgetEverything());

async function forgetEverything(): Promise<void> {
  for (const hour of await listPartitions(database.pool)) {
    await inTransaction(database.pool, (client) => dropPartition(client, hour));
  }
  await database.pool.query(`TRUNCATE ${tablesOfHistory.join(', ')}`);
}

/** The row of the day in which this moment lies. */
const damageDay = (pointId: number, at: number) =>
  database.pool.query(`UPDATE history_day SET encoded = '\\x81ffff' WHERE point_id = $1 AND day = $2`, [
    pointId,
    Math.floor(at / (24 * hourMs)),
  ]);

const columnsOf = (rows: readonly Row[]): ReadingColumns => {
  const builder = new ReadingColumnsBuilder();
  for (const row of rows) builder.push(...row);
  return builder.take();
};

async function open(now = noon, findIntervals?: FindIntervals) {
  const clock = manualClock(now);
  const said: string[] = [];
  const log: Log = Object.create(silentLog, { error: { value: (_: unknown, text: string) => said.push(text) } });
  const history = openHistory({ db: database.pool, clock, log, ...(findIntervals && { findIntervals }) });
  await history.start();
  const commit = async (rows: readonly Row[]): Promise<void> => {
    const columns = columnsOf(rows);
    await inTransaction(database.pool, (client) => history.append(client, columns));
    history.committed(columns);
  };
  /** All samples of the points, as rows. */
  const everything = async (pointIds: number[]): Promise<Row[]> =>
    (await history.raw(pointIds, ...always)).flatMap((found) =>
      Array.from(
        { length: found.length },
        (_, i): Row => [found.pointId, found.measuredAt[i]!, found.values[i]!, found.quality[i]!],
      ),
    );
  return { clock, history, commit, everything, said };
}

/** What history must hold: each point and time once, the last committed winning. */
function bruteForce(commits: readonly (readonly Row[])[]): Row[] {
  const last = new Map<string, Row>();
  for (const row of commits.flat()) last.set(`${row[0]} ${row[1]}`, row);
  return [...last.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

const reading = (times: fc.Arbitrary<number>): fc.Arbitrary<Row> =>
  fc.tuple(
    fc.integer({ min: 1, max: 4 }),
    times,
    fc.oneof(
      fc.integer({ min: -300, max: 300 }).map((n) => n / 10 + 0),
      fc.constant(Number.NaN),
    ),
    fc.constantFrom(0, 0, 0, 1, 64, 131),
  );
/** Around three hours, with disorder, repeats and stragglers from days before. */
const aroundNoon = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -60, max: 120 }).map((n) => noon + n * minute) },
  { weight: 2, arbitrary: fc.integer({ min: -hourMs, max: 2 * hourMs }).map((n) => noon + n) },
  { weight: 1, arbitrary: fc.integer({ min: -90, max: -1 }).map((n) => noon + n * 24 * hourMs) },
);
const commits = fc.array(fc.array(reading(aroundNoon), { minLength: 1, maxLength: 40 }), {
  minLength: 1,
  maxLength: 6,
});
const points = [1, 2, 3, 4];

describe('history', () => {
  it('shows the same readings before sealing, after each sealed hour, and after a restart in between', async () => {
    await fc.assert(
      fc
        .asyncProperty(commits, fc.integer({ min: 1, max: 5 }), async (given, hourTurnsAfter) => {
          const { clock, history, commit, everything } = await open();
          try {
            for (const [index, rows] of given.entries()) {
              if (index === hourTurnsAfter) clock.advance(hourMs);
              await commit(rows);
            }
            const expected = bruteForce(given);
            expect(await everything(points)).toEqual(expected);

            const restarted = await open(clock.now());
            expect(await restarted.everything(points)).toEqual(expected);
            expect(restarted.history.stats().tailSamples).toBe(history.stats().tailSamples);
            await restarted.history.stop();

            for (let hour = 0; hour < 2; hour++) {
              clock.advance(hourMs);
              await history.seal();
              expect(await everything(points)).toEqual(expected);
            }
            expect(history.stats().tailSamples).toBe(0);
            const sealed = await open(clock.now());
            expect(await sealed.everything(points)).toEqual(expected);
            await sealed.history.stop();
          } finally {
            await history.stop();
          }
        })
        .beforeEach(forgetEverything),
      { numRuns: 12 },
    );
  });

  it('keeps nothing of a transaction that was rolled back', async () => {
    const { clock, history, everything } = await open();
    const client = await database.pool.connect();
    await client.query('BEGIN');
    await history.append(client, columnsOf([[1, noon, 20, 0]]));
    await client.query('ROLLBACK');
    client.release();
    expect(await everything([1])).toEqual([]);
    const restarted = await open(clock.now());
    expect(await restarted.everything([1])).toEqual([]);
    await restarted.history.stop();
    await history.stop();
  });

  it('keeps an hour in the log when sealing is cut off in the middle, and seals it the next time', async () => {
    const { clock, history, commit, everything } = await open();
    const rows = Array.from({ length: 1200 }, (_, i): Row => [i + 1, noon + minute, i / 10, 0]);
    await commit(rows);
    clock.advance(2 * hourMs);
    let asked = 0;
    await expect(sealHours(database.pool, clock.now(), { stopped: () => ++asked > 1 })).rejects.toThrow('stopped');
    const untouched = await database.pool.query('SELECT count(*)::int AS n FROM history_segment');
    expect(untouched.rows[0].n).toBe(0);
    expect(await everything([1, 1200])).toEqual([rows[0], rows[1199]]);

    await history.seal();
    const sealed = await database.pool.query('SELECT count(*)::int AS n FROM history_segment');
    expect(sealed.rows[0].n).toBe(1200);
    await history.seal();
    expect(await everything([1, 1200])).toEqual([rows[0], rows[1199]]);
    await history.stop();
  });

  it('waits for a transaction that is still writing to the hour, instead of sealing it away', async () => {
    const { clock, history, everything } = await open();
    const columns = columnsOf([[1, noon, 20, 0]]);
    const client = await database.pool.connect();
    await client.query('BEGIN');
    await history.append(client, columns);
    clock.advance(2 * hourMs);
    const sealing = history.seal();
    let sealed = false;
    const ended = sealing.finally(() => {
      sealed = true;
    });
    ended.catch(() => undefined);
    // The sealer must stand in line for the partition before the writer commits.
    while (!sealed && (await lockWaits(database.pool)) === 0);
    expect(sealed).toBe(false);
    await client.query('COMMIT');
    client.release();
    await sealing;
    history.committed(columns);
    expect(await everything([1])).toEqual([[1, noon, 20, 0]]);
    expect(history.stats().tailSamples).toBe(0);
    await history.stop();
  });

  it('loses and doubles nothing in curves read while hours are being sealed', async () => {
    const { clock, history, commit, everything } = await open();
    const rows: Row[] = [];
    for (let i = 0; i < 240; i++) {
      if (i % 60 === 0) clock.set(noon + i * minute);
      const batch = Array.from({ length: 30 }, (_, p): Row => [p + 1, noon + i * minute, i, 0]);
      await commit(batch);
      rows.push(...batch);
    }
    const expected = bruteForce([rows]).filter((row) => row[0] <= 10);
    clock.advance(2 * hourMs);
    let sealing = true;
    const sealed = history.seal().finally(() => {
      sealing = false;
    });
    let reads = 0;
    while (sealing || reads === 0) {
      expect(await everything(Array.from({ length: 10 }, (_, p) => p + 1))).toEqual(expected);
      reads++;
    }
    await sealed;
    expect(history.stats().tailSamples).toBe(0);
    await history.stop();
  });

  it('lets a late reading correct a sealed one, and leaves the other hours untouched', async () => {
    const { clock, history, commit, everything } = await open();
    await commit([
      [1, noon, 20, 0],
      [1, noon + minute, 21, 0],
      [1, noon - hourMs, 19, 0],
    ]);
    clock.advance(2 * hourMs);
    await history.seal();
    const other = `SELECT xmin::text AS version FROM history_segment WHERE hour = ${noon / hourMs - 1}`;
    const before = (await database.pool.query(other)).rows;
    await commit([
      [1, noon, 25, 0],
      [1, noon + 2 * minute, 22, 0],
    ]);
    clock.advance(2 * hourMs);
    await history.seal();
    expect(await everything([1])).toEqual([
      [1, noon - hourMs, 19, 0],
      [1, noon, 25, 0],
      [1, noon + minute, 21, 0],
      [1, noon + 2 * minute, 22, 0],
    ]);
    expect((await database.pool.query(other)).rows).toEqual(before);
    await history.stop();
  });

  it('knows the newest reading of each point after a restart, sealed or not, and ignores late ones', async () => {
    const { clock, history, commit } = await open();
    const newest = async (): Promise<number[][]> => {
      const restarted = await open(clock.now());
      const latest = await restarted.history.latest();
      await restarted.history.stop();
      return Array.from({ length: latest.length }, (_, i) => [
        latest.pointIds[i]!,
        latest.measuredAt[i]!,
        latest.values[i]!,
        latest.quality[i]!,
      ]).sort((a, b) => a[0]! - b[0]!);
    };
    await commit([
      [1, noon, 20, 0],
      [2, noon, 30, 0],
      [3, noon, Number.NaN, 64],
    ]);
    clock.advance(2 * hourMs);
    await history.seal();
    await commit([
      [1, noon - minute, 19, 0],
      [2, noon + minute, 31, 1],
    ]);
    const expected = [
      [1, noon, 20, 0],
      [2, noon + minute, 31, 1],
      [3, noon, Number.NaN, 64],
    ];
    expect(await newest()).toEqual(expected);
    clock.advance(2 * hourMs);
    await history.seal();
    expect(await newest()).toEqual(expected);
    await history.stop();
  });

  it('goes on taking readings when the clock is set back into an hour already sealed, or far ahead', async () => {
    const { clock, history, commit, everything } = await open();
    await commit([[1, noon, 1, 0]]);
    clock.advance(2 * hourMs);
    await history.seal();
    clock.set(noon);
    await commit([[1, noon + 1, 2, 0]]);
    clock.set(noon + 40 * 24 * hourMs);
    await commit([[1, noon + 2, 3, 0]]);
    clock.set(noon + 3 * hourMs);
    await commit([[1, noon + 3, 4, 0]]);
    const expected: Row[] = [1, 2, 3, 4].map((value, i) => [1, noon + i, value, 0]);
    expect(await everything([1])).toEqual(expected);
    const restarted = await open(clock.now());
    expect(await restarted.everything([1])).toEqual(expected);
    await restarted.history.stop();
    await history.stop();
  });

  it('splits a commit of very many readings into several log rows and keeps all of them', async () => {
    const { history, commit, everything } = await open();
    const rows = Array.from({ length: 150_000 }, (_, i): Row => [(i % 5) + 1, noon + i, i, 0]);
    await commit(rows);
    const { rows: logged } = await database.pool.query('SELECT sample_count AS count FROM sample_log ORDER BY id');
    expect(logged.map((row) => row.count)).toEqual([65_536, 65_536, 18_928]);
    expect(await everything([2])).toEqual(rows.filter((row) => row[0] === 2));
    await history.stop();
  });

  it('imports a past in any order, merges it with what is there, and reads it back with the unsealed present', async () => {
    const { history, commit, everything } = await open();
    const past = (value: number, minutes: readonly number[]): ReadingColumns =>
      columnsOf(minutes.map((m): Row => [9, noon - m * minute, value, 0]));
    await importSegments(database.pool, 9, past(5, [180, 60, 120]));
    await importSegments(database.pool, 9, past(6, [60, 30]));
    await commit([[9, noon, 7, 0]]);
    expect(await everything([9])).toEqual([
      [9, noon - 180 * minute, 5, 0],
      [9, noon - 120 * minute, 5, 0],
      [9, noon - 60 * minute, 6, 0],
      [9, noon - 30 * minute, 6, 0],
      [9, noon, 7, 0],
    ]);
    await history.stop();
  });

  it('gives buckets across the border between sealed and unsealed hours as if there were none', async () => {
    const { clock, history, commit } = await open();
    await commit(Array.from({ length: 60 }, (_, i): Row => [1, noon + i * minute, i, 0]));
    clock.advance(hourMs);
    await commit(Array.from({ length: 60 }, (_, i): Row => [1, noon + hourMs + i * minute, 60 + i, 0]));
    clock.advance(2 * hourMs);
    const point = { pointId: 1, samplingIntervalMs: minute, kind: 'analog' as const };
    const state = { ...point, kind: 'state' as const };
    const before = await history.buckets([point, state], noon, noon + 3 * hourMs, 7);
    // Its readings wait in a file, twenty at a time; one that cannot be written leaves the hour as it is.
    const folder = mkdtempSync(path.join(tmpdir(), 'seal-'));
    const noFolder = path.join(folder, 'file');
    writeFileSync(noFolder, '');
    await expect(
      sealHours(database.pool, noon + hourMs, { spill: { folder: noFolder, samples: 20 } }),
    ).rejects.toThrow();
    expect(await history.buckets([point, state], noon, noon + 3 * hourMs, 7)).toEqual(before);
    await sealHours(database.pool, noon + hourMs, { spill: { folder, samples: 20 } });
    rmSync(folder, { recursive: true });
    const during = await history.buckets([point, state], noon, noon + 3 * hourMs, 7);
    await history.seal();
    const after = await history.buckets([point, state], noon, noon + 3 * hourMs, 7);
    expect(during).toEqual(before);
    expect(after).toEqual(before);
    const curve = before[0]!;
    expect(curve.kind === 'analog' && curve.count.reduce((sum, count) => sum + count, 0)).toBe(120);
    await history.stop();
  });

  it('says the same time beyond limits for raw data and every interval, the value carried over at the start included', async () => {
    const { clock, history, commit } = await open();
    await commit([
      [1, noon - minute, -12, 0],
      ...Array.from({ length: 50 }, (_, i): Row => [1, noon + i * minute + 30_000, i >= 20 && i < 23 ? -14 : -20, 0]),
    ]);
    clock.advance(49 * minute + 45_000);
    const point = {
      pointId: 1,
      samplingIntervalMs: minute,
      kind: 'analog' as const,
      limits: [{ from: always[0], to: always[1], low: Number.NEGATIVE_INFINITY, high: -15 }],
    };
    const raw = (await history.rawWithTotals([point], noon, noon + hourMs))[0]!;
    expect(raw.length).toBe(50);
    expect(raw.totals).toMatchObject({ max: -12, knownMs: 49 * minute + 45_000, beyondMs: 3.5 * minute });
    for (const minutes of [2, 10, 30, 240]) {
      const curve = (await history.buckets([point], noon, noon + hourMs, minutes))[0]!;
      const totals = curve.kind === 'analog' ? curve.totals : null;
      expect({ ...totals, avg: 0 }).toEqual({ ...raw.totals, avg: 0 });
      expect(totals?.avg).toBeCloseTo(raw.totals!.avg, 9);
    }
    // A limit that holds at certain hours only counts then: half of the first minute, and one of the three in the middle.
    const { low, high } = point.limits[0]!;
    const atHours = [
      { from: noon - hourMs, to: noon + 15_000, low, high },
      { from: noon + 22 * minute, to: noon + hourMs, low, high: -14.5 },
    ];
    const timed = (await history.rawWithTotals([{ ...point, limits: atHours }], noon, noon + hourMs))[0]!;
    expect(timed.totals?.beyondMs).toBe(15_000 + 1.5 * minute);
    await history.stop();
  });

  it('gives a long range in stretches that together are the whole, and stops when its reader does', async () => {
    const { clock, history, commit } = await open();
    const rows: Row[] = [];
    for (let day = 40; day >= 0; day--) {
      for (const p of [1, 2])
        rows.push([p, noon - day * 24 * hourMs + p, day, 0], [p, noon - day * 24 * hourMs + 5, day, 0]);
    }
    await commit(rows.slice(0, 100));
    clock.advance(2 * hourMs);
    await history.seal();
    await commit(rows.slice(100));
    const found = new Map<number, number[]>([1, 2].map((p) => [p, []]));
    let last = noon - 50 * 24 * hourMs;
    let chunks = 0;
    for await (const { from, to, points } of history.rawChunks([2, 1], last, noon + hourMs)) {
      expect(from).toBe(last);
      last = to;
      chunks++;
      for (const { pointId, length, measuredAt } of points) found.get(pointId)!.push(...measuredAt.slice(0, length));
    }
    expect(last).toBe(noon + hourMs);
    expect(chunks).toBeGreaterThan(2);
    for (const [pointId, times] of found) {
      expect(times).toEqual(rows.filter(([p]) => p === pointId).map(([, at]) => at));
    }
    const leaving = new AbortController();
    const seen: number[] = [];
    const reading = (async () => {
      for await (const { from } of history.rawChunks([1], noon - 50 * 24 * hourMs, noon, leaving.signal)) {
        seen.push(from);
        leaving.abort();
      }
    })();
    await expect(reading).rejects.toThrow('aborted');
    expect(seen).toHaveLength(1);
    await history.stop();
  });

  it('reads what is damaged as time without a value, and everything beside it, and says so once', async () => {
    const day = 24 * hourMs;
    const dawn = noon - 12 * hourMs;
    const findIntervals = async () => new Map([[1, 10 * minute]]);
    const rows = [1, 2].flatMap((point) =>
      Array.from({ length: 3 * 144 }, (_, i): Row => [point, dawn - 3 * day + i * 10 * minute, i, 0]),
    );
    for (const point of [1, 2]) {
      await importSegments(database.pool, point, columnsOf(rows.filter(([id]) => id === point)), findIntervals);
    }
    await damageDay(1, dawn - 2 * day);
    await database.pool.query('DELETE FROM history_rollup');
    const { history, everything, said } = await open();
    const isLost = ([point, at]: Row) => point === 1 && at >= dawn - 2 * day && at < dawn - day;
    const seen = rows.map((row): Row => (isLost(row) ? [1, row[1], Number.NaN, qualityCode.unreadable] : row));
    expect(await everything([1, 2])).toEqual(seen);
    const point = { pointId: 1, samplingIntervalMs: 10 * minute, kind: 'analog' as const };
    const [curve] = await history.buckets([point], dawn - 3 * day, dawn, 1440);
    expect(curve?.kind === 'analog' && [...curve.count, ...curve.badCount]).toEqual([144, 0, 144, 0, 144, 0]);
    expect(said.filter((line) => line.includes('cannot be read'))).toHaveLength(1);
    await history.stop();
  });

  it('finds what is damaged, and after a repair everything else is read again, with the right roll-ups', async () => {
    const day = 24 * hourMs;
    const dawn = noon - 12 * hourMs;
    const findIntervals = async () => new Map([[1, minute]]);
    const regular = Array.from({ length: 4 * 1440 }, (_, i): Row => [1, dawn - 4 * day + i * minute, i % 50, 0]);
    await importSegments(database.pool, 1, columnsOf(regular), findIntervals);
    const look = (repair: boolean) => checkHistory(database.pool, { findIntervals, repair, now: noon });
    expect(await look(false)).toEqual({ points: 1, samples: 5760, rollupDays: 3, problems: [], putAside: [] });
    const { rows: days } = await database.pool.query('SELECT day FROM history_day ORDER BY day');
    await database.pool.query(`UPDATE history_day SET encoded = '\\x81ffff' WHERE day = $1`, [days[1].day]);
    const { rows: rollups } = await database.pool.query('SELECT encoded FROM history_rollup WHERE minutes = 120');
    const wrong = decodeRollup(120, rollups[0].encoded);
    wrong.sums.max.fill(99);
    await database.pool.query('UPDATE history_rollup SET encoded = $1 WHERE minutes = 120', [encodeRollup(wrong)]);

    const found = await look(false);
    expect(found.problems.map(({ what }) => what)).toEqual([
      expect.stringContaining('cannot be read'),
      expect.stringContaining('say something else'),
      ...Array(found.problems.length - 2).fill(expect.stringContaining('say something else')),
    ]);
    await look(true);
    expect((await look(false)).problems).toEqual([]);
    const { clock, history, everything } = await open();
    clock.advance(day);
    const damaged = dawn - 3 * day;
    const kept = regular.filter(([, at]) => at < damaged || at >= damaged + day);
    expect(await everything([1])).toEqual(kept);
    const point = { pointId: 1, samplingIntervalMs: minute, kind: 'analog' as const };
    const curve = (await history.buckets([point], dawn - 4 * day, dawn, 240))[0]!;
    expect(curve.kind === 'analog' && [Math.max(...curve.max), curve.totals.count]).toEqual([49, 3 * 1440]);
    const { rows: traces } = await database.pool.query('SELECT kind, point_id FROM history_change');
    expect(traces).toEqual([{ kind: 'repaired', point_id: 1 }]);
    expect((await database.pool.query('SELECT point_id, hours FROM history_damaged')).rows).toEqual([
      { point_id: 1, hours: 24 },
    ]);
    await history.stop();
  });

  it('makes a point’s roll-ups anew when its cycle changed, also where a block of them begins', async () => {
    const day = 24 * hourMs;
    // Roll-ups are kept by 32 days.
    const block = 32 * day * Math.floor(noon / (32 * day));
    const of = (from: number, days: number) =>
      columnsOf(Array.from({ length: days * 144 }, (_, i): Row => [1, from + i * 10 * minute, i % 50, 0]));
    await importSegments(database.pool, 1, of(block - 3 * day, 3), async () => new Map([[1, minute]]));
    const now = async () => new Map([[1, 10 * minute]]);
    await importSegments(database.pool, 1, of(block, 2), now);
    const check = await checkHistory(database.pool, { findIntervals: now, repair: false, now: noon });
    expect([check.problems, check.rollupDays]).toEqual([[], 2]);
  });

  it('goes on sealing when something sealed is damaged: that is put aside, and nothing else is lost', async () => {
    const day = 24 * hourMs;
    const { clock, history, commit, everything } = await open(
      noon,
      async () => new Map([1, 2].map((id) => [id, minute])),
    );
    const late: Row[] = [1, 2].map((point) => [point, noon - 5 * minute, 1, 0]);
    const rows: Row[] = [1, 2].flatMap((point) =>
      Array.from({ length: 30 }, (_, i): Row => [point, noon + i * minute, i, 0]),
    );
    await commit(rows);
    clock.advance(hourMs + 2 * minute);
    await history.seal();
    await database.pool.query(`UPDATE history_segment SET encoded = '\\x81ffff' WHERE point_id = 1`);
    // The same hour again, of both points.
    const again: Row[] = [1, 2].map((point) => [point, noon + 40 * minute, 9, 0]);
    await commit([...late, ...again]);
    clock.advance(hourMs);
    await history.seal();
    const seen = [...late, ...rows, ...again].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    expect(await everything([1, 2])).toEqual(
      seen.filter((row) => row[0] === 2 || late.includes(row) || again.includes(row)),
    );

    // And of a day: one of its hours, and its roll-ups.
    await database.pool.query(`UPDATE history_segment SET encoded = '\\x81ffff' WHERE point_id = 1 AND hour = $1`, [
      noon / hourMs,
    ]);
    clock.advance(day);
    await history.seal();
    expect(await everything([1, 2])).toEqual(seen.filter((row) => row[0] === 2 || late.includes(row)));
    expect((await database.pool.query('SELECT point_id, hours FROM history_damaged')).rows).toEqual([
      { point_id: 1, hours: 1 },
      { point_id: 1, hours: 1 },
    ]);
    expect(history.stats().sealError).toBeNull();
    const spoiled = await database.pool.query(`UPDATE history_rollup SET encoded = '\\xff'`);
    expect(spoiled.rowCount).toBeGreaterThan(0);
    const point = { pointId: 2, samplingIntervalMs: minute, kind: 'analog' as const };
    const [curve] = await history.buckets([point], noon - hourMs, noon + hourMs, 60);
    expect(curve!.kind === 'analog' && curve!.totals.count).toBe(32);
    await history.stop();
  });

  it('starts and goes on sealing when a commit in the log cannot be read: it says so, puts it aside and keeps all others', async () => {
    const { history, commit } = await open(noon, async () => new Map());
    const rows = Array.from({ length: 5 }, (_, i): Row[] => [1, 2].map((point) => [point, noon + i * minute, i, 0]));
    for (const of of rows) await commit(of);
    await history.stop();
    // Cut short; of a count that was never committed; of no time.
    const spoil = (bytes: string, commit: number) =>
      database.pool.query(
        `UPDATE sample_log SET payload = ${bytes} WHERE id = (SELECT id FROM sample_log ORDER BY id OFFSET $1 LIMIT 1)`,
        [commit],
      );
    await spoil('substr(payload, 1, 20)', 1);
    await spoil(`overlay(payload PLACING '\\xffffffff' FROM 9)`, 2);
    await spoil(`overlay(payload PLACING '\\x000000000000f87f' FROM 25)`, 3);
    const readable = [...rows[0]!, ...rows[4]!].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const look = () => checkHistory(database.pool, { findIntervals: async () => new Map(), repair: false, now: noon });

    const again = await open(noon, async () => new Map());
    expect(await again.everything([1, 2])).toEqual(readable);
    expect(again.said).toEqual(Array(3).fill('Readings in the log cannot be read; they are left out'));
    expect((await look()).problems).toEqual(
      Array(3).fill({ pointId: null, what: expect.stringMatching(/^a commit of 2 readings in the log .*T12:00/) }),
    );

    again.clock.advance(hourMs + 2 * minute);
    await again.history.seal();
    expect(await again.everything([1, 2])).toEqual(readable);
    expect(again.said.slice(3)).toEqual(Array(3).fill('Readings in the log cannot be read; they were put aside'));
    const { rows: aside } = await database.pool.query('SELECT point_id, hour, hours FROM history_damaged');
    expect(aside).toEqual(Array(3).fill({ point_id: null, hour: noon / hourMs, hours: 1 }));
    expect(await look()).toMatchObject({ problems: [], putAside: [noon, noon, noon] });
    await again.history.stop();
  });

  it('of a day that cannot be read is filled in again, and what was damaged is put aside', async () => {
    const at = noon - 3 * 24 * hourMs;
    const before: Row[] = [
      [1, at, 5, 0],
      [1, noon, 5, 0],
    ];
    await importSegments(database.pool, 1, columnsOf(before), async () => new Map());
    expect((await damageDay(1, at)).rowCount).toBe(1);
    const again: Row[] = [
      [1, at, 7, 0],
      [1, noon, 5, 0],
    ];
    await fillHistory(database.pool, 1, columnsOf(again), { now: noon }, async () => new Map());
    expect((await database.pool.query('SELECT point_id, hours FROM history_damaged')).rows).toEqual([
      { point_id: 1, hours: 24 },
    ]);
  });

  it('forgets what is erased, in samples, roll-ups and as the newest reading, and takes what is filled in', async () => {
    const day = 24 * hourMs;
    const dawn = noon - 12 * hourMs;
    const findIntervals = async () => new Map([[1, minute]]);
    const rows = Array.from({ length: 3 * 1440 }, (_, i): Row => [1, dawn - 3 * day + i * minute, 5, 0]);
    await importSegments(database.pool, 1, columnsOf(rows), findIntervals);
    const range = { from: dawn - 2.5 * day, to: dawn + day };
    expect(await eraseHistory(database.pool, 1, range, { now: noon, by: 'Li' }, findIntervals)).toBe(2.5 * 1440);
    const { history, everything } = await open();
    const left = rows.filter(([, at]) => at < range.from);
    expect(await everything([1])).toEqual(left);
    expect((await history.latest()).measuredAt).toEqual(Float64Array.of(range.from - minute));
    const filled = Array.from({ length: 1440 }, (_, i): Row => [1, dawn - 2 * day + i * minute, 7, 0]);
    await fillHistory(database.pool, 1, columnsOf(filled), { now: noon }, findIntervals);
    expect(await everything([1])).toEqual([...left, ...filled]);
    expect((await checkHistory(database.pool, { findIntervals, repair: false, now: noon })).problems).toEqual([]);
    const point = { pointId: 1, samplingIntervalMs: minute, kind: 'analog' as const };
    const totals = (await history.totals([point], dawn - 3 * day, dawn))[0]!;
    expect(totals.kind === 'analog' && totals.totals).toMatchObject({ min: 5, max: 7, count: 0.5 * 1440 + 1440 });
    const again = filled.slice(0, 3).map(([id, at], i): Row => [id, at, i === 0 ? 7 : 8, 0]);
    await fillHistory(database.pool, 1, columnsOf(again), { now: noon, by: 'Wu', reason: 'logger' }, findIntervals);
    const changes = await history.corrections([1, 2], dawn - 2.2 * day, dawn);
    expect(changes.map(({ kind, samples, by, from }) => [kind, samples, by, from])).toEqual([
      ['erased', 2.5 * 1440, 'Li', range.from],
      ['filled', 1440, null, dawn - 2 * day],
      ['filled', 3, 'Wu', dawn - 2 * day],
    ]);
    expect(await history.corrections([1], dawn - 2 * day + 3 * minute, dawn)).toHaveLength(2);
    const was = async (change: number) => {
      const all: [number, number][] = [];
      for await (const { length, measuredAt, values } of overwrittenBy(database.pool, changes[change]!.id))
        for (let i = 0; i < length; i++) all.push([measuredAt[i]!, values[i]!]);
      return all;
    };
    expect(await was(0)).toEqual(rows.filter(([, at]) => at >= range.from).map(([, at, value]) => [at, value]));
    expect([await was(1), await was(2)]).toEqual([[], filled.slice(1, 3).map(([, at]) => [at, 7])]);
    await history.stop();
  });

  it('of a day that turns out damaged when the newest reading is looked for says the same in curves as in readings: nothing', async () => {
    const day = 24 * hourMs;
    const dawn = noon - 12 * hourMs;
    const findIntervals = async () => new Map([[1, minute]]);
    const rows = Array.from({ length: 4 * 1440 }, (_, i): Row => [1, dawn - 4 * day + i * minute, 5, 0]);
    await importSegments(database.pool, 1, columnsOf(rows), findIntervals);
    await damageDay(1, dawn - 2 * day);
    await eraseHistory(database.pool, 1, { from: dawn - day, to: dawn }, { now: noon }, findIntervals);
    const { history, everything } = await open();
    expect(await everything([1])).toEqual(rows.filter(([, at]) => at < dawn - 2 * day));
    expect((await history.latest()).measuredAt).toEqual(Float64Array.of(dawn - 2 * day - minute));
    const point = { pointId: 1, samplingIntervalMs: minute, kind: 'analog' as const };
    const [curve] = await history.buckets([point], dawn - 4 * day, dawn, 1440);
    expect(curve!.kind === 'analog' && curve!.totals.count).toBe(2 * 1440);
    expect((await checkHistory(database.pool, { findIntervals, repair: false, now: noon })).problems).toEqual([]);
    await history.stop();
  });

  it('is kept for as long as a project is told, and never for less than its industry owes', async () => {
    const { db } = openDatabase(database.url, silentLog);
    const company = await aCompany(db);
    const project = await aProject(db, company);
    const point = await aPoint(db, await aGateway(db, project));
    const day = 24 * hourMs;

    const other = await aPoint(db, await aGateway(db, project));
    const old = (days: number, id = point): Row => [id, noon - days * day, days, 0];
    for (const id of [point, other]) {
      const rows = [2000, 1900, 1850, 1000, 1].map((days) => old(days, id));
      await importSegments(database.pool, id, columnsOf(rows));
    }
    await expect(setRetention(database.pool, project, 365, noon)).rejects.toThrow('at least 1827 days');
    await expect(setRetention(database.pool, project + 1, 1900, noon)).rejects.toThrow('no project');
    await trimHistory(database.pool, noon);
    const { history, everything } = await open();
    expect((await everything([point])).length).toBe(5);
    await setRetention(database.pool, project, 1850, noon);
    // Neither what is damaged nor what stands after it is kept for ever.
    await damageDay(point, noon - 1900 * day);
    await trimHistory(database.pool, noon, AbortSignal.abort());
    expect((await everything([other])).length).toBe(5);
    await trimHistory(database.pool, noon);
    for (const id of [point, other]) {
      expect((await everything([id])).map(([, , value]) => value)).toEqual([1850, 1000, 1]);
    }
    await setRetention(database.pool, project, null, noon);
    await trimHistory(database.pool, noon + 2000 * day);
    expect((await everything([point])).length).toBe(3);
    await history.stop();
    // By hand, at the keyboard of the installation: the company whose history it is reads of it all the same.
    await eraseHistory(database.pool, point, { from: noon - 1001 * day, to: noon }, { now: noon, reason: 'moved' });
    await fillHistory(database.pool, point, columnsOf([old(2), old(1)]), { now: noon, by: 'Wu' });
    const { rows } = await database.pool.query(
      `SELECT call, company_id, project_id, subject_kind AS kind, before, after FROM operation_log WHERE company_id = $1 ORDER BY id`,
      [company],
    );
    const iso = (days: number) => new Date(noon - days * day).toISOString();
    const [ofPoint, ofProject] = ['point', 'project'].map((kind) => ({
      company_id: company,
      project_id: project,
      kind,
    }));
    expect(rows).toEqual([
      { ...ofProject, call: 'keepHistory', before: { historyKeptDays: null }, after: { historyKeptDays: 1850 } },
      { ...ofProject, call: 'keepHistory', before: { historyKeptDays: 1850 }, after: { historyKeptDays: null } },
      {
        ...ofPoint,
        call: 'eraseHistory',
        before: { readings: 2, historyFrom: iso(1001), historyTo: iso(0) },
        after: { reason: 'moved' },
      },
      {
        ...ofPoint,
        call: 'fillHistory',
        before: null,
        after: { readings: 2, historyFrom: iso(2), historyTo: iso(1), byHand: 'Wu' },
      },
    ]);
    await db.destroy();
  });

  it('uses the retention in force when a point’s turn comes, also one that was set while others were trimmed', async () => {
    const { db } = openDatabase(database.url, silentLog);
    const day = 24 * hourMs;
    const company = await aCompany(db);
    const [shop, archive, pharmacy] = await Promise.all([1, 2, 3].map(() => aProject(db, company)));
    const points: number[] = [];
    for (const project of [shop, archive, shop, pharmacy]) {
      const id = await aPoint(db, await aGateway(db, project!));
      points.push(id);
      await importSegments(
        database.pool,
        id,
        columnsOf([1900, 800, 1].map((days): Row => [id, noon - days * day, days, 0])),
      );
    }
    const [trimmed, keptForEver, moved, owed] = points;
    for (const project of [shop!, archive!, pharmacy!]) {
      await db.updateTable('project').set({ industry: 2 }).where('id', '=', project).execute();
      await setRetention(database.pool, project, 731, noon);
    }
    // The first point holds the work up; meanwhile the other three are ordered to be kept longer.
    const release = Promise.withResolvers<void>();
    const holding = inTransaction(database.pool, async (client) => {
      await lockTurn(client, 'sealing');
      await release.promise;
    });
    const trimming = trimHistory(database.pool, noon);
    await expect.poll(() => lockWaits(database.pool), soon).toBe(1);
    await setRetention(database.pool, archive!, null, noon);
    const longer = await aProject(db, company);
    await setRetention(database.pool, longer, 1850, noon);
    await db.updateTable('point').set({ project_id: longer }).where('id', '=', moved!).execute();
    await db.updateTable('project').set({ industry: 1 }).where('id', '=', pharmacy!).execute();
    release.resolve();
    await Promise.all([holding, trimming]);
    const { history, everything } = await open();
    const left = async (id: number) => (await everything([id])).map(([, , value]) => value);
    expect(await Promise.all([trimmed, keptForEver, moved, owed].map((id) => left(id!)))).toEqual([
      [1],
      [1900, 800, 1],
      [800, 1],
      [800, 1],
    ]);
    await history.stop();
    await db.destroy();
  });

  it('of a deleted point goes when its grace is over, in cold chains not before their duty, with a line in the log', async () => {
    const { db } = openDatabase(database.url, silentLog);
    const day = 24 * hourMs;
    const deps = { db, clock: manualClock(Date.now()) };
    const company = await aCompany(db);
    const pointOf = async (industry: number) => {
      const project = await aProject(db, company);
      await db.updateTable('project').set({ industry }).where('id', '=', project).execute();
      const id = await aPoint(db, await aGateway(db, project));
      await importSegments(database.pool, id, columnsOf([40, 3].map((days): Row => [id, noon - days * day, 1, 0])));
      return id;
    };
    const [shop, pharmacy, kept] = [await pointOf(2), await pointOf(1), await pointOf(2)];
    const { history, everything, commit } = await open();
    await commit([[77, noon, 1, 0]]);
    expect([await history.has([shop, 78]), await history.has([77]), await history.has([78])]).toEqual([
      true,
      true,
      false,
    ]);
    expect(await keptAfterDeletion(db, { pointIds: [shop, pharmacy] }, 90)).toBe(90);
    expect(await keptAfterDeletion(db, { pointIds: [pharmacy] }, 90)).toBe(1827);
    expect(await keptAfterDeletion(db, { pointIds: [pharmacy] }, null)).toBeNull();
    await db.deleteFrom('point').where('id', 'in', [shop, pharmacy]).execute();
    const left = async () => (await everything([shop, pharmacy, kept])).length;
    deps.clock.advance(89 * day);
    expect([await eraseDeleted(deps, 90), await left()]).toEqual([0, 6]);
    deps.clock.advance(2 * day);
    expect([await eraseDeleted(deps, null), await eraseDeleted(deps, 90), await left()]).toEqual([0, 1, 4]);
    expect(await history.has([shop])).toBe(false);
    deps.clock.advance(1740 * day);
    expect([await eraseDeleted(deps, 90), await eraseDeleted(deps, 90), await left()]).toEqual([1, 0, 2]);
    const { rows } = await database.pool.query(
      `SELECT subject_id, before FROM operation_log WHERE call = 'eraseDeletedHistory' ORDER BY id`,
    );
    const before = { historyFrom: '2026-10-12', historyTo: '2026-11-18' };
    expect(rows).toEqual([shop, pharmacy].map((id) => ({ subject_id: String(id), before })));
    await history.stop();
    await db.destroy();
  });

  it('of a seed that was killed leaves every table, also after filling, damage and repair', async () => {
    const { db } = openDatabase(database.url, silentLog);
    const at = noon - 3 * 24 * hourMs;
    const findIntervals = async () => new Map([[1, minute]]);
    const rows = (value: number) =>
      columnsOf(Array.from({ length: 1500 }, (_, i): Row => [1, at + i * minute, value, 0]));
    await importSegments(database.pool, 1, rows(1), findIntervals);
    await fillHistory(database.pool, 1, rows(2), { now: noon }, findIntervals);
    await importSegments(
      database.pool,
      2,
      columnsOf([
        [2, at - 24 * hourMs, 1, 0],
        [2, at, 1, 0],
      ]),
      findIntervals,
    );
    await damageDay(2, at - 24 * hourMs);
    await checkHistory(database.pool, { findIntervals, repair: true, now: noon });
    const point = await aPoint(db, await aGateway(db, await aProject(db, await aCompany(db))));
    await db.deleteFrom('point').where('id', '=', point).execute();
    const { history, commit } = await open();
    await commit([[1, noon, 1, 0]]);
    await history.stop();

    // Found by name, so that new tables of history are checked too.
    const { rows: tables } = await database.pool.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition
       AND relname ~ '^(history_|sample_|point_latest$)' AND relname <> 'history_retention' ORDER BY 1`,
    );
    const filled = async () => {
      const found: string[] = [];
      for (const { name } of tables) {
        const { rowCount } = await database.pool.query(`SELECT FROM ${name} LIMIT 1`);
        if (rowCount !== 0) found.push(name);
      }
      return found;
    };
    expect(await filled()).toEqual(tables.map(({ name }) => name));
    await forgetAllHistory(system, db);
    expect(await filled()).toEqual([]);
    await db.destroy();
  });

  it('knows of which points something was measured before a time, also on their first day, sealed or not', async () => {
    const { clock, history, commit } = await open(noon, async () => new Map());
    await commit([
      [1, noon, 1, 0],
      [2, noon + 30 * minute, 1, 0],
      [3, noon + 90 * minute, 1, 0],
    ]);
    const known = async (at: number) => [...(await history.knownBefore([1, 2, 3, 4], at))].sort((a, b) => a - b);
    const expectKnown = async () => {
      expect(await known(noon)).toEqual([]);
      expect(await known(noon + 1)).toEqual([1]);
      expect(await known(noon + 50 * minute)).toEqual([1, 2]);
      expect(await known(noon + 3 * hourMs)).toEqual([1, 2, 3]);
      expect(await known(noon + 24 * hourMs)).toEqual([1, 2, 3]);
    };
    await expectKnown();
    clock.advance(hourMs + 2 * minute);
    await history.seal();
    await expectKnown();
    clock.advance(24 * hourMs);
    await history.seal();
    const { rows } = await database.pool.query('SELECT FROM history_day');
    expect([rows.length, await database.pool.query('SELECT FROM history_segment')]).toMatchObject([3, { rowCount: 0 }]);
    await expectKnown();
    await history.stop();
  });

  it('gives the newest sample of each point before a moment, sealed or not', async () => {
    const { clock, history, commit } = await open(noon, async () => new Map());
    await commit([
      [1, noon, 1, 0],
      [1, noon + 20 * minute, 2, 0],
      [1, noon + 50 * minute, 3, 2],
      [2, noon + 10 * minute, 4, 0],
    ]);
    const newest = async (from: number, to: number) => Object.fromEntries(await history.newest([1, 2, 3], from, to));
    const expectNewest = async () => {
      expect(await newest(noon, noon + 50 * minute)).toEqual({
        1: { measuredAt: noon + 20 * minute, value: 2, quality: 0 },
        2: { measuredAt: noon + 10 * minute, value: 4, quality: 0 },
      });
      expect(await newest(noon + 20 * minute, noon + hourMs)).toEqual({
        1: { measuredAt: noon + 50 * minute, value: 3, quality: 2 },
      });
      expect(await newest(noon, noon)).toEqual({});
    };
    await expectNewest();
    clock.advance(hourMs + 2 * minute);
    await history.seal();
    await expectNewest();
    await history.stop();
  });

  it('shows a point only its own readings, and nothing for one without history', async () => {
    const { history, commit, everything } = await open();
    await commit([
      [1, noon, 1, 0],
      [1025, noon, 2, 0],
    ]);
    expect(await everything([1025])).toEqual([[1025, noon, 2, 0]]);
    expect(await everything([2, 2_000_000_000])).toEqual([]);
    await history.stop();
  });
});
