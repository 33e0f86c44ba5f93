import { type AlarmRule, type Band, type Bands, bandNames, judgesValues, type Period } from './alarmRule.ts';

/** Names the caller turns into refusals in both languages. */
export type RuleProblem =
  | { readonly problem: 'noBand' }
  | { readonly problem: 'noStateValue'; readonly field?: 'onlyWhile' }
  | { readonly problem: 'notANumber'; readonly field: string }
  | {
      readonly problem: 'negative';
      readonly field: 'deadband' | 'onDelaySeconds' | 'offDelaySeconds' | 'tolerance' | 'settleSeconds';
    }
  | {
      readonly problem: 'notPositive';
      readonly field: 'afterSeconds' | 'limit' | 'windowSeconds' | 'maxHiddenSeconds';
    }
  | { readonly problem: 'unknownSeverity'; readonly field: string }
  /** `upper` must lie strictly above `lower`. */
  | { readonly problem: 'limitsOutOfOrder'; readonly upper: Band; readonly lower: Band }
  /** `outer` must be strictly more severe than `inner`. */
  | { readonly problem: 'outerBandNotMoreSevere'; readonly outer: Band; readonly inner: Band }
  /** A high alarm could only end where a low one begins, or the other way round. */
  | { readonly problem: 'deadbandTooWide'; readonly narrowestRange: number }
  /** A day, by 1 Monday to 8 holiday, on which a period has none. */
  | { readonly problem: 'noDay' }
  /** Its start must not be after its end, unless it ends next day; then not before. */
  | { readonly problem: 'periodEndsBeforeItBegins' }
  /** Both numbered from 0 as they stand in the rule. */
  | { readonly problem: 'periodsOverlap'; readonly first: number; readonly second: number };

/**
 * Everything that is wrong with a rule, so a form can mark all its fields at once. Empty when the engine can run it.
 * Spec §5.2; its "lower level below the lower-lower level" is read as severity: the outer band is the more severe one.
 */
