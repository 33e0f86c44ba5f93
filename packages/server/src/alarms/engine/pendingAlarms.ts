import type { AlarmKind, AlarmRule, Severity } from './alarmRule.ts';
import type { Evaluation } from './batch.ts';
import { type EngineMemory, pointSlot } from './engineMemory.ts';
import { dueAt, type RuleState } from './ruleState.ts';
import { hasSuppressionChanged, suppressedSeverity } from './suppression.ts';
import { severityOf } from './transitions.ts';

/** An alarm whose condition holds and whose on-delay still runs: nobody was told yet. Times are epoch ms, event time. */
export interface PendingAlarm {
  readonly kind: AlarmKind;
  /** What it will be raised with, as things stand. */
  readonly severity: Severity;
  /** The first sample of it. */
  readonly since: number;
  /** When it will be raised unless the value returns; null while a bad sample stops the delay. */
  readonly dueAt: number | null;
}

/** What is pending on a point, as committed: a batch under way does not show. Empty for most points at most times. */
export function pendingAlarms(memory: EngineMemory, pointId: number): PendingAlarm[] {
  const pending: PendingAlarm[] = [];
  for (const { rule, state } of pointSlot(memory, pointId)?.bindings ?? []) {
    const one = pendingOf(rule, state);
    if (one !== null) pending.push(one);
  }
  return pending;
}

/**
 * What an evaluation changes about the pending alarms of points: each point with the severities to look at again once it is
 * committed. To be asked before. A worse value within the same limit changes nothing that anybody is shown.
 */
export function pendingChanges(
  memory: EngineMemory,
  evaluation: Evaluation,
): { pointId: number; severities: Set<Severity> }[] {
  const changes = new Map<number, Set<Severity>>();
  for (const key of evaluation.changes.keys()) {
    const { rule, subject, point, state, next } = memory.bindings.get(key)!;
    if (point === null || (state.phase !== 'pendingOn' && next.phase !== 'pendingOn')) continue;
    const before = pendingOf(rule, state);
    const after = pendingOf(rule, next);
    if (before?.severity === after?.severity && before?.since === after?.since && before?.dueAt === after?.dueAt)
      continue;
    const severities = changes.get(subject.id) ?? new Set();
    for (const one of [before, after]) if (one !== null) severities.add(one.severity);
    changes.set(subject.id, severities);
  }
  // A state of another point that begins or ends to hold something back moves no state of the rule.
  for (const { rule, subject, point, trace, nextTrace } of memory.touchedBindings) {
    if (point === null || !hasSuppressionChanged(trace, nextTrace)) continue;
    const severities = changes.get(subject.id) ?? new Set();
    severities.add(suppressedSeverity(rule));
    changes.set(subject.id, severities);
  }
  return [...changes].map(([pointId, severities]) => ({ pointId, severities }));
}

const pendingOf = (rule: AlarmRule, state: RuleState): PendingAlarm | null =>
  state.phase === 'pendingOn'
    ? { kind: rule.kind, severity: severityOf(rule, state), since: state.since, dueAt: dueAt(rule, state) }
    : null;
