import type { ProtocolClock } from '@watchpost/protocols';

export interface PaceOptions {
  /** Turns of each gateway a second, on average. */
  perSecond: number;
  /** Turns of a gateway at once before it has to wait. */
  burst: number;
  clock: ProtocolClock;
  /** `isSlowed`: the gateway has to wait from now on. Otherwise it was within its pace long enough to regain its burst. */
  changed(gatewayId: number, isSlowed: boolean): void;
}

/** From this number of gateways on, entries of gateways within their pace are removed. */
const clearedFrom = 1_000;

/**
 * Limits how often each gateway may act. A gateway that is too fast waits for its turn and loses nothing: an unread connection
 * slows down its sender.
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