export function validateRule(rule: AlarmRule): RuleProblem[] {
  const problems: RuleProblem[] = [];
  const finite = (field: string, value: number) => {
    if (!Number.isFinite(value)) problems.push({ problem: 'notANumber', field });
    return Number.isFinite(value);
  };
  const severity = (field: string, value: number) => {
    if (![1, 2, 3, 4].includes(value)) problems.push({ problem: 'unknownSeverity', field });
  };
  const notNegative = (field: (RuleProblem & { problem: 'negative' })['field'], value: number) => {
    if (finite(field, value) && value < 0) problems.push({ problem: 'negative', field });
  };
  const positive = (field: (RuleProblem & { problem: 'notPositive' })['field'], value: number) => {
    if (finite(field, value) && value <= 0) problems.push({ problem: 'notPositive', field });
  };

  if (rule.kind === 'noData' || rule.kind === 'frozen') positive('afterSeconds', rule.afterSeconds);
  else {
    notNegative('onDelaySeconds', rule.onDelaySeconds);
    notNegative('offDelaySeconds', rule.offDelaySeconds);
  }
  if (judgesValues(rule)) {
    for (const { values, settleSeconds, maxHiddenSeconds } of rule.onlyWhile ?? []) {
      if (values.length === 0) problems.push({ problem: 'noStateValue', field: 'onlyWhile' });
      for (const value of values) finite('onlyWhile', value);
      notNegative('settleSeconds', settleSeconds);
      positive('maxHiddenSeconds', maxHiddenSeconds);
    }
    problems.push(...periodProblems(rule.periods ?? []));
  }
  if (rule.kind !== 'limit') {
    severity('severity', rule.severity);
    if (rule.kind === 'state') {
      if (rule.values.length === 0) problems.push({ problem: 'noStateValue' });
      for (const value of rule.values) finite('values', value);
    }
    if (rule.kind === 'frozen') notNegative('tolerance', rule.tolerance);
    if (rule.kind === 'rateOfChange') {
      positive('limit', rule.limit);
      positive('windowSeconds', rule.windowSeconds);
    }
    if (rule.kind === 'deviation') {
      positive('limit', rule.limit);
      notNegative('deadband', rule.deadband);
      if (rule.deadband >= rule.limit && rule.limit > 0) {
        problems.push({ problem: 'deadbandTooWide', narrowestRange: rule.limit });
      }
    }
    return problems;
  }

  notNegative('deadband', rule.deadband);
  const periods = rule.periods ?? [];
  // Limits that no period goes by need not be there.
  const sets = periods.length > 0 && periods.every(({ bands }) => bands) ? [] : [rule.bands];
  for (const { bands } of periods) if (bands) sets.push(bands);
  for (const bands of sets) bandProblems(bands, rule.deadband);
  return problems;

  function bandProblems(bands: Bands, deadband: number): void {
    const present = bandNames.filter((band) => bands[band] !== undefined);
    if (present.length === 0) problems.push({ problem: 'noBand' });
    for (const band of present) {
      finite(band, bands[band]!.limit);
      severity(band, bands[band]!.severity);
    }
    // Limits that stand on different points have no order that could be known beforehand.
    const isComparable = (a: Band, b: Band) => JSON.stringify(bands[a]!.from) === JSON.stringify(bands[b]!.from);
    for (let i = 1; i < present.length; i++) {
      const [lower, upper] = [present[i - 1]!, present[i]!];
      if (isComparable(lower, upper) && bands[upper]!.limit <= bands[lower]!.limit)
        problems.push({ problem: 'limitsOutOfOrder', upper, lower });
    }
    for (const [outer, inner] of [
      ['highHigh', 'high'],
      ['lowLow', 'low'],
    ] as const) {
      const [outerLimit, innerLimit] = [bands[outer], bands[inner]];
      if (outerLimit && innerLimit && outerLimit.severity >= innerLimit.severity) {
        problems.push({ problem: 'outerBandNotMoreSevere', outer, inner });
      }
    }
    const above: Band = bands.high ? 'high' : 'highHigh';
    const below: Band = bands.low ? 'low' : 'lowLow';
    if (!bands[above] || !bands[below] || !isComparable(above, below)) return;
    const range = bands[above].limit - bands[below].limit;
    if (range > 0 && deadband >= range) problems.push({ problem: 'deadbandTooWide', narrowestRange: range });
  }
}

const minutesOfDay = 1440;

/** Days of the week and holidays are days of their own here: a holiday's periods are held against each other alone. */
function periodProblems(periods: readonly Period[]): RuleProblem[] {
  const problems: RuleProblem[] = [];
  const stretches: { index: number; day: number; from: number; until: number }[] = [];
  periods.forEach((period, index) => {
    const { days, fromMinute, untilMinute, endsNextDay } = period;
    if (days.length === 0) problems.push({ problem: 'noDay' });
    if (endsNextDay ? untilMinute > fromMinute : untilMinute <= fromMinute) {
      problems.push({ problem: 'periodEndsBeforeItBegins' });
      return;
    }
    for (const day of days) {
      if (!endsNextDay) stretches.push({ index, day, from: fromMinute, until: untilMinute });
      else {
        stretches.push({ index, day, from: fromMinute, until: minutesOfDay });
        // What a holiday runs into is known only by the calendar.
        if (day <= 7) stretches.push({ index, day: (day % 7) + 1, from: 0, until: untilMinute });
      }
    }
  });
  const told = new Set<string>();
  for (const [i, a] of stretches.entries()) {
    for (const b of stretches.slice(i + 1)) {
      if (a.index === b.index || a.day !== b.day || a.from >= b.until || b.from >= a.until) continue;
      const [first, second] = [Math.min(a.index, b.index), Math.max(a.index, b.index)];
      if (told.has(`${first}:${second}`)) continue;
      told.add(`${first}:${second}`);
      problems.push({ problem: 'periodsOverlap', first, second });
    }
  }
  return problems;
}
