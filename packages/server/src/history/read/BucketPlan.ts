import { dayMs, hourMs } from '@watchpost/contract';
import {
  type BucketSums,
  blockOf,
  bucketsPerDay,
  firstDayOf,
  giveBack,
  hasDay,
  type RollupBlock,
  type RollupWidth,
} from '../codec/RollupBlock.ts';
import { readableRollup } from '../codec/rollupCodec.ts';
import { dayOf, dayStart } from '../days.ts';
import { hourStart } from '../hours.ts';
import type { SampleColumns } from '../samples.ts';
import type { BucketFold, FoldRange, LimitSpan } from './bucketFold.ts';

/**
 * How the buckets of one analog point are put together: days that are rolled up, and to which nothing came since, from their
 * roll-up; everything else from samples. Both give the same.
 */
export class BucketPlan {
  readonly fold: BucketFold;
  readonly #range: FoldRange;
  readonly #limits: readonly LimitSpan[] | null;
  readonly #minutes: RollupWidth | null;
  readonly #blocks = new Map<number, RollupBlock>();
  readonly #late = new Set<number>();
  /** Days taken from roll-ups, ascending. */
  #days: number[] = [];
  #nextDay = 0;

  /** @param minutes width of the roll-ups to use; null: none fits */
  constructor(range: FoldRange, fold: BucketFold, minutes: RollupWidth | null, limits: readonly LimitSpan[] | null) {
    this.#range = range;
    this.fold = fold;
    this.#minutes = minutes;
    this.#limits = limits;
  }

  takeRollup(block: number, encoded: Uint8Array): void {
    const rollup = readableRollup(this.#minutes!, encoded, 'curve');
    // Damaged, or made when a value was thought to hold for another time: worth nothing until it is made again.
    if (rollup?.staleAfterMs === this.#range.staleAfter) this.#blocks.set(block, rollup);
  }

  /** An hour that came after its day was rolled up, or before it is. */
  takeLateHour(hour: number): void {
    this.#isLate(hourStart(hour), hourStart(hour) + hourMs - 1);
  }

  takeUnsealed({ length, measuredAt }: SampleColumns): void {
    for (let i = 0; i < length; i++) this.#isLate(measuredAt[i]!, measuredAt[i]!);
  }

  /** What a sample of these times may change: its own day, and those into which it holds. */
  #isLate(first: number, last: number): void {
    const end = dayOf(last + this.#range.staleAfter);
    for (let day = dayOf(first); day <= end; day++) this.#late.add(day);
  }

  /** The stretches of the range that must be read from samples, ascending. */
  stretches(): { from: number; to: number }[] {
    const { from, to } = this.#range;
    this.#days = this.#rolledUpDays();
    const stretches: { from: number; to: number }[] = [];
    let at = from;
    for (const day of this.#days) {
      if (at < dayStart(day)) stretches.push({ from: at, to: dayStart(day) });
      at = dayStart(day + 1);
    }
    if (at < to) stretches.push({ from: at, to });
    return stretches;
  }

  /** Adds the roll-ups before this moment; then samples of [from, to) follow. */
  beginStretch(from: number, to: number): void {
    this.#addDays(from);
    this.fold.beginStretch(from, to);
  }

  finish(): BucketFold {
    this.#addDays(Number.POSITIVE_INFINITY);
    for (const { sums } of this.#blocks.values()) giveBack(sums);
    this.#blocks.clear();
    return this.fold;
  }

  #rolledUpDays(): number[] {
    const { from, to } = this.#range;
    const days: number[] = [];
    for (const [number, block] of [...this.#blocks].sort(([a], [b]) => a - b)) {
      for (let day = firstDayOf(number); day < firstDayOf(number + 1); day++) {
        if (!hasDay(block, day) || this.#late.has(day)) continue;
        if (dayStart(day) < from || dayStart(day + 1) > to) continue;
        if (this.#limits && crosses(block, day, this.#limits)) continue;
        days.push(day);
      }
    }
    return days;
  }

  /** Days that follow each other in a block at once. */
  #addDays(before: number): void {
    while (this.#nextDay < this.#days.length) {
      const day = this.#days[this.#nextDay]!;
      if (dayStart(day) >= before) return;
      const number = blockOf(day);
      let after = day;
      do {
        after++;
        this.#nextDay++;
      } while (this.#days[this.#nextDay] === after && blockOf(after) === number && dayStart(after) < before);
      const block = this.#blocks.get(number)!;
      const { start } = placeOf(block, day);
      const end = start + (after - day) * bucketsPerDay(block.minutes);
      this.fold.addRollup(block.sums, start, end, dayStart(day), dayMs / bucketsPerDay(block.minutes));
    }
  }
}

const placeOf = ({ minutes }: RollupBlock, day: number): { start: number; end: number } => {
  const perDay = bucketsPerDay(minutes);
  const start = (day - firstDayOf(blockOf(day))) * perDay;
  return { start, end: start + perDay };
};

/**
 * Whether a value went through a limit within one of the day's buckets, or a limit that it was beyond began or ended there: for how
 * long it was beyond, only the samples say.
 */
function crosses(block: RollupBlock, day: number, limits: readonly LimitSpan[]): boolean {
  const { min, max, weight }: BucketSums = block.sums;
  const { start, end } = placeOf(block, day);
  const widthMs = dayMs / (end - start);
  for (const { low, high, from, to } of limits) {
    if (from >= dayStart(day + 1) || to <= dayStart(day)) continue;
    for (let i = start; i < end; i++) {
      const startsAt = dayStart(day) + (i - start) * widthMs;
      if (weight[i] === 0 || from >= startsAt + widthMs || to <= startsAt) continue;
      if (min[i]! >= low && max[i]! <= high) continue;
      const isBeyond = max[i]! < low || min[i]! > high;
      if (!isBeyond || from > startsAt || to < startsAt + widthMs) return true;
    }
  }
  return false;
}
