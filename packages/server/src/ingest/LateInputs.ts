import { staleAfterMs } from '@watchpost/contract';
import type pg from 'pg';
import { system } from '../access/index.ts';
import type { ReadingColumns } from '../events.ts';
import {
  type History,
  keepRecomputed,
  type RawHistory,
  ReadingColumnsBuilder,
  SampleBuffer,
} from '../history/index.ts';
import type { Clock } from '../platform/clock.ts';
import { createCompanyTurns } from '../platform/createCompanyTurns.ts';
import type { Db } from '../platform/db/database.ts';
import type { Log } from '../platform/log/log.ts';
import type { LiveReading, LiveValues, PointCatalogue } from '../points/index.ts';
import { type Computed, type DerivedReadings, neededIds } from './deriveReadings.ts';
import type { GroupCommit, WrittenAlongside } from './groupCommit.ts';
import { forgetLateInputs, type LateStretch, markLateInputs, readLateInputs } from './lateInputs.store.ts';

export interface LateInputsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly points: Pick<PointCatalogue, 'get'>;
  readonly live: Pick<LiveValues, 'get'>;
  readonly history: Pick<History, 'rawChunks' | 'knownBefore'>;
  readonly derived: Pick<DerivedReadings, 'over' | 'computed'>;
  readonly submit: GroupCommit['submit'];
}

interface Mark extends LateStretch {
  /** Counts the batches that brought something late. */
  readonly generation: number;
}

/** Computed in one stretch of history, and written together: live readings never wait long for a commit. */
const maxAtOnce = 20_000;
/** What replaces a value that has stood for so long leaves a trace; what is younger has only just come. */
const traceAfterMs = 10 * 60_000;

/**
 * Computes the values of computed points once more where their inputs came late: by history, beside the commit, and hands what differs
 * to it as readings that come late themselves. So alarms and records of the computed point follow as for any other. A formula is
 * applied from when it was last changed.
 *
 * Stretches that wait are in the database, written with their samples, so that a stop forgets none. Companies take turns after each part
 * of a stretch.
 */
export class LateInputs {
  readonly #deps: LateInputsDeps;
  readonly #marks = new Map<number, Mark>();
  readonly #stopping = new AbortController();
  readonly #turns: ReturnType<typeof createCompanyTurns>;

