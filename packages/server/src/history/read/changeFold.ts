import { qualityCode } from '@watchpost/contract';
import { SampleBuffer, type SampleColumns } from '../samples.ts';
import { type FoldRange, isBad } from './bucketFold.ts';
import type { ValueBudget } from './ValueBudget.ts';

/** What becomes of the changes of a state point. */
interface ChangeTaker<Result> {
  push(at: number, value: number, quality: number): void;
  /** @param to when the last state ceases to count, epoch ms */
  finish(to: number): Result;
}

/** All of them, as long as there is room. */
export class KeptChanges implements ChangeTaker<SampleColumns> {
  readonly #changes = new SampleBuffer(64);
  readonly #budget: ValueBudget | undefined;

  /** @param budget takes every change, and ends the reading when there are too many */
  constructor(budget?: ValueBudget) {
    this.#budget = budget;
  }

  push(at: number, value: number, quality: number): void {
    this.#budget?.takeOne();
    this.#changes.push(at, value, quality);
  }

  finish(): SampleColumns {
    return this.#changes.copy();
  }
}

/** How long a point was in one state, and how often it came into it; one that was in it from the start came once. */
export interface StateTime {
  value: number;
  durationMs: number;
  count: number;
}

/** Only what they come to: a contact that flapped for two years takes no more room than its states. */
export class StateTimes implements ChangeTaker<StateTime[]> {
  readonly #times = new Map<number, StateTime>();
  readonly #budget: ValueBudget | undefined;
  #open: StateTime | null = null;
  #since = 0;

  /** @param budget takes every state that was seen: a point may call a counter its state */
  constructor(budget?: ValueBudget) {
    this.#budget = budget;
  }

  push(at: number, value: number, quality: number): void {
    this.#close(at);
    if (isBad(value, quality)) return;
    let time = this.#times.get(value);
    if (!time) {
      this.#budget?.takeOne();
      time = { value, durationMs: 0, count: 0 };
      this.#times.set(value, time);
    }
    time.count++;
    this.#open = time;
    this.#since = at;
  }

  finish(to: number): StateTime[] {
    this.#close(to);
    return [...this.#times.values()];
  }

  #close(at: number): void {
    if (this.#open) this.#open.durationMs += Math.max(0, at - this.#since);
    this.#open = null;
  }
}

/**
 * Takes of a state point's samples, given by ascending time, only those where the state changes: value, or quality when it
 * is bad. Nothing shorter than a bucket is lost, which is why state points are not averaged.
 *
 * The state that holds at the start of the range stands first, at that start. A gap is an entry without a number (NaN) and
 * quality 0, at the moment the last state became stale.
 */
export class ChangeFold<Result> {
  readonly #range: FoldRange;
  readonly #into: ChangeTaker<Result>;
  #isEmpty = true;
  #value = Number.NaN;
  #quality = 0;
  /** Whether the state at the start of the range has been written down, if there was one. */
  #opened = false;
  #heldSince = Number.NaN;

  constructor(range: FoldRange, into: ChangeTaker<Result>) {
    this.#range = range;
    this.#into = into;
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
    if (measuredAt >= this.#range.from && (!same || this.#isEmpty)) {
      this.#push(measuredAt, state, reason);
    }
    this.#value = state;
    this.#quality = reason;
    this.#heldSince = measuredAt;
  }

  finish(): Result {
    this.#endStale(this.#range.to);
    this.#open(this.#range.to);
    return this.#into.finish(this.#range.to);
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
    this.#isEmpty = false;
    this.#into.push(at, value, quality);
  }
}
