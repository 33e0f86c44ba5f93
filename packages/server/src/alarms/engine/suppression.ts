import { type AlarmKind, type AlarmRule, bandSetsOf, judgesValues, type Severity } from './alarmRule.ts';
import { type Binding, cell, cellsPerPoint, type EngineMemory, numberOrNull, pointSlot } from './engineMemory.ts';
import { isHiddenBy, type Trace } from './trace.ts';

/** A condition that is suppressed by the state of another point (`onlyWhile`). Times are epoch ms, event time. */
export interface Suppression {
  readonly kind: AlarmKind;
  /** The most severe it could be raised with. */
  readonly severity: Severity;
  /** The point whose alarm is suppressed. */
  readonly pointId: number;
  /** The point that suppresses it, and the value it has; null: unknown. */
  readonly byPointId: number;
  readonly byValue: number | null;
  readonly since: number;
  /** When the suppression ends at the latest. */
  readonly until: number;
  /** The other point is back already; the condition waits a while after that. */
  readonly isSettling: boolean;
}

/** What is suppressed on a point at a moment, as committed: of each condition the state that suppresses it longest. */
export function suppressedOn(memory: EngineMemory, pointId: number, at: number): Suppression[] {
  return (pointSlot(memory, pointId)?.bindings ?? []).flatMap((binding) => heldBackOf(memory, binding, at) ?? []);
}

/** What the state of a point suppresses on others at a moment, as committed. */
export function suppressedBy(memory: EngineMemory, pointId: number, at: number): Suppression[] {
  return [...(memory.dependantsOf.get(pointId) ?? [])].flatMap((binding) => {
    const held = binding.point === null ? null : heldBackOf(memory, binding, at, pointId);
    return held ?? [];
  });
}

/** Whether a trace suppresses anything, or did until now, so that viewers of the point are to be told. */
export const hasSuppressionChanged = (before: Trace, after: Trace): boolean =>
  before !== after && [...before.gates, ...after.gates].some(({ hiddenSince }) => hiddenSince !== null);

export function suppressedSeverity(rule: AlarmRule): Severity {
  if (rule.kind !== 'limit') return rule.severity;
  const all = bandSetsOf(rule).flatMap((bands) => Object.values(bands).map(({ severity }) => severity));
  return Math.min(...all) as Severity;
}

function heldBackOf(memory: EngineMemory, binding: Binding, at: number, onlyBy?: number): Suppression | null {
  const { rule, trace, point } = binding;
  if (point === null || !judgesValues(rule) || rule.onlyWhile === undefined) return null;
  let held: Suppression | null = null;
  for (const [index, { point: other, settleSeconds, maxHiddenSeconds }] of rule.onlyWhile.entries()) {
    if (!('pointId' in other) || (onlyBy !== undefined && other.pointId !== onlyBy)) continue;
    if (!isHiddenBy(rule, trace, index, at)) continue;
    const { hiddenSince, shownSince } = trace.gates[index]!;
    const longest = hiddenSince! + maxHiddenSeconds * 1000;
    const until = shownSince === null ? longest : Math.min(longest, shownSince + settleSeconds * 1000);
    if (held !== null && held.until >= until) continue;
    const by = pointSlot(memory, other.pointId);
    held = {
      kind: rule.kind,
      severity: suppressedSeverity(rule),
      pointId: point.pointId,
      byPointId: other.pointId,
      byValue: by === null ? null : numberOrNull(memory.cells[by.slot * cellsPerPoint + cell.heldValue]!),
      since: hiddenSince!,
      until,
      isSettling: shownSince !== null,
    };
  }
  return held;
}
