import { setImmediate } from 'node:timers/promises';
import type { ProtocolClock } from '../clock.ts';

interface Timer {
  at: number;
  callback: () => void;
}

/** Lets streams and promises that are ready to go on do so. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await setImmediate();
}

/** A clock that moves when the test says so, and only then. */
export class ManualClock implements ProtocolClock {
  #now: number;
  #jumped = 0;
  #timers: Timer[] = [];

  constructor(startAt = Date.UTC(2026, 10, 21, 8)) {
    this.#now = startAt;
  }

  now(): number {
    return this.#now + this.#jumped;
  }

  monotonic(): number {
    return this.#now;
  }

  /** Sets the clock; timers and elapsed time are not affected. */
  jump(ms: number): void {
    this.#jumped += ms;
  }

  setTimer(callback: () => void, delayMs: number): () => void {
    const timer = { at: this.#now + delayMs, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  /** Moves time on, firing each timer at its time and letting its consequences settle before the next. */
  async advance(ms: number): Promise<void> {
    const target = this.#now + ms;
    await settle();
    for (;;) {
      const next = this.#timers.toSorted((a, b) => a.at - b.at)[0];
      if (!next || next.at > target) break;
      this.#timers = this.#timers.filter((one) => one !== next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
      await settle();
    }
    this.#now = target;
    await settle();
  }
}
