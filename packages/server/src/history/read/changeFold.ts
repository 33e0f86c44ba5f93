import { qualityCode } from '@watchpost/contract';
import { SampleBuffer, type SampleColumns } from '../samples.ts';
import { type FoldRange, isBad } from './bucketFold.ts';
import type { ValueBudget } from './ValueBudget.ts';

/**
 * Keeps of a state point's samples, given by ascending time, only those where the state changes: value, or quality when it
 * is bad. Nothing shorter than a bucket is lost, which is why state points are not averaged.
 *
 * The state that holds at the start of the range stands first, at that start. A gap is an entry without a number (NaN) and
 * quality 0, at the moment the last state became stale.
 */
export class ChangeFold {
  readonly #range: FoldRange;
  readonly #budget: ValueBudget | undefined;
  readonly #changes = new SampleBuffer(64);
  #value = Number.NaN;
  #quality = 0;
  /** Whether the state at the start of the range has been written down, if there was one. */
  #opened = false;
  #heldSince = Number.NaN;

  /** @param budget takes every change, and ends the reading when there are too many */
  constructor(range: FoldRange, budget?: ValueBudget) {
    this.#range = range;
    this.#budget = budget;
  }

  add(measuredAt: number, value: number, quality: number): void {
    if (measuredAt >= this.#range.to) return;
    this.#endStale(measuredAt);
    if (measuredAt >= this.#range.from) this.#open(measuredAt);
    // A good sample without a number is no state either; its own quality byte would read as a gap.
    const bad = isBad(value, quality);
    const state = bad ? Number.NaN : value;
    const reason = bad && quality === 0 ? qualityCode.notANumber : quality;
    const same = Object.is(state, this.#value) && (!bad || reason === this.#quality);
    if (measuredAt >= this.#range.from && (!same || this.#changes.length === 0)) {
      this.#push(measuredAt, state, reason);
    }
    this.#value = state;
    this.#quality = reason;
    this.#heldSince = measuredAt;
  }

  finish(): SampleColumns {
    this.#endStale(this.#range.to);
    this.#open(this.#range.to);
    return this.#changes.copy();
  }

  #endStale(next: number): void {
    const staleAt = this.#heldSince + this.#range.staleAfter;
    if (!(staleAt < next)) return;
    if (staleAt > this.#range.from) {
      this.#open(staleAt);
      if (!(Number.isNaN(this.#value) && this.#quality === 0)) this.#push(staleAt, Number.NaN, 0);
    }
    this.#value = Number.NaN;
    this.#quality = 0;
    this.#heldSince = Number.NaN;
  }

  /** Writes down the state that held at the start of the range, unless the first sample sits exactly there. */
  #open(next: number): void {
    if (this.#opened) return;
    this.#opened = true;
    if (Number.isNaN(this.#heldSince) || next === this.#range.from) return;
    this.#push(this.#range.from, this.#value, this.#quality);
  }

  #push(at: number, value: number, quality: number): void {
    this.#budget?.takeOne();
    this.#changes.push(at, value, quality);
  }
}
