import type { LineChange } from '../events.ts';
import type { GatewayFacts } from './store.ts';

interface LinkState {
  up: boolean;
  /** People keep it off: that it does not come is their will. */
  isKeptOff: boolean;
  /** Our start, or when it was set up. */
  knownSince: number;
  /** Null: not heard of since then, and the time to come is not over. */
  changedAt: number | null;
  connectedAt: number;
  /** When a message last carried samples of the past; -Infinity: what it says is of now. */
  backlogAt: number;
  /** When it last caught up with the present. */
  caughtUpAt: number;
  /** The smallest distance of its newest sample to our clock on this connection, ms: transport, or a clock that is slow. */
  lagMs: number;
  /** The same of its last message: what it measured since then is still under way. */
  lastLagMs: number;
  lastSeenAt: number;
}

/** Samples this much older than usual are a backlog. Longer than any sampling interval of a link in good order. */
const backlogMs = 60_000;
/** A lag that shrinks by more than this from message to message is a store being played back. */
const shrinkingMs = 5_000;
/** How far behind now a live link's watermark runs: what is measured takes a moment to arrive. */
const watermarkGraceMs = 5_000;
/** Gateways come within this time after our start, or after they were set up; DTUs redial each minute at the latest. */
export const arrivalGraceMs = 120_000;

interface Stretch {
  since: number;
  watermark: number;
}

/**
 * What was so of gateways at a moment. With tens of thousands of them and a hundred commits a second only those that are asked about
 * are looked at; of those that change afterwards it is kept how they were.
 */
class LinksAtMoment {
  readonly #states: ReadonlyMap<number, LinkState>;
  readonly #stretchOf: (state: LinkState) => Stretch | undefined;
  readonly #before = new Map<number, Stretch | undefined>();

  constructor(states: ReadonlyMap<number, LinkState>, stretchOf: (state: LinkState) => Stretch | undefined) {
    this.#states = states;
    this.#stretchOf = stretchOf;
  }

