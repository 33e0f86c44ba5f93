interface Waiting {
  start(): void;
}

/**
 * Lets a few pieces of work run at once and each person's one after the other, the persons taking turns: ten large curves of
 * one person do not delay the small curve of another.
 */
export class FairShare {
  readonly #atOnce: number;
  #running = 0;
  /** Persons whose work runs or waits, in the order of their turns. */
  readonly #lines = new Map<number, { isRunning: boolean; waiting: Waiting[] }>();

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** @throws the signal's reason when it is aborted before the turn has come */
  async run<T>(userId: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    await this.#turn(userId, signal);
    try {
      return await work();
    } finally {
      this.#running--;
      const line = this.#lines.get(userId)!;
      line.isRunning = false;
      this.#lines.delete(userId);
      // To the end of the line, or out of it.
      if (line.waiting.length > 0) this.#lines.set(userId, line);
      this.#startNext();
    }
  }

  #turn(userId: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const line = this.#lines.get(userId) ?? { isRunning: false, waiting: [] };
      this.#lines.set(userId, line);
      const leave = (): void => {
        line.waiting.splice(line.waiting.indexOf(waiting), 1);
        if (!line.isRunning && line.waiting.length === 0) this.#lines.delete(userId);
        reject(signal.reason);
      };
      const waiting: Waiting = {
        start: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      line.waiting.push(waiting);
      this.#startNext();
    });
  }

  #startNext(): void {
    for (const line of this.#lines.values()) {
      if (this.#running >= this.#atOnce) return;
      if (line.isRunning) continue;
      const next = line.waiting.shift();
      if (next === undefined) continue;
      line.isRunning = true;
      this.#running++;
      next.start();
    }
  }
}
