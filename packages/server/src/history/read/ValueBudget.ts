/** Thrown when a range holds more values than the reader's budget. */
export class TooManyValues extends Error {
  override readonly name = 'TooManyValues';
  readonly most: number;

  constructor(most: number) {
    super(`More than ${most} values`);
    this.most = most;
  }
}

/**
 * How many values a reply may hold, over as many reads as it takes. Values are counted while they are read, so that a contact
 * that flaps every second for two years ends the read before it is in memory.
 */
export class ValueBudget {
  readonly most: number;
  #left: number;

  constructor(most: number) {
    this.most = most;
    this.#left = most;
  }

  /** @throws TooManyValues */
  takeOne(): void {
    if (this.#left <= 0) throw new TooManyValues(this.most);
    this.#left--;
  }
}
