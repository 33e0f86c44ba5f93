import { type AlarmRule, type Band, bandNames } from './alarmRule.ts';

/** Names the caller turns into refusals in both languages. */
export type RuleProblem =
  | { readonly problem: 'noBand' }
  | { readonly problem: 'noStateValue' }
  | { readonly problem: 'notANumber'; readonly field: string }
  | { readonly problem: 'negative'; readonly field: 'deadband' | 'onDelaySeconds' | 'offDelaySeconds' }
  | { readonly problem: 'notPositive'; readonly field: 'afterSeconds' }
  | { readonly problem: 'unknownSeverity'; readonly field: string }
  /** `upper` must lie strictly above `lower`. */
  | { readonly problem: 'limitsOutOfOrder'; readonly upper: Band; readonly lower: Band }
  /** `outer` must be strictly more severe than `inner`. */
  | { readonly problem: 'outerBandNotMoreSevere'; readonly outer: Band; readonly inner: Band }
  /** A high alarm could only end where a low one begins, or the other way round. */
  | { readonly problem: 'deadbandTooWide'; readonly narrowestRange: number };

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

  if (rule.kind === 'noData') {
    if (finite('afterSeconds', rule.afterSeconds) && rule.afterSeconds <= 0) {
      problems.push({ problem: 'notPositive', field: 'afterSeconds' });
    }
  } else {
    for (const field of ['onDelaySeconds', 'offDelaySeconds'] as const) {
      if (finite(field, rule[field]) && rule[field] < 0) problems.push({ problem: 'negative', field });
    }
  }
  if (rule.kind !== 'limit') {
    severity('severity', rule.severity);
    if (rule.kind === 'state') {
      if (rule.values.length === 0) problems.push({ problem: 'noStateValue' });
      for (const value of rule.values) finite('values', value);
    }
    return problems;
  }

  if (finite('deadband', rule.deadband) && rule.deadband < 0) problems.push({ problem: 'negative', field: 'deadband' });
  const present = bandNames.filter((band) => rule.bands[band] !== undefined);
  if (present.length === 0) problems.push({ problem: 'noBand' });
  for (const band of present) {
    finite(band, rule.bands[band]!.limit);
    severity(band, rule.bands[band]!.severity);
  }
  for (let i = 1; i < present.length; i++) {
    const [lower, upper] = [present[i - 1]!, present[i]!];
    if (rule.bands[upper]!.limit <= rule.bands[lower]!.limit)
      problems.push({ problem: 'limitsOutOfOrder', upper, lower });
  }
  for (const [outer, inner] of [
    ['highHigh', 'high'],
    ['lowLow', 'low'],
  ] as const) {
    const [outerLimit, innerLimit] = [rule.bands[outer], rule.bands[inner]];
    if (outerLimit && innerLimit && outerLimit.severity >= innerLimit.severity) {
      problems.push({ problem: 'outerBandNotMoreSevere', outer, inner });
    }
  }
  const ceiling = rule.bands.high ?? rule.bands.highHigh;
  const floor = rule.bands.low ?? rule.bands.lowLow;
  if (ceiling && floor && ceiling.limit > floor.limit && rule.deadband >= ceiling.limit - floor.limit) {
    problems.push({ problem: 'deadbandTooWide', narrowestRange: ceiling.limit - floor.limit });
  }
  return problems;
}
