import { type AlarmRule, type Bands, judgesValues, pointIdsOf, type Subject, stateKey } from './alarmRule.ts';
import { bandsInForce, comparedOf, isJudgeable } from './condition.ts';
import { hasDelay } from './delays.ts';
import { cell, cellsPerPoint, type EngineMemory, numberOrNull, pointSlot, timeOrNull } from './engineMemory.ts';
import { dueAt, type RuleState } from './ruleState.ts';
import { isHidden, isHiddenBy, type Trace } from './trace.ts';

/** What the engine sees of one rule at a moment, as committed: for telling why it did, or did not, alarm. */
export interface RuleLook {
  readonly rule: AlarmRule;
  readonly state: RuleState;
  readonly trace: Trace;
  /** When the delay that runs completes if nothing contradicts it. */
  readonly dueAt: number | null;
  /** None of its periods is in force. */
  readonly isOutside: boolean;
  /** `onlyWhile` looks away. */
  readonly isHidden: boolean;
  /** Which of `onlyWhile` do, by index. */
  readonly hiddenBy: readonly number[];
  /** Limits in force; null for other kinds and outside of periods. Those that stand on a point nobody knows are left out. */
  readonly bands: Bands | null;
  /** Of changes and deviations: what is held against the limit. */
  readonly compared: number | null;
  /** By id, the other points it looks at with the value they hold; null when nobody knows it. */
  readonly others: ReadonlyMap<number, number | null>;
  /** Its last sample was judged and left no delay: how the rule stands follows from this sample and nothing before it. */
  readonly isSettled: boolean;
  readonly lastSampleAt: number | null;
  readonly lastGoodAt: number | null;
  readonly heldValue: number | null;
}

/** Null when the rule is not watched. */
export function lookAtRule(memory: EngineMemory, ruleId: number, subject: Subject, at: number): RuleLook | null {
  const binding = memory.bindings.get(stateKey(ruleId, subject));
  if (binding === undefined || binding.point === null) return null;
  const { rule, state, trace, point } = binding;
  const { otherValue } = memory.inputs;
  const inputs = { ...memory.inputs, trace };
  const base = point.slot * cellsPerPoint;
  const heldValue = numberOrNull(memory.cells[base + cell.heldValue]!);
  const isOutside = judgesValues(rule) && trace.period < 0;
  const lastSampleAt = timeOrNull(memory.cells[base + cell.lastSampleAt]!);
  const lastGoodAt = timeOrNull(memory.cells[base + cell.lastGoodAt]!);
  const wasJudged =
    judgesValues(rule) &&
    heldValue !== null &&
    lastSampleAt === lastGoodAt &&
    !isHidden(rule, trace, at) &&
    isJudgeable(rule, heldValue, at, inputs);
  return {
    rule,
    state,
    trace,
    dueAt: dueAt(rule, state),
    isOutside,
    isHidden: isHidden(rule, trace, at),
    hiddenBy: [...trace.gates.keys()].filter((index) => isHiddenBy(rule, trace, index, at)),
    bands: rule.kind === 'limit' && !isOutside ? bandsInForce(rule, at, inputs).bands : null,
    compared: comparedOf(rule, heldValue, at, inputs),
    others: new Map(pointIdsOf(rule).map((id) => [id, pointSlot(memory, id) === null ? null : otherValue(id, at)])),
    isSettled: isOutside || (wasJudged && !hasDelay(state)),
    lastSampleAt,
    lastGoodAt,
    heldValue,
  };
}
