import type { GatewayFacts, LineChange } from './store.ts';

interface LinkState {
  up: boolean;
  /** When `up` last changed. */
  changedAt: number;
  /** False while an MQTT gateway plays back what it stored: its newest sample says nothing about now. */
  current: boolean;
  /** Since when `up` and `current` both hold. */
  liveSince: number;
  lastSeenAt: number;
}

/** Samples older than this when they arrive are a backlog. Longer than any sampling interval of a link in good order. */
const backlogMs = 60_000;
/** How far behind now a live link's watermark runs: what is measured takes a moment to arrive. */
const watermarkGraceMs = 5_000;

/**
 * Which gateways and slaves are reachable, as of this moment. Changes queue up for the next commit, which stores them with
 * the readings. After a start everything is down until it reports: nothing is assumed.
 */
export class GatewayLinks {
  readonly #gateways = new Map<number, LinkState>();
  /** Only those that were heard of, or missed, since the start. */
  readonly #slaves = new Map<number, { up: boolean; since: number }>();
  readonly #changed: () => void;
  #changes: LineChange[] = [];

  /** @param changed called after each change, so that a commit follows soon */
  constructor(gateways: readonly GatewayFacts[], startedAt: number, changed: () => void) {
    this.#changed = changed;
    for (const gateway of gateways) {
      this.#gateways.set(gateway.id, { up: false, changedAt: startedAt, current: false, liveSince: 0, lastSeenAt: 0 });
      this.#changes.push({ kind: 'gateway', id: gateway.id, up: false, at: startedAt });
    }
  }

  /** @param current whether what it reports is of now; an MQTT gateway may first play back its store */
  gatewayUp(gatewayId: number, at: number, current: boolean): void {
    const state = this.#gateways.get(gatewayId);
    if (!state) return;
    const wasUp = state.up;
    Object.assign(state, { up: true, current, liveSince: at, lastSeenAt: at });
    if (wasUp) return;
    state.changedAt = at;
    this.#push({ kind: 'gateway', id: gatewayId, up: true, at });
  }

  gatewayDown(gatewayId: number, at: number): void {
    const state = this.#gateways.get(gatewayId);
    if (!state?.up) return;
    Object.assign(state, { up: false, current: false, changedAt: at });
    this.#push({ kind: 'gateway', id: gatewayId, up: false, at });
  }

  /** The gateway sent something whose newest sample is of `newestSampleAt`. */
  heard(gatewayId: number, at: number, newestSampleAt: number): void {
    const state = this.#gateways.get(gatewayId);
    if (!state) return;
    state.lastSeenAt = at;
    const current = newestSampleAt >= at - backlogMs;
    if (current && !state.current) state.liveSince = at;
    state.current = current;
  }

  slaveChanged(slaveId: number, up: boolean, at: number): void {
    if (this.#slaves.get(slaveId)?.up === up) return;
    this.#slaves.set(slaveId, { up, since: at });
    this.#push({ kind: 'slave', id: slaveId, up, at });
  }

  isUp(gatewayId: number): boolean {
    return this.#gateways.get(gatewayId)?.up ?? false;
  }

  /** A gateway's line or a slave as of now; null: one we do not know. A slave's own state says nothing about its gateway's. */
  statusOf(kind: 'gateway' | 'slave', id: number): { up: boolean; since: number } | null {
    if (kind === 'gateway') {
      const gateway = this.#gateways.get(id);
      return gateway ? { up: gateway.up, since: gateway.changedAt } : null;
    }
    return this.#slaves.get(id) ?? null;
  }

  /** Gateways that are up and report the present, with how far time has certainly passed for them. */
  live(now: number): Map<number, { since: number; watermark: number }> {
    const live = new Map<number, { since: number; watermark: number }>();
    for (const [id, state] of this.#gateways) {
      if (state.up && state.current) live.set(id, { since: state.liveSince, watermark: now - watermarkGraceMs });
    }
    return live;
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

  #push(change: LineChange): void {
    this.#changes.push(change);
    this.#changed();
  }
}
