/** 1 urgent, 2 important, 3 general, 4 record. A smaller number is more severe. */
export type Severity = 1 | 2 | 3 | 4;

/** From the lowest value to the highest. */
export const bandNames = ['lowLow', 'low', 'high', 'highHigh'] as const;
export type Band = (typeof bandNames)[number];

/** What a rule watches. Limits, states, no data and bad quality belong to points; communication loss to gateways and slaves. */
export interface Subject {
  readonly type: 'point' | 'slave' | 'gateway';
  readonly id: number;
}

interface Delayed {
  readonly id: number;
  /** How long the condition must last, in event time, before the alarm is raised. 0 raises at the first sample. */
  readonly onDelaySeconds: number;
  /** How long the condition must have ended, in event time, before the alarm returns to normal. */
  readonly offDelaySeconds: number;
}

/** Another point: a certain one, or the one of that type on the same device; the engine runs rules that name certain ones. */
export type PointReference =
  | { readonly pointId: number }
  | { readonly pointTypeId: number; readonly pointName?: string };

export interface BandLimit {
  /** In the point's unit. Exactly on the limit is still inside: only beyond it alarms. */
  readonly limit: number;
  readonly severity: Severity;
  /** The limit is this point's value plus `limit`. */
  readonly from?: PointReference;
}
export type Bands = { readonly [band in Band]?: BandLimit };

/** A part of the week by local clocks, see `weekly.ts`. */
export interface Period {
  /** 1 Monday to 7 Sunday, 8 a holiday. */
  readonly days: readonly number[];
  readonly fromMinute: number;
  readonly untilMinute: number;
  readonly endsNextDay: boolean;
}

export interface OnlyWhile {
  readonly point: PointReference;
  /** The values of that point with which the rule is shown. */
  readonly values: readonly number[];
  /** It stays hidden for so long after the point came back to one of them. */
  readonly settleSeconds: number;
  /** Counted from when it left them. */
  readonly maxHiddenSeconds: number;
}

/** When a rule that judges values is in force, and when it is suppressed. */
interface Conditional {
  /** All must hold; never empty. */
  readonly onlyWhile?: readonly OnlyWhile[];
  readonly periods?: readonly Period[];
}

export interface LimitRule extends Delayed, Conditional {
  readonly kind: 'limit';
  readonly bands: Bands;
  readonly periods?: readonly (Period & { readonly bands?: Bands })[];
  /**
   * In the point's unit, on the way back only: a high alarm returns at `high − deadband`, a low one at `low + deadband`.
   * It also holds the outer band inside an occurrence, so a value dancing on the high-high limit does not flap.
   */
  readonly deadband: number;
}

export interface StateRule extends Delayed, Conditional {
  readonly kind: 'state';
  /** The status values that alarm, for example `[1]` where 1 means door open. */
  readonly values: readonly number[];
  readonly severity: Severity;
}

/** The value stays within the tolerance of what it was, although samples arrive. Time alone proves nothing here. */
export interface FrozenRule extends Conditional {
  readonly id: number;
  readonly kind: 'frozen';
  readonly tolerance: number;
  readonly afterSeconds: number;
  readonly severity: Severity;
}

export interface RateOfChangeRule extends Delayed, Conditional {
  readonly kind: 'rateOfChange';
  readonly direction: 'rise' | 'fall' | 'either';
  /** In the point's unit, from the lowest (highest) value of the window to the present one. */
  readonly limit: number;
  readonly windowSeconds: number;
  readonly severity: Severity;
}

export interface DeviationRule extends Delayed, Conditional {
  readonly kind: 'deviation';
  readonly from: PointReference;
  readonly direction: 'above' | 'below' | 'either';
  /** In the point's unit, how far from the other value is still normal. */
  readonly limit: number;
  /** On the way back only, as with limits. */
  readonly deadband: number;
  readonly severity: Severity;
}

export interface NoDataRule {
  readonly id: number;
  readonly kind: 'noData';
  /** Silence, counted from the last usable value. A bad sample is not data; an uncertain one is. */
  readonly afterSeconds: number;
  readonly severity: Severity;
}

export interface BadQualityRule extends Delayed {
  readonly kind: 'badQuality';
  readonly severity: Severity;
}

export interface CommunicationLossRule extends Delayed {
  readonly kind: 'communicationLoss';
  readonly severity: Severity;
}