  constructor(deps: LateInputsDeps) {
    this.#deps = deps;
    this.#turns = createCompanyTurns({
      work: (companyId) => this.#computeCompany(companyId),
      waiting: () => this.#companiesOf(this.#marks.keys()),
      failed: (err, companyId) => deps.log.error({ err, companyId }, 'Late inputs could not be computed; trying on'),
      signal: this.#stopping.signal,
    });
  }

  /** What was late at the last stop is computed. */
  async start(): Promise<void> {
    for (const [pointId, stretch] of await readLateInputs(system, this.#deps.db))
      this.#marks.set(pointId, { ...stretch, generation: 0 });
    this.#turns.heard(this.#companiesOf(this.#marks.keys()));
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new Error('stopped'));
    await this.#turns.stop();
  }

  /**
   * In the transaction of the readings. A stretch that waits already is written again: the same transaction may have deleted its
   * row, because what was late before is computed.
   */
  async persist(client: pg.PoolClient, late: ReadonlyMap<number, LateStretch>): Promise<void> {
    if (late.size > 0) await markLateInputs(system, client, late);
  }

  committed(late: ReadonlyMap<number, LateStretch>): void {
    if (late.size === 0) return;
    for (const [pointId, { from, to }] of late) {
      const mark = this.#marks.get(pointId);
      this.#marks.set(pointId, {
        from: Math.min(mark?.from ?? from, from),
        to: Math.max(mark?.to ?? to, to),
        generation: (mark?.generation ?? 0) + 1,
      });
    }
    this.#turns.heard(this.#companiesOf(late.keys()));
  }

  /** Computes what is late at once. Resolves when nothing is left. */
  async computeNow(): Promise<void> {
    while (this.#marks.size > 0 && !this.#stopping.signal.aborted) await this.#turns.now();
  }

  /** A point that is gone is of company 0. */
  #companyOf(pointId: number): number {
    return this.#deps.points.get(pointId)?.company_id ?? 0;
  }

  #companiesOf(pointIds: Iterable<number>): Set<number> {
    return new Set(Array.from(pointIds, (pointId) => this.#companyOf(pointId)));
  }

  async *#computeCompany(companyId: number): AsyncGenerator<void, void> {
    const computed = this.#deps.derived.computed();
    const known = new Set(computed.map(({ point }) => point.id));
    const isGone = (pointId: number) => this.#companyOf(pointId) === companyId && !known.has(pointId);
    const gone = [...this.#marks.keys()].filter(isGone);
    if (gone.length > 0) await this.#forget(gone);
    // Each after those that it is computed from, so that mostly it need not be computed twice.
    for (const one of computed) {
      if (this.#companyOf(one.point.id) !== companyId || !this.#marks.has(one.point.id)) continue;
      yield* this.#computePoint(one);
      yield;
    }
  }

  async *#computePoint(one: Computed): AsyncGenerator<void, void> {
    const { points, live, history, derived } = this.#deps;
    const { point } = one;
    const mark = this.#marks.get(point.id)!;
    const needed = neededIds(one);
    const reachMs = Math.max(
      ...needed.map((id) => staleAfterMs((points.get(id)?.sampling_interval_seconds ?? 60) * 1000)),
    );
    const from = Math.max(mark.from, point.formula_since ?? mark.from);
    // A sample speaks until its input's next one, and for so long at most. What is newer than the point is computed as it comes.
    const until = Math.min(mark.to + reachMs, live.get(point.id)?.measuredAt ?? Number.NEGATIVE_INFINITY) + 1;
    if (from < until) {
      const present = await this.#before(needed, from, reachMs);
      for await (const chunk of history.rawChunks([...needed, point.id], from, until, this.#stopping.signal)) {
        const samples = new Map(chunk.points.map((each) => [each.pointId, each]));
        const inputs = new Map(needed.map((id) => [id, readingsOf(samples.get(id))]));
        const difference = new Difference(point.id, samples.get(point.id));
        for (const { reading } of derived.over(one, inputs, present)) {
          difference.take(reading);
          if (difference.length >= maxAtOnce) await this.#write(point.id, difference);
        }
        await this.#write(point.id, difference);
        yield;
      }
    }
    await this.#forget([point.id], mark.generation);
  }

  /** What was known of inputs before a moment, as far as it still matters then. */
  async #before(inputs: readonly number[], from: number, reachMs: number): Promise<Map<number, LiveReading | null>> {
    const { history } = this.#deps;
    const known = await history.knownBefore(inputs, from);
    // Too old to be used as a value. It only says that the input had one before.
    const stale: LiveReading = { value: null, quality: 0, measuredAt: from - 2 * reachMs };
    const present = new Map<number, LiveReading | null>(inputs.map((id) => [id, known.has(id) ? stale : null]));
    for await (const chunk of history.rawChunks(inputs, from - reachMs, from, this.#stopping.signal)) {
      for (const each of chunk.points) {
        const last = readingsOf(each).at(-1);
        if (last) present.set(each.pointId, last);
      }
    }
    return present;
  }

  /** Resolves when it is durable. */
  async #write(pointId: number, difference: Difference): Promise<void> {
    if (difference.length === 0) return;
    const now = this.#deps.clock.now();
    const { columns, replaced } = difference.handOver(now - traceAfterMs);
    await this.#submit(columns, async (client) => {
      if (replaced.length > 0) await keepRecomputed(client, pointId, replaced, now);
    });
  }

  /** Rejects when we stop: whether it was written shows when the stretch is computed once more. */
  #submit(columns: ReadingColumns, alongside: WrittenAlongside): Promise<void> {
    const { signal } = this.#stopping;
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(signal.reason);
      if (signal.aborted) return giveUp();
      signal.addEventListener('abort', giveUp, { once: true });
      void this.#deps.submit(columns, undefined, alongside).then(() => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      });
    });
  }

  /** Removes the marks of computed points, unless more came late meanwhile (another generation). */
  async #forget(pointIds: readonly number[], generation?: number): Promise<void> {
    const isDone = (pointId: number) => generation === undefined || this.#marks.get(pointId)?.generation === generation;
    await this.#submit(new ReadingColumnsBuilder(1).take(), (client) =>
      forgetLateInputs(system, client, pointIds.filter(isDone)),
    );
    for (const pointId of pointIds) if (isDone(pointId)) this.#marks.delete(pointId);
  }
}

/** What differs between what was computed of a point and what is on record, in order of time. */
class Difference {
  readonly #pointId: number;
  readonly #recorded: RawHistory | undefined;
  #place = 0;
  #columns = new ReadingColumnsBuilder(64);
  #replaced = new SampleBuffer(16);

  constructor(pointId: number, recorded: RawHistory | undefined) {
    this.#pointId = pointId;
    this.#recorded = recorded;
  }

  get length(): number {
    return this.#columns.length;
  }

  take({ measuredAt, value, quality }: LiveReading): void {
    const recorded = this.#recorded;
    const length = recorded?.length ?? 0;
    while (this.#place < length && recorded!.measuredAt[this.#place]! < measuredAt) this.#place++;
    const given = value ?? Number.NaN;
    if (this.#place < length && recorded!.measuredAt[this.#place] === measuredAt) {
      const before = recorded!.values[this.#place]!;
      const beforeQuality = recorded!.quality[this.#place]!;
      if (Object.is(before, given) && beforeQuality === quality) return;
      this.#replaced.push(measuredAt, before, beforeQuality);
    }
    this.#columns.push(this.#pointId, measuredAt, given, quality);
  }

  /** @param tracedBefore epoch ms; of what is younger nothing is kept */
  handOver(tracedBefore: number) {
    const replaced = new SampleBuffer(this.#replaced.length);
    for (let i = 0; i < this.#replaced.length; i++) {
      const at = this.#replaced.measuredAt[i]!;
      if (at < tracedBefore) replaced.push(at, this.#replaced.values[i]!, this.#replaced.quality[i]!);
    }
    this.#replaced = new SampleBuffer(16);
    return { columns: this.#columns.take(), replaced };
  }
}

function readingsOf(samples: RawHistory | undefined): LiveReading[] {
  const readings: LiveReading[] = [];
  for (let i = 0; i < (samples?.length ?? 0); i++) {
    const value = samples!.values[i]!;
    const quality = samples!.quality[i]!;
    readings.push({ value: Number.isNaN(value) ? null : value, quality, measuredAt: samples!.measuredAt[i]! });
  }
  return readings;
}
