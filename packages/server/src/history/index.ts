/**
 * History: every reading ever taken, for ever. The only door to it; another engine could stand behind the same functions.
 *
 * Readings are written to a log in the caller's transaction and kept in memory as the tail; hour by hour the log is sealed
 * into one small row a point, and the tail forgets it. Once a day is over its hours become one row, and beside it stand
 * roll-ups (codec/RollupBlock.ts). What comes late is an hour again, until the next sealing of days. A read merges all of them, and
 * takes a day from its roll-up only when nothing came to it since (read/BucketPlan.ts).
 */
import type { ClientBase, Pool } from 'pg';
import type { ReadingColumns } from '../events.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log/log.ts';
import { findAnalogPoints } from './days.store.ts';
import { dayOf, dayStart } from './days.ts';
import { hourOf, hourStart } from './hours.ts';
import { measuredBefore } from './read/measuredBefore.ts';
import { type RawChunk, readInChunks } from './read/rawChunks.ts';
import {
  type BucketHistory,
  type HistoryPoint,
  type NewestSample,
  type PointTotals,
  type RawHistory,
  type RawHistoryWithTotals,
  readBuckets,
  readNewest,
  readRaw,
  readRawWithTotals,
  readTotals,
} from './read/readHistory.ts';
import type { UnreadablePart } from './read/readSamples.ts';
import type { ValueBudget } from './read/ValueBudget.ts';
import { ReadingColumnsBuilder } from './readingColumns.ts';
import { appendLog } from './seal/appendLog.ts';
import { HistoryTail } from './seal/HistoryTail.ts';
import { ensurePartitions } from './seal/partitions.ts';
import type { DamagedCommit } from './seal/readLog.ts';
import { rebuildTail } from './seal/rebuildTail.ts';
import { type FindIntervals, sealDays } from './seal/sealDays.ts';
import { sealHours } from './seal/sealHours.ts';
import { hasSealed, readLatest } from './store.ts';
import { type Correction, listCorrections } from './upkeep/upkeep.store.ts';

export { findAnalogPoints } from './days.store.ts';
export { historyHandlers, innerLimits } from './handlers.ts';
export { createHistoryShare, type HistoryShare, rowFor, serverItself } from './historyShare.ts';
export type { BucketColumns, HeldTotals, LimitSpan } from './read/bucketFold.ts';
export { checkedRange } from './read/curveRange.ts';
export { joinBuckets } from './read/joinBuckets.ts';
export type { RawChunk } from './read/rawChunks.ts';
export type {
  BucketHistory,
  HistoryPoint,
  NewestSample,
  PointTotals,
  RawHistory,
  RawHistoryWithTotals,
} from './read/readHistory.ts';
export { TooManyValues, ValueBudget } from './read/ValueBudget.ts';
export { ReadingColumnsBuilder, sliceReadings } from './readingColumns.ts';
export { SampleBuffer, type SampleColumns } from './samples.ts';
export { holdSealing } from './store.ts';
export { checkHistory, type HistoryCheck } from './upkeep/checkHistory.ts';
export { forgetAllHistory, type WhichPoints } from './upkeep/deleted.store.ts';
export { eraseDeleted, keptAfterDeletion } from './upkeep/eraseDeleted.ts';
export { eraseHistory } from './upkeep/eraseHistory.ts';
export { fillHistory, ImportForbidden, importSegments } from './upkeep/importSegments.ts';
export { keepRecomputed, overwrittenBy } from './upkeep/Overwritten.ts';
export { dutyOf, RetentionRefused, setRetention, trimHistory } from './upkeep/retention.ts';
export { type Correction, listCorrections } from './upkeep/upkeep.store.ts';

export interface HistoryStats {
  /** Samples whose hour is not sealed yet, and the memory they take. */
  tailSamples: number;
  tailBytes: number;
  /** Everything committed before this time is sealed; epoch ms. Null: nothing was sealed since the start. */
  sealedBefore: number | null;
  /** Null: never since the start. */
  lastSealDurationMs: number | null;
  /** Why the last sealing failed; null when it succeeded. */
  sealError: string | null;
}