export type ValueRule = LimitRule | StateRule | FrozenRule | RateOfChangeRule | DeviationRule;
export type AlarmRule = ValueRule | NoDataRule | BadQualityRule | CommunicationLossRule;
export type AlarmKind = AlarmRule['kind'];

/** The key of one rule on one subject, for example `7:point:1200`. At most one occurrence is open under it. */
export const stateKey = (ruleId: number, subject: Subject): string => `${ruleId}:${subject.type}:${subject.id}`;

/** Kinds that speak about the path of the data; a source that is down above them explains them away. */
export const isAboutTheSource = (kind: AlarmKind): boolean =>
  kind === 'noData' || kind === 'badQuality' || kind === 'communicationLoss';

/** How long its condition must last before it alarms, in ms. */
export const waitMs = (rule: AlarmRule): number =>
  ('afterSeconds' in rule ? rule.afterSeconds : rule.onDelaySeconds) * 1000;

export const judgesValues = (rule: AlarmRule): rule is ValueRule => !isAboutTheSource(rule.kind);

/** Every set of limits that a rule may use. */
export const bandSetsOf = (rule: LimitRule): readonly Bands[] =>
  rule.periods === undefined || rule.periods.length === 0
    ? [rule.bands]
    : rule.periods.map(({ bands }) => bands ?? rule.bands);

/** The other points a rule needs to be judged, each once. */
export function referencesOf(rule: AlarmRule): PointReference[] {
  if (!judgesValues(rule)) return [];
  const all: PointReference[] = (rule.onlyWhile ?? []).map(({ point }) => point);
  if (rule.kind === 'deviation') all.push(rule.from);
  if (rule.kind === 'limit') {
    for (const bands of [rule.bands, ...bandSetsOf(rule)]) {
      for (const band of bandNames) if (bands[band]?.from) all.push(bands[band].from);
    }
  }
  const known = new Set<string>();
  return all.filter((reference) => {
    const key = JSON.stringify(reference);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}

export const pointIdsOf = (rule: AlarmRule): number[] =>
  referencesOf(rule).flatMap((reference) => ('pointId' in reference ? [reference.pointId] : []));

/**
 * The rule with every reference put as a certain point. One that is not there (deleted, or a device that has no such point) never
 * silences the rest: a state that cannot be read is not waited for, since an alarm too many is safer than none; a limit that
 * moves with nothing is left out. Null when nothing is left to judge by.
 */
export function withCertainPoints<Rule extends AlarmRule>(
  rule: Rule,
  find: (reference: PointReference) => number | null,
): Rule | null {
  if (referencesOf(rule).length === 0) return rule;
  const certain = (reference: PointReference): PointReference | null => {
    const pointId = find(reference);
    return pointId === null ? null : { pointId };
  };
  const bandsOf = (bands: Bands): Bands =>
    Object.fromEntries(
      bandNames.flatMap((band) => {
        const limit = bands[band];
        if (limit === undefined) return [];
        if (limit.from === undefined) return [[band, limit]];
        const from = certain(limit.from);
        return from === null ? [] : [[band, { ...limit, from }]];
      }),
    );
  const value = rule as ValueRule;
  const onlyWhile = (value.onlyWhile ?? []).flatMap((each) => {
    const point = certain(each.point);
    return point === null ? [] : [{ ...each, point }];
  });
  const from = value.kind === 'deviation' ? certain(value.from) : null;
  if (value.kind === 'deviation' && from === null) return null;
  // Each stays at its place: rules are told apart by how they are written down (`ruleHash`).
  const found = {
    ...value,
    ...(value.onlyWhile && { onlyWhile }),
    ...(from && { from }),
    ...(value.kind === 'limit' && {
      bands: bandsOf(value.bands),
      ...(value.periods && {
        periods: value.periods.map((period) => (period.bands ? { ...period, bands: bandsOf(period.bands) } : period)),
      }),
    }),
  } as ValueRule;
  if (found.kind === 'limit' && bandSetsOf(found).every((bands) => Object.keys(bands).length === 0)) return null;
  if (onlyWhile.length > 0) return found as Rule;
  const { onlyWhile: _, ...rest } = found;
  return rest as Rule;
}

/** Whether a point that the rule looks at is not there. */
export const hasMissing = (rule: AlarmRule, find: (reference: PointReference) => number | null): boolean =>
  referencesOf(rule).some((reference) => find(reference) === null);
