import { dayMs, hourMs, staleAfterMs } from '@watchpost/contract';
import type { ClientBase, Pool } from 'pg';
import { inTransaction } from '../../platform/db/inTransaction.ts';
import {
  type BucketSums,
  blockOf,
  bucketsPerDay,
  daysPerBlock,
  daysReached,
  firstDayOf,
  hasDay,
  type RollupBlock,
  rollupWidths,
  sumColumns,
  widened,
} from '../codec/RollupBlock.ts';
import { decodeRollup } from '../codec/rollupCodec.ts';
import { decodeSegment } from '../codec/segmentCodec.ts';
import { findRollups, readSealed, sealedDays } from '../days.store.ts';
import { dayOfHour, dayStart, hoursPerDay } from '../days.ts';
import { hourStart } from '../hours.ts';
import type { SampleColumns } from '../samples.ts';
import { readLog } from '../seal/readLog.ts';
import type { FindIntervals } from '../seal/sealDays.ts';
import { type Days, foldDay, writeAllRollups } from '../seal/writeRollups.ts';
import { listPartitions, lockTurn } from '../store.ts';
import { renewLatest } from './eraseHistory.ts';
import { deleteRollups, insertChange, listCommitsAside, listPoints, putAside } from './upkeep.store.ts';

export interface HistoryProblem {
  /** Null: in the log, where a commit holds readings of many points. */
  pointId: number | null;
  /** A sentence for the operator of the installation. */
  what: string;
}

export interface HistoryCheck {
  points: number;
  samples: number;
  /** Days of which a roll-up was compared with the samples. */
  rollupDays: number;
  problems: HistoryProblem[];
  /** Start of the hour of each commit of the log that was put aside because it could not be read, epoch ms. */
  putAside: number[];
}

/**
 * Reads everything that is stored and says what is wrong with it: rows that cannot be read or hold what is not theirs, and
 * roll-ups that do not say what the samples say, or are missing. The log is looked at when all points are: what cannot be read
 * there is put aside when its hour is sealed. With `repair` such rows are put aside and such roll-ups made
 * anew; each point in a transaction of its own.
 *
 * @param options.now for the trace that a repair leaves
 */
export async function checkHistory(
  db: Pool,
  options: { findIntervals: FindIntervals; repair: boolean; now: number; pointIds?: readonly number[] },
): Promise<HistoryCheck> {
  const pointIds = options.pointIds ?? (await listPoints(db));
  const check: HistoryCheck = { points: 0, samples: 0, rollupDays: 0, problems: [], putAside: [] };
  if (options.pointIds === undefined) {
    check.putAside = (await listCommitsAside(db)).map(hourStart);
    check.problems.push(...(await checkLog(db)));
  }
  for (const pointId of pointIds) {
    await inTransaction(db, async (client) => {
      await lockTurn(client, 'sealing');
      const interval = (await options.findIntervals(client, [pointId])).get(pointId);
      const staleAfter = interval === undefined ? null : staleAfterMs(interval);
      const point = new PointCheck(client, pointId, staleAfter);
      await point.run();
      check.points++;
      check.samples += point.samples;
      check.rollupDays += point.rollupDays;
      check.problems.push(...point.problems.map((what) => ({ pointId, what })));
      if (options.repair && point.problems.length > 0) await point.repair(options.now);
    });
  }
  return check;
}

function checkLog(db: Pool): Promise<HistoryProblem[]> {
  return inTransaction(db, async (client) => {
    await lockTurn(client, 'sealing');
    const problems: HistoryProblem[] = [];
    for (const hour of await listPartitions(client)) {
      const begin = new Date(hourStart(hour)).toISOString();
      const read = readLog(client, hour, ({ samples, fault }) => {
        const what = `a commit of ${samples} readings in the log of the hour that begins at ${begin} cannot be read and will be put aside when that is sealed: ${fault}`;
        problems.push({ pointId: null, what });
      });
      for await (const _ of read);
    }
    return problems;
  });
}

class PointCheck {
  samples = 0;
  rollupDays = 0;
  readonly problems: string[] = [];
  readonly #client: ClientBase;
  readonly #pointId: number;
  /** Null: no roll-ups are made of this point. */
  readonly #staleAfter: number | null;
  readonly #damaged: { pointId: number; hour: number; hours: number }[] = [];

  constructor(client: ClientBase, pointId: number, staleAfter: number | null) {
    this.#client = client;
    this.#pointId = pointId;
    this.#staleAfter = staleAfter;
  }

