import type { AlarmKind, Band, Severity, Subject } from './alarmRule.ts';

/** The numbers behind a transition, complete enough to answer "why did it alarm?" years later. Times are epoch ms. */
interface EventNumbers {
  readonly ruleId: number;
  readonly subject: Subject;
  readonly kind: AlarmKind;
  readonly severity: Severity;
  /** Limit rules only. */
  readonly band: Band | null;
  /** In the point's unit; of a moving limit where it stood. Null where a rule has none. */
  readonly limit: number | null;
  /** The value at the transition; null where there is none (no data, bad quality, communication loss). */
  readonly value: number | null;
  /** What was compared with the limit where it is not the value: the change in the window, the difference to the other point. */
  readonly compared: number | null;
  /** Bad quality only: the quality byte. */
  readonly quality: number | null;
  readonly extreme: number | null;
  /** When the condition began; for one that was suppressed, when the suppression ended. */
  readonly since: number;
  /** It was suppressed by other points (`onlyWhile`), and stood when that ended. */
  readonly isAfterHold: boolean;
  /** With rule and subject, the identity of the occurrence. */
  readonly raisedAt: number;
  /** Event time of this transition, which may be long before now. */
  readonly at: number;
  /** `at − since` in seconds; for a return `at − raisedAt`, how long the alarm was active. */
  readonly durationSeconds: number;
  /** The transition happened long before we heard of it: it came from a buffer. */
  readonly detectedLate: boolean;
  /** Whether people are to be notified. An occurrence that began and ended inside a buffer notifies nobody. */
  readonly notify: boolean;
}

/**
 * The rest end an occurrence from outside: its rule, the rule's hours, its point, another point that the rule looked at, or a source
 * above that explains it.
 */
export type ReturnReason =
  | 'conditionOver'
  | 'outsidePeriod'
  | 'suppressedBySource'
  | 'ruleClosed'
  | 'ruleDeleted'
  | 'ruleEdited'
  | 'otherPointGone'
  | 'subjectDeleted';

export type AlarmEvent =
  | (EventNumbers & { readonly type: 'raised' })
  /** An occurrence from a buffer is still active at the newest sample: the one notification it gets. */
  | (EventNumbers & { readonly type: 'stillActive' })
  | (EventNumbers & {
      readonly type: 'severityChanged';
      readonly direction: 'rise' | 'fall' | 'same';
      readonly previousSeverity: Severity;
      readonly previousBand: Band | null;
    })
  | (EventNumbers & {
      readonly type: 'returnedToNormal';
      readonly reason: ReturnReason;
      /** When the value came back, before the off-delay; null when it did not. */
      readonly backSince: number | null;
    });
