import type { Clock } from '../platform/clock.ts';

/** How seldom the same gateway is told about: one that is being set up gains a key a minute. */
const tellAgainMs = 600_000;
/** A gateway that makes up a name with every message must not fill the memory. */
const maxKept = 200;
/** As many as a person reads in one line. */
const maxTold = 20;
/** Of a key; names of Sparkplug metrics are paths. */
const maxLetters = 80;

interface Seen {
  readonly keys: Set<string>;
  /** There are keys among them that were not told yet. */
  isNew: boolean;
  /** Epoch ms. */
  toldAt: number;
}

/**
 * Keys that gateways send beside those that are set up. That is no fault: many publish more than anybody wants. It is told once, so
 * that whoever misses a point finds its name, and again when there are others.
 */
export class SurplusKeys {
  readonly #clock: Clock;
  readonly #seen = new Map<number, Seen>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * @param keys of one message, nothing set up for any of them
   * @param isSurplus whether that still holds of a key of before
   * @returns what is to be told of the gateway now, such as `fan, Case 1/door`; null: nothing new, or it was told a moment ago
   */
  note(gatewayId: number, keys: Iterable<string>, isSurplus: (key: string) => boolean): string | null {
    const now = this.#clock.now();
    const seen = this.#seen.get(gatewayId) ?? { keys: new Set(), isNew: false, toldAt: Number.NEGATIVE_INFINITY };
    this.#seen.set(gatewayId, seen);
    for (const key of keys) {
      if (seen.keys.has(key) || seen.keys.size >= maxKept) continue;
      seen.keys.add(key);
      seen.isNew = true;
    }
    if (!seen.isNew || now - seen.toldAt < tellAgainMs) return null;
    seen.isNew = false;
    seen.toldAt = now;
    const still = [...seen.keys].filter(isSurplus).sort();
    const told = still.slice(0, maxTold).map((key) => key.replace(/\p{Cc}/gu, '').slice(0, maxLetters));
    return `${told.join(', ')}${still.length > maxTold ? ', …' : ''}`;
  }
}
