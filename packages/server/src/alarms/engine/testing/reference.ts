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
  type LimitRule,
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
  /** The minute of the day a second lies in, by the clocks of its project then; every day has the same periods. */
  readonly minuteOf?: (second: number) => number;
  /** Whether its strategy is open; default: always. While it is not, nothing is judged, and an open alarm ends without a word. */
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
  let acrossExtreme: number | null = null;
  /** Limits: those beyond, with the seconds counted towards their on-delay; those on, towards their off-delay. */
  let levels: Level[] = [];
  let latest = null as ReferenceSample | null;
  let latestUsable = null as ReferenceSample | null;
  let worldBefore = '';

  const last = Math.max(samples.at(-1)!.second, other.at(-1)?.second ?? 0, third.at(-1)?.second ?? 0, watermark ?? 0);
  const first = Math.min(...[samples, other, third].flatMap(([earliest]) => (earliest ? [earliest.second] : [])));
  for (let second = first; second <= last; second++) {
    // The second that has just passed counts when we know what the value was in it, and the rule did not look away.
    if (latest !== null && latest === latestUsable && isJudgeable(latest.value, second - 1)) {
      const countsOn = isKnown(latest, second, onDelay) && !isHidden(second - 1);
      const countsOff = isKnown(latest, second, offDelay);
      if (phase === 'pendingOn' ? countsOn : countsOff) counted++;
      for (const level of levels) if (level.counted !== null && (level.isOn ? countsOff : countsOn)) level.counted++;
    }
    const sample = samples.find((each) => each.second === second);
    if (!isInForce(second)) {
      if (sample) take(sample, false);
      reset();
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
      reset();
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
    if (watermark === null && silence > Math.max(maxGapSeconds, onDelay)) {
      if (phase === 'pendingOn') phase = 'normal';
      levels = levels.filter(({ isOn }) => isOn);
      forgetAcross();
    }
    if (watermark === null && silence > Math.max(maxGapSeconds, offDelay)) {
      if (phase === 'pendingOff') phase = 'active';
      for (const level of levels) if (level.isOn) level.counted = null;
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

  /** Whether it is known, for a delay, what the value was in the second that has just passed. */
  function isKnown(last: ReferenceSample, second: number, delay: number): boolean {
    const following = samples.find((sample) => sample.second >= second);
    if (following === undefined) return watermark !== null && second <= watermark;
    return watermark !== null || following.second - last.second <= Math.max(maxGapSeconds, delay);
  }

  function reset() {
    phase = 'normal';
    band = null;
    levels = [];
  }

  function complete(second: number) {
    if (rule.kind === 'limit') {
      completeLevels(second);
      return;
    }
    const delay = phase === 'pendingOn' ? onDelay : offDelay;
    if ((phase !== 'pendingOn' && phase !== 'pendingOff') || counted < delay) return;
    if (phase === 'pendingOn' && isHidden(second)) return;
    if (phase === 'pendingOn') raisedAt = second;
    report(phase === 'pendingOn' ? 'raised' : 'returnedToNormal', second, latestUsable!.value);
    phase = phase === 'pendingOn' ? 'active' : 'normal';
    if (phase === 'normal') band = null;
  }

  /** What was farthest on the other side is forgotten with the last limit there. */
  function forgetAcross() {
    if (!levels.some((level) => band !== null && sideOf(level.band) !== sideOf(band))) acrossExtreme = null;
  }

  function completeLevels(second: number) {
    const value = latestUsable!.value;
    if (phase === 'pendingOff' && counted >= offDelay) {
      report('returnedToNormal', second, value);
      reset();
      return;
    }
    levels = levels.flatMap((level) => {
      if (level.counted === null) return [level];
      if (level.isOn) return level.counted >= offDelay ? [] : [level];
      return level.counted >= onDelay && !isHidden(second) ? [{ ...level, isOn: true, counted: null }] : [level];
    });
    forgetAcross();
    const stands = mostSevere(levels.filter(({ isOn }) => isOn));
    if (stands === null || (phase !== 'pendingOn' && stands.band === band)) return;
    if (phase !== 'pendingOn' && sideOf(stands.band) !== sideOf(band!)) {
      extreme = acrossExtreme ?? value;
      acrossExtreme = null;
    }
    band = stands.band;
    severity = stands.severity;
    if (phase === 'pendingOn') raisedAt = second;
    report(phase === 'pendingOn' ? 'raised' : 'severityChanged', second, value);
    if (phase === 'pendingOn') phase = 'active';
  }

  function apply(second: number, value: number) {
    if (phase === 'normal' && isHidden(second)) return;
    if (rule.kind === 'limit') {
      applyLevels(rule, second, value);
      return;
    }
    const isOpen = phase === 'active' || phase === 'pendingOff';
    let isOn: boolean;
    let measure: number | null = null;
    switch (rule.kind) {
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
    if (measure !== null && (extreme === null || Math.abs(measure) > Math.abs(extreme))) extreme = measure;
  }

  /** Each limit by itself: begun beyond it, left past the deadband. */
  function applyLevels({ deadband }: LimitRule, second: number, value: number) {
    const { bands } = bandsAt(second);
    const isBeyond = (of: Band, slack: number) => {
      const limit = bands[of]?.limit;
      return limit !== undefined && (sideOf(of) === 1 ? value > limit - slack : value < limit + slack);
    };
    const beyond = bandNames.filter((each) => isBeyond(each, 0));
    const held = bandNames.filter((each) => isBeyond(each, deadband) && levels.some((l) => l.band === each && l.isOn));
    const isOut = beyond.length + held.length > 0;
    levels = levels.flatMap((level) => {
      const isStill = beyond.includes(level.band) || (level.isOn && held.includes(level.band));
      if (level.isOn) return [{ ...level, counted: isStill ? null : (level.counted ?? 0) }];
      return isStill ? [{ ...level, severity: bands[level.band]!.severity }] : [];
    });
    for (const each of isHidden(second) ? [] : beyond) {
      if (levels.some((level) => level.band === each)) continue;
      levels.push({ band: each, severity: bands[each]!.severity, isOn: false, counted: 0 });
    }

    if (phase === 'active' || phase === 'pendingOff') {
      if (!isOut && phase === 'active') {
        phase = 'pendingOff';
        counted = 0;
      } else if (isOut) phase = 'active';
      const side = sideOf(band!);
      if (isOut && !isHidden(second)) extreme = side * Math.max(side * extreme!, side * value);
      if (!isOut || !levels.some((level) => sideOf(level.band) !== side)) acrossExtreme = null;
      else if (beyond.some((each) => sideOf(each) !== side))
        acrossExtreme = acrossExtreme === null ? value : -side * Math.max(-side * acrossExtreme, -side * value);
      return;
    }
    const longest = Math.max(...levels.map((level) => level.counted!));
    const coming = mostSevere(levels.filter((level) => level.counted === longest));
    if (coming === null) {
      reset();
      return;
    }
    const side = sideOf(coming.band);
    if (phase === 'normal') since = second;
    if (phase === 'normal' || sideOf(band!) !== side) extreme = value;
    else extreme = side * Math.max(side * extreme!, side * value);
    phase = 'pendingOn';
    acrossExtreme = null;
    band = coming.band;
    severity = coming.severity;
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
    if (!isPartial) return true;
    return bandNames.some((name) => {
      const limit = bands[name]?.limit;
      return limit !== undefined && (sideOf(name) === 1 ? value > limit : value < limit);
    });
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

interface Level {
  readonly band: Band;
  readonly severity: Severity;
  readonly isOn: boolean;
  /** Null: its value does not ask for it to change. */
  counted: number | null;
}

/** 1 above, −1 below. */
const sideOf = (band: Band): 1 | -1 => (band.startsWith('high') ? 1 : -1);

/** Of several equally severe the outermost. */
function mostSevere(levels: readonly Level[]): Level | null {
  const order: Band[] = ['highHigh', 'lowLow', 'high', 'low'];
  return levels.toSorted((a, b) => a.severity - b.severity || order.indexOf(a.band) - order.indexOf(b.band))[0] ?? null;
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
 * gateway is there. A source that comes back, the server itself included, has as long to say something as at first.
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
