import type { Clock } from '../platform/clock.ts';

/** A message as a gateway sent it. */
export interface WatchedMessage {
  /** Epoch ms of its arrival. */
  at: number;
  topic: string;
  /** Its beginning where it is longer than `maxKeptBytes`. */
  payload: Buffer;
  byteCount: number;
}

/** So long after somebody last looked. */
export const watchMs = 600_000;
/** Of a gateway that sends each second, the last quarter of a minute: enough to see every kind of message it has. */
const maxKept = 20;
/** Larger than any message that a person reads. */
const maxKeptBytes = 65_536;
/** At most 25 MB in all. */
const maxWatched = 20;

interface Watched {
  until: number;
  messages: WatchedMessage[];
}

/**
 * What gateways sent in the last minutes, of those that somebody sets up right now: nobody looks at the others, and keeping
 * theirs would take memory for nothing.
 */
export class MessageWatch {
  readonly #clock: Clock;
  readonly #watched = new Map<number, Watched>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The messages kept of a gateway, the newest first; from here on it is watched for ten minutes. */
  look(gatewayId: number): { messages: readonly WatchedMessage[]; until: number } {
    const now = this.#clock.now();
    this.#forget(now);
    const watched = this.#watched.get(gatewayId) ?? { until: 0, messages: [] };
    watched.until = now + watchMs;
    // Taken out and put in again: the one that was looked at longest ago goes first.
    this.#watched.delete(gatewayId);
    this.#watched.set(gatewayId, watched);
    const oldest = this.#watched.keys().next();
    if (this.#watched.size > maxWatched && !oldest.done) this.#watched.delete(oldest.value);
    return { messages: watched.messages.toReversed(), until: watched.until };
  }

  /** To be told every message; costs a look-up for those that nobody watches. */
  note(gatewayId: number, topic: string, payload: Buffer): void {
    const watched = this.#watched.get(gatewayId);
    if (!watched) return;
    const now = this.#clock.now();
    if (now >= watched.until) {
      this.#watched.delete(gatewayId);
      return;
    }
    // A copy: a slice would hold on to the whole packet it was cut from.
    const kept = Buffer.from(payload.subarray(0, maxKeptBytes));
    watched.messages.push({ at: now, topic, payload: kept, byteCount: payload.length });
    if (watched.messages.length > maxKept) watched.messages.shift();
  }

  #forget(now: number): void {
    for (const [id, { until }] of this.#watched) if (now >= until) this.#watched.delete(id);
  }
}
