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
  /** How long it must be over, in event time, before the alarm returns to normal. */
  readonly offDelaySeconds: number;
}

export interface BandLimit {
  /** In the point's unit. Exactly on the limit is still inside: only beyond it alarms. */
  readonly limit: number;
  readonly severity: Severity;
}

export interface LimitRule extends Delayed {
  readonly kind: 'limit';
  readonly bands: { readonly [band in Band]?: BandLimit };
  /**
   * In the point's unit, on the way back only: a high alarm is over at `high − deadband`, a low one at `low + deadband`.
   * It also holds the outer band inside an occurrence, so a value dancing on the high-high limit does not flap.
   */
  readonly deadband: number;
}

export interface StateRule extends Delayed {
  readonly kind: 'state';
  /** The status values that alarm, for example `[1]` where 1 means door open. */
  readonly values: readonly number[];
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

/** When limits come to depend on the equipment's state, they gain an `onlyWhile` here and its value travels in `Inputs`. */
export type AlarmRule = LimitRule | StateRule | NoDataRule | BadQualityRule | CommunicationLossRule;
export type AlarmKind = AlarmRule['kind'];

/** The key of one rule on one subject, for example `7:point:1200`. At most one occurrence is open under it. */
export const stateKey = (ruleId: number, subject: Subject): string => `${ruleId}:${subject.type}:${subject.id}`;

/** Kinds that speak about the path of the data; a source that is down above them explains them away. */
export const isAboutTheSource = (kind: AlarmKind): boolean =>
  kind === 'noData' || kind === 'badQuality' || kind === 'communicationLoss';
