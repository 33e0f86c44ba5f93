import { setImmediate as nextTurn } from 'node:timers/promises';
import { dayMs, staleAfterMs } from '@watchpost/contract';
import type { ClientBase } from 'pg';
import {
  type BucketSums,
  blockOf,
  daysPerBlock,
  daysReached,
  emptyBlock,
  firstDayOf,
  hasDay,
  isWidthWorthIt,
  type RollupBlock,
  rollupWidths,
  setDay,
  widened,
} from '../codec/RollupBlock.ts';
import { encodeRollup, readableRollup } from '../codec/rollupCodec.ts';
import { decodeSegment } from '../codec/segmentCodec.ts';
import { unlessDamaged } from '../codec/unlessDamaged.ts';
import { findDays, findRollups, type RollupRow, sealedDays, upsertRollups } from '../days.store.ts';
import { dayStart } from '../days.ts';
import { BucketFold } from '../read/bucketFold.ts';
import type { SampleColumns } from '../samples.ts';

/** Some milliseconds of folding or packing between two turns of the event loop. */
const samplesPerTurn = 50_000;
const blocksPerTurn = 20;

/**
 * Makes the roll-ups of these days anew inside the caller's transaction, those of later days included into which their last
 * samples reach. Days and their samples must have been written before. A point whose values now hold for another time than
 * its roll-ups believe is rolled up as a whole.
 *
 * The caller holds the sealing turn.
 *
 * @param intervals sampling interval of each analog point, ms; other points have no roll-ups
 */
export async function writeRollups(
  client: ClientBase,
  touched: ReadonlyMap<number, ReadonlySet<number>>,
  intervals: ReadonlyMap<number, number>,
): Promise<void> {
  const points = [...touched].filter(([pointId]) => intervals.has(pointId));
  if (points.length === 0) return;
  const wanted = points.map(([pointId, days]) => {
    const staleAfter = staleAfterMs(intervals.get(pointId)!);
    const reach = daysReached(staleAfter);
    const later = [...days].flatMap((day) => Array.from({ length: reach }, (_, i) => day + i + 1));
    return { pointId, staleAfter, reach, days, later: later.filter((day) => !days.has(day)) };
  });
  const blocks = pairsOf(wanted, ({ days, later }) => [...days, ...later].map(blockOf));
  const found = Map.groupBy(await findRollups(client, blocks.pointIds, blocks.others), (row) => row.pointId);
  const beginning = wanted.filter(({ pointId }) => !found.has(pointId));
  const outdatedBefore = await outdatedInBlockBefore(client, beginning);
  const samples = await readDays(
    client,
    pairsOf(wanted, ({ days, later, reach }) =>
      [...days, ...later].flatMap((day) => Array.from({ length: reach + 1 }, (_, i) => day - i)),
    ),
  );
  const changed: (RollupBlock & { pointId: number; block: number })[] = [];
  const outdated: typeof wanted = [];
  let folded = 0;
  for (const point of wanted) {
    const rows = found.get(point.pointId) ?? [];
    const work = new PointRollup(point.pointId, point.staleAfter, rows);
    if (work.isOutdated || outdatedBefore.has(point.pointId)) {
      outdated.push(point);
      continue;
    }
    const later = point.later.filter((day) => work.hasDay(day));
    for (const day of [...point.days, ...later]) {
      work.set(day, samples, point.reach);
      folded += 1440 + (samples.get(`${point.pointId} ${day}`)?.length ?? 0);
      if (folded < samplesPerTurn) continue;
      folded = 0;
      await nextTurn();
    }
    changed.push(...work.changed());
  }
  await storeBlocks(client, changed);
  for (const { pointId, staleAfter } of outdated) await writeAllRollups(client, pointId, staleAfter);
}

/** Those of points with which a new block begins, whose block before believes in another time: nothing else would tell. */
async function outdatedInBlockBefore(
  client: ClientBase,
  points: readonly { pointId: number; staleAfter: number; days: ReadonlySet<number> }[],
): Promise<ReadonlySet<number>> {
  if (points.length === 0) return new Set();
  const before = pairsOf(points, ({ days }) => [blockOf(Math.min(...days)) - 1]);
  const staleAfter = new Map(points.map((point) => [point.pointId, point.staleAfter]));
  const rows = await findRollups(client, before.pointIds, before.others);
  return new Set(
    rows
      .filter(({ pointId, minutes, encoded }) => {
        const rollup = readableRollup(minutes, encoded);
        return rollup !== null && rollup.staleAfterMs !== staleAfter.get(pointId);
      })
      .map(({ pointId }) => pointId),
  );
}

