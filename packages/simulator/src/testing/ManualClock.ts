import type { Clock } from '../clock.ts';

/** A Wednesday, 10:00 in Shanghai. */
export const startOfTest = Date.UTC(2026, 10, 18, 2);

export class ManualClock implements Clock {
  #now = startOfTest;

  now(): number {
    return this.#now;
  }

  pass(seconds: number): void {
    this.#now += seconds * 1000;
  }
}
