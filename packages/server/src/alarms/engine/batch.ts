import type { AlarmEvent } from './alarmEvent.ts';
import type { Subject } from './alarmRule.ts';
import type { RuleState } from './ruleState.ts';
import type { LiveStretch } from './step.ts';
import type { Trace } from './trace.ts';

/** By gateway id; undefined of one that is not among them. */
export interface StretchesOfGateways {
  get(gatewayId: number): LiveStretch | undefined;
}

/** The same columns history stores; declared here because the engine imports nobody. */
export interface Readings {
  readonly length: number;
  readonly pointIds: Int32Array;
  /** Epoch ms. */
  readonly measuredAt: Float64Array;
  /** NaN when there is no number. */
  readonly values: Float64Array;
  readonly quality: Uint8Array;
}

/** A gateway or slave came up or went down, at an epoch ms of the server's clock. */
export interface LinkChange {
  readonly subject: Subject & { readonly type: 'gateway' | 'slave' };
  readonly at: number;
  readonly up: boolean;
}

export interface SourceStatus {
  /** The nearest thing above the subject that is down: for a point its gateway or slave, for a slave its gateway. */
  readonly down: 'gateway' | 'slave' | null;
  /** When that last changed, epoch ms. */
  readonly since: number;
}

/** How a rule on a point stands once what came late was judged with the rest, in the order of time. */
export interface JudgedAnew {
  readonly ruleId: number;
  readonly subject: Subject & { readonly type: 'point' };
  readonly state: RuleState;
  readonly trace: Trace;
  /** The newest usable value of the point, which may be one that came late. */
  readonly lastGoodAt: number | null;
  readonly heldValue: number | null;
}

export interface Batch {
  readonly now: number;
  /** Samples of one point may come in any order; of two with the same time the later in the batch wins. */
  readonly readings: Readings;
  /** Those whose link is live without backlog after this batch. Others make no progress in time. */
  readonly live: StretchesOfGateways;
  /**
   * Those known to be gone: since when the link that was lost had been live, and up to when it is certain that
   * nothing came. Time passes for the silence of their points alone: no held value completes a delay through an outage.
   */
  readonly gone: StretchesOfGateways;
  /** In order of time. Judged before the readings. */
  readonly links: readonly LinkChange[];
  /** The state of what is above a subject, links of this batch included. Null stands for "nothing above is known". */
  readonly sourceOf: (subject: Subject) => SourceStatus | null;
  /** In place of what the rules had come to, before anything else of this batch. */
  readonly judgedAnew?: readonly JudgedAnew[];
  /** What happened longer ago than this is "detected late". Larger than the grace of the watermarks, in ms. */
  readonly lateAfterMs: number;
}

export interface StateChange {
  readonly ruleId: number;
  readonly subject: Subject;
  /** A phase of `normal` means the row can go. */
  readonly state: RuleState;
}

/** What a batch would do. Nothing has happened until it is committed. */
export interface Evaluation {
  /** By state key; only what differs from the committed state. */
  readonly changes: ReadonlyMap<string, StateChange>;
  /** Of one subject and rule in order of time. */
  readonly events: readonly AlarmEvent[];
  /** By point, the earliest sample that came too late for its rules: they had been judged up to it or beyond. Epoch ms. */
  readonly late: ReadonlyMap<number, number>;
}

const emptyReadings: Readings = {
  length: 0,
  pointIds: new Int32Array(0),
  measuredAt: new Float64Array(0),
  values: new Float64Array(0),
  quality: new Uint8Array(0),
};

/** A batch of nothing but time, for the timer between samples. */
export const noReadings = (): Readings => emptyReadings;
