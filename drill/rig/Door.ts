/** An alarm that must come of what a door reported. */
export interface ExpectedAlarm {
  raisedAt: number;
  returnedAt: number;
}

/**
 * A door that opens and closes by chance, and the alarms that must follow from what it really reported: one for each time it
 * stood open longer than the rule's delay, from the moment the delay ran out until the report that it is closed.
 */
export class Door {
  readonly expected: ExpectedAlarm[] = [];
  readonly #delayMs: number;
  readonly #random: () => number;
  #open = false;
  #openedAt = 0;
  #changesAt = 0;

  constructor(delayMs: number, random: () => number) {
    this.#delayMs = delayMs;
    this.#random = random;
  }

  /** 1 while open. */
  report(now: number): number {
    if (now >= this.#changesAt) {
      this.#open = !this.#open;
      this.#changesAt = now + (this.#open ? this.#openMs() : 300 + 3_000 * this.#random());
    }
    return this.#open ? 1 : 0;
  }

  /** Stays closed from now on. */
  shut(): void {
    this.#open = false;
    this.#changesAt = Number.POSITIVE_INFINITY;
  }

  /** What was sent, with the time that went with it. */
  reported(measuredAt: number, value: number): void {
    if (value === 1) {
      if (this.#openedAt === 0) this.#openedAt = measuredAt;
      return;
    }
    const isLongEnough = this.#delayMs === 0 || measuredAt - this.#openedAt > this.#delayMs;
    if (this.#openedAt !== 0 && isLongEnough) {
      this.expected.push({ raisedAt: this.#openedAt + this.#delayMs, returnedAt: measuredAt });
    }
    this.#openedAt = 0;
  }

  /** Of a delayed rule every second opening is short: those must raise nothing. */
  #openMs(): number {
    if (this.#delayMs === 0) return 200 + 3_000 * this.#random();
    return this.#random() < 0.5 ? this.#delayMs * 0.6 * this.#random() : this.#delayMs * (1.3 + this.#random());
  }
}
