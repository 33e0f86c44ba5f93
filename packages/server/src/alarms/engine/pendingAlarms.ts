import type { AlarmKind, Severity } from './alarmRule.ts';
import { type EngineMemory, pointSlot } from './engineMemory.ts';
import { dueAt } from './ruleState.ts';
import { severityOf } from './step.ts';

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
    if (state.phase !== 'pendingOn') continue;
    pending.push({
      kind: rule.kind,
      severity: severityOf(rule, state),
      since: state.since,
      dueAt: dueAt(rule, state),
    });
  }
  return pending;
}
