/**
 * The engine said again, slowly, for the tests to compare with: one limit, state or bad-quality rule on one point,
 * recomputed from its whole history, second by second, with a counter instead of due times. Shares nothing with the
 * engine but the types.
 */
import type { BadQualityRule, Band, LimitRule, Severity, StateRule } from './alarmRule.ts';

export interface ReferenceSample {
  /** Whole seconds. */
  readonly second: number;
  readonly value: number;
  readonly isBad: boolean;
}

export interface ReferenceEvent {
  readonly type: 'raised' | 'severityChanged' | 'returnedToNormal';
  readonly second: number;
  readonly since: number;
  readonly raisedAt: number;
  readonly band: Band | null;
  readonly severity: Severity;
  readonly extreme: number | null;
  readonly value: number | null;
}

interface History {
  /** Strictly ascending. */
  readonly samples: readonly ReferenceSample[];
  readonly maxGapSeconds: number;
  /** Null: offline throughout. Else the link was live all the time, and its watermark has come this far. */
  readonly watermark: number | null;
}

export function referenceEvents(rule: LimitRule | StateRule | BadQualityRule, history: History): ReferenceEvent[] {
  const { samples, maxGapSeconds, watermark } = history;
  const events: ReferenceEvent[] = [];
  if (samples.length === 0) return events;
  const isUsable = (sample: ReferenceSample) => rule.kind === 'badQuality' || !sample.isBad;

  let phase = 'normal' as 'normal' | 'pendingOn' | 'active' | 'pendingOff';
  let counted = 0;
  let since = 0;
  let raisedAt = 0;
  let band: Band | null = null;
  let extreme: number | null = null;
  let latest: ReferenceSample | null = null;
  let latestUsable: ReferenceSample | null = null;

  const last = Math.max(samples.at(-1)!.second, watermark ?? 0);
  for (let second = samples[0]!.second; second <= last; second++) {
    // The second that has just passed counts when we know what the value was in it.
    if (latest !== null && isUsable(latest)) {
      const following = samples.find((sample) => sample.second >= second);
      const isKnown = following
        ? watermark !== null || following.second - latest.second <= maxGapSeconds
        : watermark !== null && second <= watermark;
      if (isKnown) counted++;
    }
    const sample = samples.find((each) => each.second === second);
    if (sample === undefined) {
      if (latest === latestUsable) complete(second);
      continue;
    }
    const isInterrupted = latest !== null && latest !== latestUsable;
    if (isUsable(sample)) {
      const gap = latestUsable === null ? 0 : second - latestUsable.second;
      if (gap > maxGapSeconds && (watermark === null || isInterrupted)) {
        counted = 0;
        if (phase === 'pendingOn') {
          since = second;
          extreme = null;
        }
      }
      apply(sample);
      latestUsable = sample;
    }
    latest = sample;
    if (isUsable(sample)) complete(second);
  }
  return events;

  function complete(second: number) {
    const delay = phase === 'pendingOn' ? rule.onDelaySeconds : rule.offDelaySeconds;
    if ((phase !== 'pendingOn' && phase !== 'pendingOff') || counted < delay) return;
    if (phase === 'pendingOn') raisedAt = second;
    report(phase === 'pendingOn' ? 'raised' : 'returnedToNormal', second, latestUsable!.value);
    phase = phase === 'pendingOn' ? 'active' : 'normal';
    if (phase === 'normal') band = null;
  }

  function apply(sample: ReferenceSample) {
    const isOpen = phase === 'active' || phase === 'pendingOff';
    const previousBand = band;
    let isOn: boolean;
    let nextBand: Band | null = null;
    if (rule.kind === 'limit') {
      nextBand = bandAt(rule, sample.value, isOpen ? band : null);
      isOn = nextBand !== null;
    } else isOn = rule.kind === 'state' ? rule.values.includes(sample.value) : sample.isBad;

    if (!isOn) {
      if (phase === 'pendingOn') phase = 'normal';
      if (phase === 'active') {
        phase = 'pendingOff';
        counted = 0;
      }
      return;
    }
    if (phase === 'normal') {
      phase = 'pendingOn';
      counted = 0;
      since = sample.second;
      extreme = null;
    } else if (phase === 'pendingOff') phase = 'active';
    if (rule.kind !== 'limit') return;
    const side = (each: Band | null) => (each === null ? null : each.startsWith('high') ? 1 : -1);
    band = nextBand;
    const direction = side(band)!;
    if (extreme === null || side(previousBand) !== direction) extreme = sample.value;
    else extreme = direction * Math.max(direction * extreme, direction * sample.value);
    if (isOpen && band !== previousBand) report('severityChanged', sample.second, sample.value);
  }

  function report(type: ReferenceEvent['type'], second: number, value: number) {
    events.push({
      type,
      second,
      since,
      raisedAt,
      band,
      severity: rule.kind === 'limit' ? rule.bands[band!]!.severity : rule.severity,
      extreme: rule.kind === 'limit' ? extreme : null,
      value: rule.kind === 'badQuality' ? null : value,
    });
  }
}

/** By definition: outermost first, a band holds beyond its limit, or, for the band stood at and those inside it, beyond the way back. */
function bandAt(rule: LimitRule, value: number, current: Band | null): Band | null {
  const sides: Band[][] = [
    ['highHigh', 'high'],
    ['lowLow', 'low'],
  ];
  for (const side of sides) {
    for (const band of side)
      if (isBeyond(band, 0, value)) {
        const held = current !== null && side.includes(current) ? heldBand(side, current) : null;
        return held !== null && side.indexOf(held) < side.indexOf(band) ? held : band;
      }
  }
  for (const side of sides) if (current !== null && side.includes(current)) return heldBand(side, current);
  return null;

  function heldBand(side: Band[], from: Band): Band | null {
    return side.slice(side.indexOf(from)).find((band) => isBeyond(band, rule.deadband, value)) ?? null;
  }
  function isBeyond(band: Band, slack: number, at: number): boolean {
    const limit = rule.bands[band]?.limit;
    if (limit === undefined) return false;
    return band.startsWith('high') ? at > limit - slack : at < limit + slack;
  }
}
