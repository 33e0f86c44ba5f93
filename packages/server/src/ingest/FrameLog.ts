import type { Clock } from '../platform/clock.ts';

/** What became of one request, or what came without one. */
export interface LoggedExchange {
  /** Counts up within a gateway; newer is larger. */
  number: number;
  /** Epoch ms: when the request was sent, or when what nobody asked for came. */
  at: number;
  outcome:
    | 'answered'
    | 'exception'
    | 'timeout'
    | 'badCrc'
    /** The line closed before an answer came. */
    | 'cut'
    /** An answer whose request had timed out. */
    | 'late'
    | 'unsolicited'
    /** Bytes that are no frame. */
    | 'junk'
    | 'opened'
    | 'closed';
  slaveId: number | null;
  functionCode: number | null;
  request: Buffer | null;
  /** The answer, or what came in its place. */
  answer: Buffer | null;
  /** From the request to its answer, or until it was given up. */
  durationMs: number | null;
}

/** So long after somebody last looked. */
export const watchFramesMs = 600_000;
/** Of a line that asks twice a second, the last four minutes. */
export const maxLoggedFrames = 500;
/** Two frames of at most 260 bytes each: 50 lines are at most 15 MB. */
const maxWatched = 50;

interface Watched {
  until: number;
  nextNumber: number;
  exchanges: LoggedExchange[];
}

/** What went over lines in the last minutes, of those that somebody looks at right now. In memory, and bounded. */
export class FrameLog {
  readonly #clock: Clock;
  readonly #watched = new Map<number, Watched>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** What is kept of a gateway's line after this number, the oldest first; from here on it is watched for ten minutes. */
  look(gatewayId: number, after: number): { exchanges: LoggedExchange[]; until: number; last: number } {
    const now = this.#clock.now();
    for (const [id, { until }] of this.#watched) if (now >= until) this.#watched.delete(id);
    // Numbers begin where no earlier watch can have come to: who looks again after an hour misses nothing.
    const watched = this.#watched.get(gatewayId) ?? { until: 0, nextNumber: now, exchanges: [] };
    watched.until = now + watchFramesMs;
    // Taken out and put in again: the one that was looked at longest ago goes first.
    this.#watched.delete(gatewayId);
    this.#watched.set(gatewayId, watched);
    const oldest = this.#watched.keys().next();
    if (this.#watched.size > maxWatched && !oldest.done) this.#watched.delete(oldest.value);
    return {
      exchanges: watched.exchanges.filter(({ number }) => number > after),
      until: watched.until,
      last: watched.nextNumber - 1,
    };
  }

  /** Costs a look-up for those that nobody watches. */
  note(gatewayId: number, exchange: Omit<LoggedExchange, 'number'>): void {
    const watched = this.#watched.get(gatewayId);
    if (!watched) return;
    if (this.#clock.now() >= watched.until) {
      this.#watched.delete(gatewayId);
      return;
    }
    watched.exchanges.push({ ...exchange, number: watched.nextNumber++ });
    if (watched.exchanges.length > maxLoggedFrames) watched.exchanges.shift();
  }
}
