import type { ProtocolClock } from '@watchpost/protocols';

export interface PaceOptions {
  /** In the long run, of each gateway. */
  perSecond: number;
  /** So many at once before any has to wait. */
  burst: number;
  clock: ProtocolClock;
  /** A gateway has to wait from now on; or it was within its pace again long enough to have its burst back. */
  changed(gatewayId: number, isSlowed: boolean): void;
}

/** Bookkeeping is cleared of who is within his pace once there are so many. */
const clearedFrom = 1_000;

/**
 * Lets each gateway do something so often. Who is too fast waits for his turn, and nothing of his is lost: a connection that is not
 * read from slows down the one at its other end.
 */
export class Pace {
  readonly #options: PaceOptions;
  readonly #stepMs: number;
  /** By gateway, when it would have used up nothing of its burst, monotonic ms. */
  readonly #freeAt = new Map<number, number>();
  readonly #slowed = new Set<number>();

  constructor(options: PaceOptions) {
    this.#options = options;
    this.#stepMs = 1000 / options.perSecond;
  }

  /** Null: now. Else resolves when its turn has come; turns of a gateway come in the order in which they were asked for. */
  turn(gatewayId: number): Promise<void> | null {
    const { burst, clock, changed } = this.#options;
    const now = clock.monotonic();
    const freeAt = this.#freeAt.get(gatewayId) ?? Number.NEGATIVE_INFINITY;
    if (freeAt <= now && this.#slowed.delete(gatewayId)) changed(gatewayId, false);
    const next = Math.max(freeAt, now) + this.#stepMs;
    if (this.#freeAt.size >= clearedFrom && !this.#freeAt.has(gatewayId)) this.#clear(now);
    this.#freeAt.set(gatewayId, next);
    const waitMs = next - burst * this.#stepMs - now;
    // Less than a thousandth of a millisecond is rounding.
    if (waitMs < 0.001) return null;
    if (!this.#slowed.has(gatewayId)) {
      this.#slowed.add(gatewayId);
      changed(gatewayId, true);
    }
    return new Promise((resolve) => {
      clock.setTimer(resolve, waitMs);
    });
  }

  #clear(now: number): void {
    for (const [id, at] of this.#freeAt) if (at <= now && !this.#slowed.has(id)) this.#freeAt.delete(id);
  }
}