export interface History {
  /**
   * Writes readings inside the caller's transaction. Follow with `committed(columns)` once it has committed, with the same
   * object; after a rollback do nothing.
   *
   * @throws RangeError when a reading has no time
   */
  append(client: ClientBase, columns: ReadingColumns): Promise<void>;
  /** Makes readings visible to reads. Their transaction must have committed, and transactions be reported in order. */
  committed(columns: ReadingColumns): void;
  /** The newest reading of each point by measured time, sealed or not. One entry a point, in no order. */
  latest(): Promise<ReadingColumns>;
  /** Whether there is a reading of any of the points, sealed or not. */
  has(pointIds: readonly number[]): Promise<boolean>;
  /** Those of the points of which something was measured before a time, epoch ms. */
  knownBefore(pointIds: readonly number[], before: number): Promise<Set<number>>;
  /** Of each point the newest sample in [from, to); one sample a point is kept in memory. Epoch ms. */
  newest(
    pointIds: readonly number[],
    from: number,
    to: number,
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<number, NewestSample>>;
  /** Every sample in [from, to), in the order of `pointIds`; all in memory, so the caller limits the range. Epoch ms. */
  raw(pointIds: readonly number[], from: number, to: number, signal?: AbortSignal): Promise<RawHistory[]>;
  /**
   * Every sample in [from, to) by stretches of time, in ascending order and without a gap between them, so that a range of
   * any length costs a few megabytes. Stopping early is fine; an aborted signal ends it with the signal's reason.
   */
  rawChunks(pointIds: readonly number[], from: number, to: number, signal?: AbortSignal): AsyncIterable<RawChunk>;
  /**
   * Like `raw`, with the totals of each analog point over the range: those `buckets` gives for it at any width.
   *
   * @throws TooManyValues when the budget is spent
   */
  rawWithTotals(
    points: readonly HistoryPoint[],
    from: number,
    to: number,
    signal?: AbortSignal,
    budget?: ValueBudget,
  ): Promise<RawHistoryWithTotals[]>;
  /**
   * Statistics by bucket in [from, to), of state points every change, in the order of `points`. Epoch ms. A value holds until
   * the next sample, at most `staleAfterMs` of its interval, never into the future; a bad sample ends it.
   *
   * @param originMs an edge between buckets, for days that begin at a local midnight; default 0, whole hours of UTC
   * @param budget takes every change; buckets are bounded by their width
   * @throws TooManyValues when the budget is spent
   */
  buckets(
    points: readonly HistoryPoint[],
    from: number,
    to: number,
    bucketMinutes: number,
    originMs?: number,
    signal?: AbortSignal,
    budget?: ValueBudget,
  ): Promise<BucketHistory[]>;
  /**
   * What `buckets` says of [from, to) as a whole; of state points how long and how often they were in each state. In the order of
   * `points`.
   *
   * @throws TooManyValues when the budget is spent
   */
  totals(
    points: readonly HistoryPoint[],
    from: number,
    to: number,
    signal?: AbortSignal,
    budget?: ValueBudget,
  ): Promise<PointTotals[]>;
  /** What was changed by hand of the points' history in [from, to), by time of the change; of each the newest fifty. */
  corrections(pointIds: readonly number[], from: number, to: number): Promise<Correction[]>;
  /**
   * Seals every hour and every day that is over. Runs by itself each minute between `start` and `stop`; calls while one runs
   * share it. What came late to a sealed day is merged into it a few times a day.
   */
  seal(): Promise<void>;
  stats(): HistoryStats;
  /** Prepares the log, reads the unsealed tail back into memory and begins sealing. Await it before anything else. */
  start(): Promise<void>;
  /** Ends sealing; an hour half sealed is rolled back and sealed after the next start. */
  stop(): Promise<void>;
}

/** 17 bytes each; twice as many are in memory while they are moved. */
const spilledSamples = 1_000_000;
/** A transaction that took its time just before the full hour has this long to reach the log. */
const sealGraceMs = 60_000;
const sealCheckMs = 60_000;
/** Buffers that gateways send after a bad night mostly come within this time of a day's end; a day is then written once. */
const dayGraceMs = 2 * 3_600_000;
/** Later ones are collected for so long, because each merge writes its whole day and its roll-ups again. */
const lateMergeMs = 6 * 3_600_000;

/**
 * @param deps.db a pool to the migrated database; not closed here
 * @param deps.tailFolder where readings of the open hour go that are too many for memory; absent: they stay there
 * @param deps.findIntervals what roll-ups need to know of points; by default what is set up of them
 */
export function openHistory(deps: {
  db: Pool;
  clock: Clock;
  log: Log;
  tailFolder?: string;
  findIntervals?: FindIntervals;
}): History {
  const { db, clock, log, tailFolder, findIntervals = findAnalogPoints } = deps;
  const onFailed = (error: unknown) =>
    log.error({ err: error }, 'Readings could not be moved to a file; they take memory until their hour is sealed');
  const tail = new HistoryTail(tailFolder ? { folder: tailFolder, samples: spilledSamples, onFailed } : null);
  const unreadable = new Set<string>();
  const reading = {
    db,
    tail,
    /** Each is said once: a page may read it every minute. */
    onUnreadable: ({ pointId, hour, hours, error }: UnreadablePart) => {
      const key = `${pointId} ${hour} ${hours}`;
      if (unreadable.has(key)) return;
      unreadable.add(key);
      const from = new Date(hourStart(hour)).toISOString();
      log.error({ err: error, pointId, from, hours }, 'Stored readings cannot be read; they are shown as bad');
    },
  };
  /** Hour of the log that holds a batch, between `append` and `committed`. */
  const appendedHour = new WeakMap<ReadingColumns, number>();
  let partitions = new Set<number>();
  /** Log hours before this one are sealed or were never written; a clock that was set back must not reach them. */
  let firstOpenHour = Number.NEGATIVE_INFINITY;
  let sealedBefore: number | null = null;
  let lastSealDurationMs: number | null = null;
  let sealError: string | null = null;
  /** Days before this one were sealed, and when. */
  let daysSealed: { before: number; at: number } | null = null;
  let sealing: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;

  const sayDamaged = ({ hour, samples, fault }: DamagedCommit, words: string): void => {
    log.error({ committedIn: new Date(hourStart(hour)).toISOString(), samples, fault }, words);
  };

  const preparePartitions = async (now: number): Promise<void> => {
    partitions = new Set(await ensurePartitions(db, now));
  };

  const sealDue = async (): Promise<void> => {
    const startedAt = clock.now();
    await preparePartitions(Math.max(startedAt, hourStart(firstOpenHour)));
    await sealHours(db, startedAt - sealGraceMs, {
      ...(tailFolder && { spill: { folder: tailFolder, samples: spilledSamples } }),
      stopped: () => stopped,
      onSealed: ({ hour, samples, segments, damaged }) => {
        for (const commit of damaged) sayDamaged(commit, 'Readings in the log cannot be read; they were put aside');
        tail.dropThrough(hour);
        partitions.delete(hour);
        firstOpenHour = Math.max(firstOpenHour, hour + 1);
        sealedBefore = hourStart(firstOpenHour);
        log.info({ hour: new Date(hourStart(hour)).toISOString(), samples, segments }, 'Sealed an hour of readings');
      },
    });
    await sealDueDays(startedAt);
    lastSealDurationMs = clock.now() - startedAt;
    sealError = null;
  };

  const sealDueDays = async (now: number): Promise<void> => {
    const before = dayOf(now - dayGraceMs);
    if (daysSealed !== null && daysSealed.before >= before && now - daysSealed.at < lateMergeMs) return;
    const days = await sealDays(db, before, { findIntervals, stopped: () => stopped });
    if (stopped) return;
    daysSealed = { before, at: now };
    if (days > 0) log.info({ before: new Date(dayStart(before)).toISOString(), days }, 'Sealed days of readings');
  };

  const seal = (): Promise<void> => {
    sealing ??= sealDue().finally(() => {
      sealing = null;
    });
    return sealing;
  };

  /** Sealing that fails is tried again each minute; the log keeps everything until then, so it is said once. */
  const sealQuietly = async (): Promise<void> => {
    try {
      const failedBefore = sealError !== null;
      await seal();
      if (failedBefore) log.info('Sealing of readings works again');
    } catch (error) {
      if (stopped) return;
      const message = error instanceof Error ? error.message : String(error);
      if (sealError === null) log.error({ err: error }, 'Sealing of readings failed; they stay in the log');
      sealError = message;
    }
  };

  return {
    async append(client, columns) {
      const committedAt = Math.max(clock.now(), hourStart(firstOpenHour));
      const hour = hourOf(committedAt);
      if (!partitions.has(hour)) await preparePartitions(committedAt);
      await appendLog(client, columns, committedAt);
      appendedHour.set(columns, hour);
    },

    committed(columns) {
      const hour = appendedHour.get(columns);
      if (hour === undefined) throw new Error('committed() needs the very columns that append() was given.');
      appendedHour.delete(columns);
      tail.add(hour, columns);
    },

    async latest() {
      // The tail first: an hour sealed in between is then seen twice rather than not at all.
      const newest = tail.latest();
      for (const row of await readLatest(db)) {
        const unsealed = newest.get(row.pointId);
        if (unsealed === undefined || unsealed.measuredAt < row.measuredAt) newest.set(row.pointId, row);
      }
      const columns = new ReadingColumnsBuilder(Math.max(16, newest.size));
      for (const [pointId, { measuredAt, value, quality }] of newest) columns.push(pointId, measuredAt, value, quality);
      return columns.take();
    },

    has: async (pointIds) => pointIds.some((id) => tail.has(id)) || hasSealed(db, pointIds),

    async knownBefore(pointIds, before) {
      // The tail first, as in `latest`.
      const unsealed = pointIds.filter((id) => tail.hasBefore(id, before));
      return new Set([...unsealed, ...(await measuredBefore(db, pointIds, before))]);
    },

    newest: (pointIds, from, to, signal) => readNewest({ ...reading, signal }, pointIds, from, to),

    raw: (pointIds, from, to, signal) => readRaw({ ...reading, signal }, pointIds, from, to),

    rawChunks: (pointIds, from, to, signal) =>
      readInChunks(
        (start, end) => readRaw({ ...reading, signal }, pointIds, start, end),
        pointIds.length,
        from,
        to,
        signal,
      ),

    rawWithTotals: (points, from, to, signal, budget) =>
      readRawWithTotals({ ...reading, signal, budget }, points, from, to, Math.min(to, clock.now())),

    buckets: (points, from, to, bucketMinutes, originMs = 0, signal, budget) =>
      readBuckets({ ...reading, signal, budget }, points, from, Math.min(to, clock.now()), bucketMinutes, originMs),

    totals: (points, from, to, signal, budget) =>
      readTotals({ ...reading, signal, budget }, points, from, Math.min(to, clock.now())),

    corrections: (pointIds, from, to) => listCorrections(db, pointIds, from, to),

    seal,

    stats: () => ({
      tailSamples: tail.sampleCount,
      tailBytes: tail.byteLength,
      sealedBefore,
      lastSealDurationMs,
      sealError,
    }),

    async start() {
      const hours = await ensurePartitions(db, clock.now());
      partitions = new Set(hours);
      firstOpenHour = hours[0] ?? hourOf(clock.now());
      await rebuildTail(db, tail, (commit) =>
        sayDamaged(commit, 'Readings in the log cannot be read; they are left out'),
      );
      timer = setInterval(() => void sealQuietly(), sealCheckMs);
      timer.unref();
    },

    async stop() {
      stopped = true;
      if (timer !== null) clearInterval(timer);
      timer = null;
      await sealing?.catch(() => undefined);
      await tail.close();
    },
  };
}
