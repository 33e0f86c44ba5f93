/**
 * The engine said again, slowly, for the tests to compare with: one rule on one point, with one other point beside it,
 * recomputed from its whole history, second by second, with a counter instead of due times. Shares nothing with the
 * engine but the types.
 */
import {
  type BadQualityRule,
  type Band,
  type Bands,
  bandNames,
  type NoDataRule,
  type PointReference,
  type Severity,
  type ValueRule,
} from '../alarmRule.ts';

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
  /** The one other point its rules look at, strictly ascending; its values are vouched for however old they are. */
  readonly other?: readonly ReferenceSample[];
  /** A second one, whose state alone is looked at, by `onlyWhile`. */
  readonly third?: readonly ReferenceSample[];
  /** The id of `third`; every other id is `other`. */
  readonly thirdId?: number;
  /** Ids of other points that are not there: nothing waits for them, no limit stands on them. */
  readonly gone?: ReadonlySet<number>;
  /** The minute of the day a second lies in, by the clocks its project goes by then; every day has the same periods. */
  readonly minuteOf?: (second: number) => number;
  /** Whether its strategy is open; default: always. While it is not nothing is judged, and what is open ends without a word. */
  readonly isInForce?: (second: number) => boolean;
}

export function referenceEvents(rule: ValueRule | BadQualityRule, history: History): ReferenceEvent[] {
  const {
    samples,
    maxGapSeconds,
    watermark,
    other = [],
    third = [],
    minuteOf = () => 0,
    isInForce = () => true,
  } = history;
  const events: ReferenceEvent[] = [];
  if (samples.length === 0) return events;
  // Without what it is held against there is nothing to judge.
  if (rule.kind === 'deviation' && isGone(rule.from)) return events;
  const onDelay = rule.kind === 'frozen' ? 0 : rule.onDelaySeconds;
  const offDelay = rule.kind === 'frozen' ? 0 : rule.offDelaySeconds;

  let phase = 'normal' as 'normal' | 'pendingOn' | 'active' | 'pendingOff';
  let counted = 0;
  let since = 0;
  let raisedAt = 0;
  let band: Band | null = null;
  let severity: Severity = rule.kind === 'limit' ? 4 : rule.severity;
  let extreme: number | null = null;
  let latest = null as ReferenceSample | null;
  let latestUsable = null as ReferenceSample | null;
  let worldBefore = '';

  const last = Math.max(samples.at(-1)!.second, other.at(-1)?.second ?? 0, third.at(-1)?.second ?? 0, watermark ?? 0);
  const first = Math.min(...[samples, other, third].flatMap(([earliest]) => (earliest ? [earliest.second] : [])));
  for (let second = first; second <= last; second++) {
    // The second that has just passed counts when we know what the value was in it, and the rule did not look away.
    if (latest !== null && latest === latestUsable && isJudgeable(latest.value, second - 1)) {
      const following = samples.find((sample) => sample.second >= second);
      const isKnown = following
        ? watermark !== null || following.second - latest.second <= bridgedSeconds()
        : watermark !== null && second <= watermark;
      if (isKnown && !(phase === 'pendingOn' && isHidden(second - 1))) counted++;
    }
    const sample = samples.find((each) => each.second === second);
    if (!isInForce(second)) {
      if (sample) take(sample, false);
      phase = 'normal';
      band = null;
      worldBefore = '';
      continue;
    }
    const looksAtOther = rule.kind !== 'frozen' && rule.kind !== 'rateOfChange';
    const world = JSON.stringify([periodAt(second), isHidden(second), looksAtOther && otherAt(second)]);
    const isMoved = world !== worldBefore;
    worldBefore = world;
    if (periodAt(second) < 0) {
      if (sample) take(sample, false);
      if (phase === 'active' || phase === 'pendingOff') report('returnedToNormal', second, null);
      phase = 'normal';
      band = null;
      continue;
    }
    if (sample === undefined) {
      if (latest === null || latest !== latestUsable || !isJudgeable(latest.value, second)) continue;
      if (isMoved) apply(second, latest.value);
      complete(second);
    } else take(sample, true);
  }
  return events;

  function take(sample: ReferenceSample, isJudged: boolean) {
    const silence = latest === null ? 0 : sample.second - latest.second;
    if (watermark === null && silence > bridgedSeconds()) {
      if (phase === 'pendingOn') phase = 'normal';
      if (phase === 'pendingOff') phase = 'active';
    }
    if (rule.kind === 'badQuality' || !sample.isBad) {
      latestUsable = sample;
      latest = sample;
      if (!isJudged || !isJudgeable(sample.value, sample.second)) return;
      apply(sample.second, sample.value);
      complete(sample.second);
    }
    latest = sample;
  }

  /** The longest silence that a running delay outlives. */
  function bridgedSeconds() {
    return Math.max(maxGapSeconds, phase === 'pendingOn' ? onDelay : phase === 'pendingOff' ? offDelay : 0);
  }

  function complete(second: number) {
    const delay = phase === 'pendingOn' ? onDelay : offDelay;
    if ((phase !== 'pendingOn' && phase !== 'pendingOff') || counted < delay) return;
    if (phase === 'pendingOn' && isHidden(second)) return;
    if (phase === 'pendingOn') raisedAt = second;
    report(phase === 'pendingOn' ? 'raised' : 'returnedToNormal', second, latestUsable!.value);
    phase = phase === 'pendingOn' ? 'active' : 'normal';
    if (phase === 'normal') band = null;
  }

  function apply(second: number, value: number) {
    const isOpen = phase === 'active' || phase === 'pendingOff';
    const previousBand = band;
    let nextBand: Band | null = null;
    let nextSeverity = severity;
    let isOn: boolean;
    let measure: number | null = null;
    switch (rule.kind) {
      case 'limit': {
        const { bands } = bandsAt(second);
        nextBand = bandAt(bands, rule.deadband, value, isOpen ? band : null);
        isOn = nextBand !== null;
        if (nextBand) nextSeverity = bands[nextBand]!.severity;
        measure = value;
        break;
      }
      case 'state':
        isOn = rule.values.includes(value);
        break;
      case 'frozen':
        isOn = second - unchangedSince() >= rule.afterSeconds;
        break;
      case 'rateOfChange':
        measure = changeAt(second, value);
        isOn = Math.abs(measure) > rule.limit;
        break;
      case 'deviation': {
        measure = value - otherAt(second)!;
        const limit = rule.limit - (isOpen ? rule.deadband : 0);
        isOn = (rule.direction !== 'below' && measure > limit) || (rule.direction !== 'above' && measure < -limit);
        break;
      }
      case 'badQuality':
        isOn = latest!.isBad;
    }
    if (phase === 'normal' && isHidden(second)) return;
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
      since = rule.kind === 'frozen' ? unchangedSince() : second;
      extreme = null;
    } else if (phase === 'pendingOff') phase = 'active';
    if (rule.kind === 'rateOfChange' || rule.kind === 'deviation') {
      if (extreme === null || Math.abs(measure!) > Math.abs(extreme)) extreme = measure;
      return;
    }
    if (rule.kind !== 'limit') return;
    // A rule that looks away does not see it get worse.
    if (isOpen && isHidden(second) && nextBand !== band && nextSeverity < severity) return;
    const side = (each: Band | null) => (each === null ? null : each.startsWith('high') ? 1 : -1);
    band = nextBand;
    severity = nextSeverity;
    const direction = side(band)!;
    if (extreme === null || side(previousBand) !== direction) extreme = value;
    else extreme = direction * Math.max(direction * extreme, direction * value);
    if (isOpen && band !== previousBand) report('severityChanged', second, value);
  }

  function isGone(reference: PointReference): boolean {
    return 'pointId' in reference && history.gone !== undefined && history.gone.has(reference.pointId);
  }

  function periodAt(second: number): number {
    if (!('periods' in rule) || !rule.periods || rule.periods.length === 0) return 0;
    const minute = minuteOf(second);
    return rule.periods.findIndex(({ fromMinute, untilMinute }) => minute >= fromMinute && minute < untilMinute);
  }

  function otherAt(second: number): number | null {
    const seen = other.filter((sample) => sample.second <= second).at(-1);
    return seen === undefined || seen.isBad ? null : seen.value;
  }

  /** The limits of the second, as far as they are known. */
  function bandsAt(second: number): { bands: Bands; isPartial: boolean } {
    if (rule.kind !== 'limit') return { bands: {}, isPartial: false };
    const set = rule.periods?.[periodAt(second)]?.bands ?? rule.bands;
    const bands: Record<string, { limit: number; severity: Severity }> = {};
    let isPartial = false;
    for (const name of bandNames) {
      const limit = set[name];
      if (!limit || (limit.from && isGone(limit.from))) continue;
      const base = limit.from ? otherAt(second) : 0;
      if (base === null) isPartial = true;
      else bands[name] = { limit: base + limit.limit, severity: limit.severity };
    }
    return { bands, isPartial };
  }

  function isJudgeable(value: number, second: number): boolean {
    if (rule.kind === 'deviation') return otherAt(second) !== null;
    if (rule.kind !== 'limit' || periodAt(second) < 0) return true;
    const { bands, isPartial } = bandsAt(second);
    return !isPartial || bandAt(bands, 0, value, null) !== null;
  }

  function isHidden(second: number): boolean {
    if (!('onlyWhile' in rule) || !rule.onlyWhile) return false;
    return rule.onlyWhile.some(({ point, values, settleSeconds, maxHiddenSeconds }) => {
      if (isGone(point)) return false;
      const seen = 'pointId' in point && point.pointId === history.thirdId ? third : other;
      let from: number | null = null;
      let back: number | null = null;
      for (let at = first; at <= second; at++) {
        if (back !== null && at >= back + settleSeconds) from = back = null;
        const change = seen.find((sample) => sample.second === at && !sample.isBad);
        if (!change) continue;
        if (!values.includes(change.value)) {
          from ??= at;
          back = null;
        } else if (from !== null) back ??= at;
        if (back !== null && at >= back + settleSeconds) from = back = null;
      }
      return from !== null && second < from + maxHiddenSeconds;
    });
  }

  function goodUpTo(second: number): ReferenceSample[] {
    return samples.filter((sample) => !sample.isBad && sample.second <= second);
  }

  /** Since which sample the value has stood still: each is held against the first of its stretch. */
  function unchangedSince(): number {
    if (rule.kind !== 'frozen') return 0;
    let anchor: ReferenceSample | null = null;
    let before: ReferenceSample | null = null;
    for (const sample of goodUpTo(latestUsable!.second)) {
      const isAfterGap = before !== null && sample.second - before.second > maxGapSeconds;
      if (anchor === null || isAfterGap || Math.abs(sample.value - anchor.value) > rule.tolerance) anchor = sample;
      before = sample;
    }
    return anchor!.second;
  }

  function changeAt(second: number, value: number): number {
    if (rule.kind !== 'rateOfChange') return 0;
    const inWindow = goodUpTo(second).filter((sample) => sample.second >= second - rule.windowSeconds);
    const changes = inWindow.map((sample) => value - sample.value);
    const rise = Math.max(0, ...changes);
    const fall = Math.min(0, ...changes);
    if (rule.direction === 'rise') return rise;
    if (rule.direction === 'fall') return fall;
    return rise >= -fall ? rise : fall;
  }

  function report(type: ReferenceEvent['type'], second: number, value: number | null) {
    events.push({
      type,
      second,
      since,
      raisedAt,
      band,
      severity,
      extreme,
      value: rule.kind === 'badQuality' ? null : value,
    });
  }
}