  async run(): Promise<void> {
    const range = await sealedDays(this.#client, [this.#pointId]);
    if (range === null) return;
    const reach = this.#staleAfter === null ? 0 : daysReached(this.#staleAfter);
    let before: [string, SampleColumns][] = [];
    let late = new Set<number>();
    for (let block = blockOf(range.first); block <= blockOf(range.last); block++) {
      const first = firstDayOf(block);
      const { days, hours } = await this.#readDays(first, first + daysPerBlock - 1);
      late = new Set([...late, ...hours]);
      if (this.#staleAfter !== null) {
        await this.#checkRollups(block, new Map([...before, ...days]), days, late, this.#staleAfter, reach);
      }
      before = [...days].filter(([key]) => Number(key.split(' ')[1]) >= first + daysPerBlock - reach);
    }
  }

  async repair(now: number): Promise<void> {
    for (const row of this.#damaged) await putAside(this.#client, row, now);
    // All roll-ups are made anew below.
    if (this.#damaged.length > 0) await renewLatest(this.#client, this.#pointId, new Map());
    await deleteRollups(this.#client, this.#pointId);
    if (this.#staleAfter !== null) await writeAllRollups(this.#client, this.#pointId, this.#staleAfter);
    const detail = { problems: this.problems };
    await insertChange(this.#client, { at: now, kind: 'repaired', pointId: this.#pointId, detail });
  }

  /** Samples of sealed days, and the days that have hours which are not merged into them. */
  async #readDays(first: number, last: number): Promise<{ days: Map<string, SampleColumns>; hours: Set<number> }> {
    const days = new Map<string, SampleColumns>();
    const hours = new Set<number>();
    for (const { hour, hours: length, encoded } of await readSealed(this.#client, [this.#pointId], [first], [last])) {
      const isDay = length === hoursPerDay;
      const what = `${isDay ? 'the day' : 'the hour'} that begins at ${new Date(hourStart(hour)).toISOString()}`;
      let fault: string | null;
      let samples: SampleColumns | null = null;
      try {
        samples = decodeSegment(hourStart(hour), encoded);
        fault = faultOf(samples, hourStart(hour), isDay ? dayMs : hourMs);
      } catch (error) {
        fault = `cannot be read: ${(error as Error).message}`;
      }
      if (fault !== null || samples === null) {
        this.problems.push(`${what} ${fault}`);
        this.#damaged.push({ pointId: this.#pointId, hour, hours: length });
        continue;
      }
      this.samples += samples.length;
      if (isDay) days.set(`${this.#pointId} ${dayOfHour(hour)}`, samples);
      else hours.add(dayOfHour(hour));
    }
    return { days, hours };
  }

  async #checkRollups(
    block: number,
    samples: Days,
    days: Days,
    late: ReadonlySet<number>,
    staleAfter: number,
    reach: number,
  ): Promise<void> {
    const rollups: RollupBlock[] = [];
    for (const { minutes, encoded } of await findRollups(this.#client, [this.#pointId], [block])) {
      try {
        const rollup = decodeRollup(minutes, encoded);
        if (rollup.staleAfterMs === staleAfter) rollups.push(rollup);
        else this.#say(block, `of ${minutes} minutes were made for values that hold for another time`);
      } catch (error) {
        this.#say(block, `of ${minutes} minutes cannot be read: ${(error as Error).message}`);
      }
    }
    for (let day = firstDayOf(block); day < firstDayOf(block + 1); day++) {
      const isLate = Array.from({ length: reach + 1 }, (_, i) => day - i).some((one) => late.has(one));
      const covering = rollups.filter((rollup) => hasDay(rollup, day));
      if (isLate) continue;
      if (covering.length === 0) {
        if (days.has(`${this.#pointId} ${day}`)) this.#sayOfDay(day, 'is not rolled up');
        continue;
      }
      this.rollupDays++;
      const sums = foldDay(samples, this.#pointId, day, staleAfter, reach);
      for (const rollup of covering) {
        if (!isSame(rollup, day, widened(sums, rollup.minutes / rollupWidths[0]))) {
          this.#sayOfDay(day, `has roll-ups of ${rollup.minutes} minutes that say something else than its samples`);
        }
      }
    }
  }

  #say(block: number, what: string): void {
    this.problems.push(`roll-ups of the 32 days from ${isoDay(firstDayOf(block))} on ${what}`);
  }

  #sayOfDay(day: number, what: string): void {
    this.problems.push(`${isoDay(day)} ${what}`);
  }
}

const isoDay = (day: number): string => new Date(dayStart(day)).toISOString().slice(0, 10);

/** Null: each time lies in the stretch, and once. */
function faultOf({ length, measuredAt }: SampleColumns, start: number, lengthMs: number): string | null {
  if (length === 0) return 'is empty';
  for (let i = 1; i < length; i++) if (!(measuredAt[i]! > measuredAt[i - 1]!)) return 'is not in the order of time';
  const isInside = measuredAt[0]! >= start && measuredAt[length - 1]! < start + lengthMs;
  return isInside ? null : 'holds readings of another time';
}

function isSame(rollup: RollupBlock, day: number, expected: BucketSums): boolean {
  const perDay = bucketsPerDay(rollup.minutes);
  const start = (day - firstDayOf(blockOf(day))) * perDay;
  return sumColumns.every((column) => {
    for (let i = 0; i < perDay; i++) {
      const found = rollup.sums[column][start + i]!;
      const wanted = expected[column][i]!;
      // Sums of many doubles in another order differ in their last digits.
      const tolerance = column === 'weighted' ? 1e-9 * Math.max(1, Math.abs(wanted)) : 0;
      if (!Object.is(found, wanted) && !(Math.abs(found - wanted) <= tolerance)) return false;
    }
    return true;
  });
}
