import type { RecoveryState } from '@watchpost/contract';
import { isGoodQuality } from './isGoodQuality.ts';

/** Samples of one point after the finish, in their order; arrays may be longer than `length`. */
export interface Samples {
  readonly length: number;
  readonly measuredAt: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  readonly quality: ArrayLike<number>;
}

export interface WatchLimits {
  readonly high: number | null;
  readonly low: number | null;
}

export interface PointVerdict {
  readonly state: RecoveryState;
  /** Within its limits without a break since then; epoch ms. */
  readonly since: number | null;
  /** When the observation was complete. */
  readonly verifiedAt: number | null;
  /** How much of the observation is known to be within the limits. */
  readonly observedMs: number;
}

export interface RecoveryQuestion {
  readonly finishedAt: number;
  readonly now: number;
  /** How long it has to hold. */
  readonly neededMs: number;
  /** How long a value stands for itself. */
  readonly staleAfterMs: number;
}

/** So much of the observation has to be known. */
const knownShare = 0.8;

export const isWithin = (value: number, { high, low }: WatchLimits): boolean =>
  (high === null || value <= high) && (low === null || value >= low);

/** The limits that are harder to keep: those of the report, or those of now. */
export function stricter(atReport: WatchLimits, now: WatchLimits | null): WatchLimits {
  const lower = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b));
  const upper = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.max(a, b));
  return now === null ? atReport : { high: lower(atReport.high, now.high), low: upper(atReport.low, now.low) };
}

/**
 * Whether the readings of one point show that the trouble is over: within its limits for the whole observation, most of which is
 * known and none of which was beyond. Follows from history alone, so late data is judged by asking again.
 */
export function judgePoint(samples: Samples, limits: WatchLimits, question: RecoveryQuestion): PointVerdict {
  const { finishedAt, now, neededMs, staleAfterMs } = question;
  const longestGap = Math.max(2 * staleAfterMs, neededMs / 4);
  let since: number | null = null;
  let knownMs = 0;
  let knownUntil = finishedAt;
  let wasWithin = false;
  let isBeyond = false;
  for (let i = 0; i < samples.length; i += 1) {
    const at = samples.measuredAt[i]!;
    if (at < finishedAt || at > now) continue;
    const value = samples.values[i]!;
    if (!isGoodQuality(samples.quality[i]!) || Number.isNaN(value)) continue;
    if (!isWithin(value, limits)) {
      since = null;
      isBeyond = true;
      knownUntil = at;
      continue;
    }
    const next = i + 1 < samples.length ? samples.measuredAt[i + 1]! : now;
    const holdsUntil = Math.min(next, at + staleAfterMs, now);
    if (since === null || at - knownUntil > longestGap) {
      since = at;
      knownMs = 0;
    }
    wasWithin = true;
    isBeyond = false;
    knownMs += Math.min(holdsUntil, since + neededMs) - Math.min(at, since + neededMs);
    knownUntil = holdsUntil;
    if (holdsUntil - since >= neededMs && knownMs >= knownShare * neededMs)
      return { state: 'verified', since, verifiedAt: since + neededMs, observedMs: knownMs };
  }
  if (now - knownUntil > 2 * neededMs) return { state: 'notVerifiable', since, verifiedAt: null, observedMs: knownMs };
  if (since !== null) return { state: 'observing', since, verifiedAt: null, observedMs: knownMs };
  return { state: isBeyond && wasWithin ? 'notRecovered' : 'waiting', since: null, verifiedAt: null, observedMs: 0 };
}

/** The worst of them counts. */
const byWeight: readonly RecoveryState[] = ['notRecovered', 'waiting', 'notVerifiable', 'observing', 'verified'];

export function worstOf(verdicts: readonly PointVerdict[]): PointVerdict {
  const [first] = [...verdicts].sort((a, b) => byWeight.indexOf(a.state) - byWeight.indexOf(b.state));
  const sinces = verdicts.map(({ since }) => since);
  const verified = verdicts.map(({ verifiedAt }) => verifiedAt);
  const latest = (times: readonly (number | null)[]): number | null =>
    times.some((time) => time === null) ? null : Math.max(...(times as number[]));
  return {
    state: first!.state,
    since: latest(sinces),
    verifiedAt: latest(verified),
    observedMs: Math.min(...verdicts.map(({ observedMs }) => observedMs)),
  };
}

/** How long recovery has to hold, in seconds, by the subsystem of the device. Our choice, by how slowly each warms up. */
const neededBySubsystem: Readonly<Record<string, number>> = { coldStorage: 3600, transport: 2700 };
const usuallyNeeded = 1800;

export const neededSecondsOf = (
  subsystemCode: string | null,
  delays: readonly { readonly onSeconds: number; readonly offSeconds: number }[],
): number =>
  Math.max(
    neededBySubsystem[subsystemCode ?? ''] ?? usuallyNeeded,
    ...delays.map(({ onSeconds, offSeconds }) => 2 * onSeconds + offSeconds),
  );