/** By definition: outermost first, a band holds beyond its limit, or, for the band stood at and those inside it, beyond the way back. */
function bandAt(bands: Bands, deadband: number, value: number, current: Band | null): Band | null {
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
    return side.slice(side.indexOf(from)).find((band) => isBeyond(band, deadband, value)) ?? null;
  }
  function isBeyond(band: Band, slack: number, at: number): boolean {
    const limit = bands[band]?.limit;
    if (limit === undefined) return false;
    return band.startsWith('high') ? at > limit - slack : at < limit + slack;
  }
}

/** What happens in one second, for silence. */
export interface SilenceSecond {
  readonly link: 'up' | 'gone' | 'unknown';
  /** Measured in this second, and arrived. */
  readonly sample: 'good' | 'bad' | null;
  /** Something above that is watched is gone. */
  readonly isExplained: boolean;
  /** The server starts in this second. */
  readonly restarts: boolean;
}

/**
 * The silence of a point, asked in every second: nobody is silent while that is explained, nor where it is not known whether its
 * gateway is there, and whatever comes back, the server itself included, has as long to say something as at first.
 */
export function referenceSilence(rule: NoDataRule, story: readonly SilenceSecond[]): string[] {
  const said: string[] = [];
  let silentFrom = 0;
  let isAlarming = false;
  story.forEach(({ link, sample, isExplained, restarts }, second) => {
    const before = story[second - 1];
    const isBack =
      (link === 'up' && before !== undefined && before.link !== 'up') || (before?.isExplained && !isExplained);
    if (restarts || isBack || sample === 'good') silentFrom = second;
    if (isAlarming && (sample === 'good' || isExplained)) {
      said.push(`returnedToNormal ${second}`);
      isAlarming = false;
    }
    const isAsked = link !== 'unknown' && !isExplained && !isAlarming;
    if (!isAsked || second < silentFrom + rule.afterSeconds) return;
    said.push(`raised ${silentFrom + rule.afterSeconds}`);
    isAlarming = true;
  });
  return said;
}
