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
 * Keys that gateways send without a point set up for them. That is no fault: many gateways publish more than is needed. Each
 * gateway's surplus keys are reported once, so that an installer finds a missing point's name, and again when new ones appear.
 */
export class SurplusKeys {
  readonly #clock: Clock;
  readonly #seen = new Map<number, Seen>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * @param keys of one message, nothing set up for any of them
   * @param isSurplus whether an earlier key still has no point
   * @returns the keys to report now, such as `fan, Case 1/door`; null: nothing new, or reported a moment ago
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
