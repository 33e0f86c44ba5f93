import { type ComplianceProfile, type FindingKind, minuteMs, qualityOf } from '@watchpost/contract';

export interface Finding {
  readonly kind: FindingKind;
  /** Epoch ms, within the day. */
  readonly from: number;
  readonly to: number;
  /** Of an excursion: the value farthest outside, and how far and long it was outside, in the point's unit times minutes. */
  readonly extreme: number | null;
  readonly degreeMinutes: number | null;
}

interface Samples {
  readonly length: number;
  readonly measuredAt: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  readonly quality: ArrayLike<number>;
}

export interface Limits {
  readonly low: number | null;
  readonly high: number | null;
}

/** How much more than the day has to be read on either side, so that what crosses midnight is measured by its whole length. */
export const marginMs = ({ gapMinutes, excursionMinutes }: ComplianceProfile): number =>
  Math.max(gapMinutes, excursionMinutes) * minuteMs;

/**
 * Gaps and excursions of a day, each cut at its midnights.
 *
 * @param samples of the day with the margin around it
 * @param day epoch ms
 */
export function findFindings(
  samples: Samples,
  day: { readonly from: number; readonly to: number },
  profile: ComplianceProfile,
  limits: Limits,
): Finding[] {
  const gapMs = profile.gapMinutes * minuteMs;
  const margin = marginMs(profile);
  const found: Finding[] = [];
  const keep = (kind: FindingKind, from: number, to: number, extreme: number | null, degreeMs: number | null): void => {
    const start = Math.max(from, day.from);
    const end = Math.min(to, day.to);
    // Of a gap across midnight the lesser rest is left out: the other day has at least half of it.
    if (kind === 'gap' && end - start < to - from && end - start < gapMs / 2) return;
    if (start < end)
      found.push({
        kind,
        from: start,
        to: end,
        extreme,
        degreeMinutes: degreeMs === null ? null : Math.round((degreeMs / minuteMs) * 10) / 10,
      });
  };
  const beyond = (value: number): number =>
    Math.max(
      limits.high === null ? Number.NEGATIVE_INFINITY : value - limits.high,
      limits.low === null ? Number.NEGATIVE_INFINITY : limits.low - value,
      0,
    );
  let lastGood = day.from - margin;
  let isFirst = true;
  let out: { since: number; extreme: number | null; worst: number; degreeMs: number; last: number; by: number } | null =
    null;
  const end = (at: number): void => {
    if (out === null) return;
    const until = Math.min(at, out.last + gapMs);
    count(until);
    if (until - out.since >= profile.excursionMinutes * minuteMs)
      keep('excursion', out.since, until, out.extreme, out.degreeMs);
    out = null;
  };
  /** Adds what the last sample stands for until a moment, as far as it lies within the day. */
  const count = (until: number): void => {
    if (out === null) return;
    const stands = Math.min(until, day.to) - Math.max(out.last, day.from);
    if (stands > 0) out.degreeMs += out.by * stands;
  };
  for (let i = 0; i < samples.length; i++) {
    const value = samples.values[i]!;
    if (qualityOf(samples.quality[i]!) === 'bad' || Number.isNaN(value)) continue;
    const at = samples.measuredAt[i]!;
    const isGap = isFirst ? at - lastGood >= gapMs : at - lastGood > gapMs;
    if (isGap) {
      keep('gap', lastGood, at, null, null);
      end(at);
    }
    isFirst = false;
    const by = beyond(value);
    if (by > 0) {
      if (out === null) out = { since: at, extreme: null, worst: 0, degreeMs: 0, last: at, by };
      else count(at);
      out.last = at;
      out.by = by;
      if (by > out.worst && at >= day.from && at < day.to) {
        out.worst = by;
        out.extreme = value;
      }
    } else end(at);
    lastGood = at;
  }
  const through = day.to + margin;
  if (through - lastGood > gapMs || isFirst) keep('gap', lastGood, through, null, null);
  end(through);
  return found;
}