/** Makes every roll-up of a point anew; the caller holds the sealing turn. */
export async function writeAllRollups(client: ClientBase, pointId: number, staleAfter: number): Promise<void> {
  const range = await sealedDays(client, [pointId]);
  if (range === null) return;
  const reach = daysReached(staleAfter);
  for (let block = blockOf(range.first); block <= blockOf(range.last); block++) {
    const first = firstDayOf(block);
    const days = Array.from({ length: daysPerBlock }, (_, i) => first + i);
    const before = Array.from({ length: reach }, (_, i) => first - 1 - i);
    const all = [...before, ...days];
    const samples = await readDays(client, { pointIds: all.map(() => pointId), others: all });
    const work = new PointRollup(pointId, staleAfter, []);
    for (const day of days) if (samples.has(`${pointId} ${day}`)) work.set(day, samples, reach);
    await storeBlocks(client, work.changed());
    await nextTurn();
  }
}

export type Days = ReadonlyMap<string, SampleColumns>;

/** The finest buckets of a day, from its samples and those before it that may reach into it; keys are `<point> <day>`. */
export function foldDay(days: Days, pointId: number, day: number, staleAfter: number, reach: number): BucketSums {
  const range = { from: dayStart(day), to: dayStart(day + 1), staleAfter };
  const fold = new BucketFold(range, rollupWidths[0] * 60_000, 0);
  for (let before = reach; before >= 0; before--) {
    const one = days.get(`${pointId} ${day - before}`);
    if (one === undefined) continue;
    for (let i = 0; i < one.length; i++) {
      const at = one.measuredAt[i]!;
      if (at >= range.from - staleAfter) fold.add(at, one.values[i]!, one.quality[i]!);
    }
  }
  return fold.sums();
}

/** The blocks of one point that are being changed. */
class PointRollup {
  readonly isOutdated: boolean;
  readonly #pointId: number;
  readonly #staleAfter: number;
  readonly #blocks = new Map<string, RollupBlock & { block: number; isChanged: boolean }>();

  constructor(pointId: number, staleAfter: number, rows: readonly RollupRow[]) {
    this.#pointId = pointId;
    this.#staleAfter = staleAfter;
    for (const { minutes, block, encoded } of rows) {
      const rollup = readableRollup(minutes, encoded);
      if (rollup) this.#blocks.set(`${minutes} ${block}`, { ...rollup, block, isChanged: false });
    }
    this.isOutdated = [...this.#blocks.values()].some((block) => block.staleAfterMs !== staleAfter);
  }

  hasDay(day: number): boolean {
    return rollupWidths.some((minutes) => {
      const block = this.#blocks.get(`${minutes} ${blockOf(day)}`);
      return block !== undefined && hasDay(block, day);
    });
  }

  set(day: number, samples: Days, reach: number): void {
    const sums = foldDay(samples, this.#pointId, day, this.#staleAfter, reach);
    const count = samples.get(`${this.#pointId} ${day}`)?.length ?? 0;
    for (const minutes of rollupWidths) {
      this.#setWidth(minutes, day, isWidthWorthIt(minutes, count) ? widened(sums, minutes / rollupWidths[0]) : null);
    }
  }

  #setWidth(minutes: number, day: number, sums: BucketSums | null): void {
    const key = `${minutes} ${blockOf(day)}`;
    let block = this.#blocks.get(key);
    if (block === undefined) {
      if (sums === null) return;
      block = { ...emptyBlock(minutes, this.#staleAfter), block: blockOf(day), isChanged: false };
      this.#blocks.set(key, block);
    }
    setDay(block, day, sums);
    block.isChanged = true;
  }

  changed(): (RollupBlock & { pointId: number; block: number })[] {
    return [...this.#blocks.values()]
      .filter((block) => block.isChanged)
      .map((block) => ({ ...block, pointId: this.#pointId }));
  }
}

async function storeBlocks(
  client: ClientBase,
  blocks: readonly (RollupBlock & { pointId: number; block: number })[],
): Promise<void> {
  if (blocks.length === 0) return;
  const encoded: Uint8Array[] = [];
  for (const block of blocks) if (encoded.push(encodeRollup(block)) % blocksPerTurn === 0) await nextTurn();
  await upsertRollups(client, {
    pointIds: blocks.map(({ pointId }) => pointId),
    minutes: blocks.map(({ minutes }) => minutes),
    blocks: blocks.map(({ block }) => block),
    encoded,
  });
}

/** Each (point, number) pair once. */
function pairsOf<P extends { pointId: number }>(
  points: readonly P[],
  numbers: (point: P) => readonly number[],
): { pointIds: number[]; others: number[] } {
  const pointIds: number[] = [];
  const others: number[] = [];
  for (const point of points) {
    for (const other of new Set(numbers(point))) {
      pointIds.push(point.pointId);
      others.push(other);
    }
  }
  return { pointIds, others };
}

/** Samples by `<point> <day>`. A day that cannot be read reaches into no other: `check` says so. */
export async function readDays(
  client: ClientBase,
  { pointIds, others }: { pointIds: number[]; others: number[] },
): Promise<Map<string, SampleColumns>> {
  const rows = await findDays(client, pointIds, others);
  const days = new Map<string, SampleColumns>();
  for (const { pointId, day, encoded } of rows) {
    const samples = unlessDamaged(() => decodeSegment(day * dayMs, encoded));
    if (samples) days.set(`${pointId} ${day}`, samples);
  }
  return days;
}