  get(gatewayId: number): Stretch | undefined {
    if (this.#before.has(gatewayId)) return this.#before.get(gatewayId);
    const state = this.#states.get(gatewayId);
    return state && this.#stretchOf(state);
  }

  /** To be called before a gateway changes. */
  keep(gatewayId: number): void {
    if (!this.#before.has(gatewayId)) this.#before.set(gatewayId, this.get(gatewayId));
  }
}

const newLink = (knownSince: number): LinkState => ({
  up: false,
  isKeptOff: false,
  knownSince,
  changedAt: null,
  connectedAt: 0,
  backlogAt: Number.NEGATIVE_INFINITY,
  caughtUpAt: Number.NEGATIVE_INFINITY,
  lagMs: Number.POSITIVE_INFINITY,
  lastLagMs: 0,
  lastSeenAt: 0,
});

/**
 * Which gateways and slaves are reachable, as of this moment. Changes queue up for the next commit, which stores them with
 * the readings. After a start nothing is known of a gateway until it reports, or until it had time to: a restart of ours
 * must not look like a failure of theirs.
 */
export class GatewayLinks {
  readonly #gateways = new Map<number, LinkState>();
  readonly #slaves = new Map<number, { up: boolean; since: number }>();
  readonly #changed: () => void;
  #changes: LineChange[] = [];
  #live: LinksAtMoment | null = null;
  #gone: LinksAtMoment | null = null;
  #closed = false;

  /** @param changed called after each change, so that a commit follows soon */
  constructor(gateways: Iterable<GatewayFacts>, startedAt: number, changed: () => void) {
    this.#changed = changed;
    this.follow(gateways, startedAt);
  }

  /** Gateways and slaves as they are set up now: new ones have time to come, of those that are gone nothing is said. */
  follow(gateways: Iterable<GatewayFacts>, now: number): void {
    const absent = { gateways: new Set(this.#gateways.keys()), slaves: new Set(this.#slaves.keys()) };
    for (const gateway of gateways) {
      absent.gateways.delete(gateway.id);
      const state = this.#gateways.get(gateway.id) ?? newLink(now);
      state.isKeptOff = gateway.is_kept_off;
      this.#gateways.set(gateway.id, state);
      for (const slave of gateway.slaves) {
        absent.slaves.delete(slave.id);
        if (slave.silent_since !== null && !this.#slaves.has(slave.id))
          this.#slaves.set(slave.id, { up: false, since: Date.parse(slave.silent_since) });
      }
    }
    for (const id of absent.gateways) {
      this.#aboutToChange(id);
      this.#gateways.delete(id);
    }
    for (const id of absent.slaves) this.#slaves.delete(id);
  }

  /** To be called before we hang up on everybody: from here on silence is our own doing, and nothing is said of it. */
  close(): void {
    this.#closed = true;
  }

  /** To be called now and then: who had `arrivalGraceMs` to come and did not is down, since we know of it. */
  endArrivals(now: number): void {
    for (const [id, state] of this.#gateways) {
      if (state.changedAt !== null || now - state.knownSince < arrivalGraceMs) continue;
      this.#aboutToChange(id);
      state.changedAt = state.knownSince;
      this.#push({
        kind: 'gateway',
        id,
        up: false,
        at: state.knownSince,
        detail: state.isKeptOff ? 'keptOff' : 'didNotCome',
      });
    }
  }

  /**
   * @param mayPlayBack whether it may first send what it stored while it was away
   * @param from the address it came from, for the log of its lines
   */
  gatewayUp(gatewayId: number, at: number, mayPlayBack: boolean, from?: string): void {
    const state = this.#gateways.get(gatewayId);
    if (!state) return;
    this.#aboutToChange(gatewayId);
    const wasUp = state.up;
    Object.assign(state, { up: true, connectedAt: at, lagMs: Number.POSITIVE_INFINITY, lastLagMs: 0, lastSeenAt: at });
    state.backlogAt = mayPlayBack ? at : Number.NEGATIVE_INFINITY;
    state.caughtUpAt = at;
    if (wasUp) return;
    state.changedAt = at;
    this.#push({ kind: 'gateway', id: gatewayId, up: true, at, detail: from });
  }

  /** @param why one word for the log of its lines, such as `silent`; absent: it hung up, or nobody knows */
  gatewayDown(gatewayId: number, at: number, why?: string): void {
    const state = this.#gateways.get(gatewayId);
    if (!state?.up || this.#closed) return;
    this.#aboutToChange(gatewayId);
    Object.assign(state, { up: false, changedAt: at });
    this.#push({ kind: 'gateway', id: gatewayId, up: false, at, detail: why });
  }

  /**
   * The gateway sent something whose newest sample is of `newestSampleAt`. A lag that shrinks is a store being played back; a
   * lag that stays is a slow clock, and then its time simply runs behind ours.
   */
  heard(gatewayId: number, at: number, newestSampleAt: number): void {
    const state = this.#gateways.get(gatewayId);
    if (!state) return;
    this.#aboutToChange(gatewayId);
    state.lastSeenAt = at;
    const lagMs = Math.max(0, at - newestSampleAt);
    state.lastLagMs = lagMs;
    if (lagMs < state.lagMs - shrinkingMs) {
      state.lagMs = lagMs;
      if (lagMs > backlogMs) state.backlogAt = at;
      else if (state.backlogAt !== Number.NEGATIVE_INFINITY) {
        state.backlogAt = Number.NEGATIVE_INFINITY;
        state.caughtUpAt = at;
      }
    } else if (lagMs > state.lagMs + backlogMs) {
      state.backlogAt = at;
    }
  }

  /** No point of it is read any more: that it was silent is over, because nobody would find out that it answers. */
  slaveNotAsked(slaveId: number, at: number): void {
    if (this.#slaves.get(slaveId)?.up === false) this.slaveChanged(slaveId, true, at);
  }

  slaveChanged(slaveId: number, up: boolean, at: number): void {
    if (this.#slaves.get(slaveId)?.up === up || this.#closed) return;
    this.#slaves.set(slaveId, { up, since: at });
    this.#push({ kind: 'slave', id: slaveId, up, at });
  }

  /** A gateway's line or a slave as of now; null: not known yet. A slave's own state says nothing about its gateway's. */
  statusOf(kind: 'gateway' | 'slave', id: number): { up: boolean; since: number } | null {
    if (kind === 'gateway') {
      const gateway = this.#gateways.get(id);
      return gateway && gateway.changedAt !== null ? { up: gateway.up, since: gateway.changedAt } : null;
    }
    return this.#slaves.get(id) ?? null;
  }

  /**
   * Gateways that are up and report the present, with how far time has certainly passed for them. One that has nothing to
   * say is of the present, too: a minute after its last backlog, or after it came. The answer holds until the next is asked for.
   */
  live(now: number): Pick<LinksAtMoment, 'get'> {
    this.#live = new LinksAtMoment(this.#gateways, ({ up, backlogAt, caughtUpAt, lastLagMs }) => {
      if (!up || now - backlogAt <= backlogMs) return undefined;
      const since = Math.max(caughtUpAt, backlogAt + backlogMs);
      return { since, watermark: now - watermarkGraceMs - lastLagMs };
    });
    return this.#live;
  }

  /**
   * Gateways that are known to be gone: since when the link that was lost had been there, and up to when it is certain that nothing
   * came of them. Of one that may still come after our start nothing is certain. The answer holds until the next is asked for.
   */
  gone(now: number): Pick<LinksAtMoment, 'get'> {
    this.#gone = new LinksAtMoment(this.#gateways, ({ up, changedAt, caughtUpAt }) =>
      !up && changedAt !== null ? { since: caughtUpAt, watermark: now - watermarkGraceMs } : undefined,
    );
    return this.#gone;
  }

  /** Changes since the last call, in order of time. */
  takeChanges(): LineChange[] {
    const changes = this.#changes;
    this.#changes = [];
    return changes;
  }

  get hasChanges(): boolean {
    return this.#changes.length > 0;
  }

  /** When a gateway was last heard of, epoch ms; null: not since our start. */
  lastSeenAt(gatewayId: number): number | null {
    return this.#gateways.get(gatewayId)?.lastSeenAt || null;
  }

  /** Gateways heard of since then. */
  seenSince(at: number): Map<number, number> {
    return new Map(
      [...this.#gateways].filter(([, state]) => state.lastSeenAt > at).map(([id, state]) => [id, state.lastSeenAt]),
    );
  }

  count(): { up: number; total: number } {
    let up = 0;
    for (const state of this.#gateways.values()) if (state.up) up++;
    return { up, total: this.#gateways.size };
  }

  #aboutToChange(gatewayId: number): void {
    this.#live?.keep(gatewayId);
    this.#gone?.keep(gatewayId);
  }

  #push(change: LineChange): void {
    this.#changes.push(change);
    this.#changed();
  }
}
