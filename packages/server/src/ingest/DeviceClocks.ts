import { clockToleranceMs } from './acceptReading.ts';

/** A lag that shrinks by more than this from message to message is a store being played back. */
const shrinkingMs = 5_000;
/** Samples this much older than usual are a backlog, until they have stayed so for as long. */
const settlingMs = 60_000;
/** The smallest lag of this time, or of twice as much, is believed: a clock drifts by seconds a day. */
const windowMs = 600_000;
/** Less than this ahead is rounding. */
const roundingMs = 1_000;

interface DeviceClock {
  /** The newest time that was taken of it, on its clock. */
  newestAt: number;
  lastAt: number;
  /** Null: what it sent may have been its store alone so far. */
  behindMs: number | null;
  /** The smallest lag of this window and of the one before. */
  low: number;
  lowBefore: number;
  windowSince: number;
  /** A lag that may turn out to be the clock's. */
  settling: { since: number; behindMs: number } | null;
  /** By how much the times of its last message were set back; 0: its clock is not far ahead. */
  skewMs: number;
  /** The most of this window and of the one before. */
  skewHigh: number;
  skewBefore: number;
  skewSince: number;
}

/**
 * How far the clock behind a device's readings runs behind ours, as its messages show: a lag that stays is the clock's, one
 * that shrinks is a store being played back. A reading that comes too early shows at once that the clock is ahead. Each device
 * of a gateway has a clock of its own: many stamp their readings themselves.
 */
export class DeviceClocks {
  readonly #gateways = new Map<number, Map<string, DeviceClock>>();

  /** Of gateways that are gone nothing is remembered. */
  follow(gatewayIds: ReadonlySet<number>): void {
    for (const id of this.#gateways.keys()) if (!gatewayIds.has(id)) this.#gateways.delete(id);
  }

  /**
   * A message came whose newest sample of this device is of `newestAt`, by its own clock.
   *
   * @param skewMs by how much that was set back already, because its clock is far ahead
   */
  heard(gatewayId: number, device: string | null, at: number, newestAt: number, skewMs = 0): void {
    const clock = this.#of(gatewayId, device, at);
    this.#noteSkew(clock, at, skewMs);
    // The same value said again shows nothing of the clock, only of its own age.
    if (newestAt === clock.lastAt) return;
    clock.lastAt = newestAt;
    clock.newestAt = Math.max(clock.newestAt, newestAt);
    const behindMs = at - newestAt;
    const usual = clock.behindMs ?? shrinkingMs - settlingMs;
    if (behindMs <= usual + settlingMs) this.#believe(clock, at, behindMs);
    else this.#settle(clock, at, behindMs);
  }

  /** Below zero: it is ahead. Zero, too, while nobody can tell. */
  behindMs(gatewayId: number, device: string | null): number {
    const behindMs = this.#gateways.get(gatewayId)?.get(device ?? '')?.behindMs ?? 0;
    return behindMs < 0 && behindMs > -roundingMs ? 0 : behindMs;
  }

  /**
   * How old the newest sample of its last message was at least, although its time was taken for now: while a clock is far ahead
   * each message tells it anew, and one that plays back what was stored is ahead by less.
   */
  storedForMs(gatewayId: number, device: string | null): number {
    const clock = this.#gateways.get(gatewayId)?.get(device ?? '');
    if (!clock || clock.skewMs === 0) return 0;
    return Math.max(clock.skewHigh, clock.skewBefore) - clock.skewMs;
  }

  /**
   * The moment, by the device's own clock, at which we hear that it was lost: after everything it measured, and before what it
   * measures once it is back. By our time a slow clock would have to pass that moment before anything of it is shown again.
   */
  lossAt(gatewayId: number, device: string | null, now: number): number {
    const clock = this.#gateways.get(gatewayId)?.get(device ?? '');
    if (!clock) return now;
    // What may be a store that is played back is taken for the clock: the rest of the store follows the loss at worst.
    const behindMs = clock.behindMs ?? clock.settling?.behindMs ?? 0;
    return Math.min(Math.max(now - behindMs, clock.newestAt + 1), now + clockToleranceMs);
  }

  #noteSkew(clock: DeviceClock, at: number, skewMs: number): void {
    clock.skewMs = skewMs;
    if (Math.abs(at - clock.skewSince) > windowMs) {
      clock.skewBefore = clock.skewHigh;
      clock.skewHigh = 0;
      clock.skewSince = at;
    }
    clock.skewHigh = Math.max(clock.skewHigh, skewMs);
  }

  #believe(clock: DeviceClock, at: number, behindMs: number): void {
    clock.settling = null;
    // In either direction: ours may have been set back.
    if (Math.abs(at - clock.windowSince) > windowMs) {
      clock.lowBefore = clock.low;
      clock.low = behindMs;
      clock.windowSince = at;
    }
    clock.low = Math.min(clock.low, behindMs);
    clock.behindMs = Math.min(clock.low, clock.lowBefore);
  }

  #settle(clock: DeviceClock, at: number, behindMs: number): void {
    const { settling } = clock;
    if (!settling || behindMs < settling.behindMs - shrinkingMs || at < settling.since) {
      clock.settling = { since: at, behindMs };
      return;
    }
    settling.behindMs = Math.min(settling.behindMs, behindMs);
    if (at - settling.since < settlingMs) return;
    Object.assign(clock, { low: settling.behindMs, lowBefore: settling.behindMs, windowSince: at });
    this.#believe(clock, at, settling.behindMs);
  }

  #of(gatewayId: number, device: string | null, at: number): DeviceClock {
    let devices = this.#gateways.get(gatewayId);
    if (!devices) {
      devices = new Map();
      this.#gateways.set(gatewayId, devices);
    }
    let clock = devices.get(device ?? '');
    if (!clock) {
      clock = {
        newestAt: Number.NEGATIVE_INFINITY,
        lastAt: Number.NEGATIVE_INFINITY,
        behindMs: null,
        low: Number.POSITIVE_INFINITY,
        lowBefore: Number.POSITIVE_INFINITY,
        windowSince: at,
        settling: null,
        skewMs: 0,
        skewHigh: 0,
        skewBefore: 0,
        skewSince: at,
      };
      devices.set(device ?? '', clock);
    }
    return clock;
  }
}
