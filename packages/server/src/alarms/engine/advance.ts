import type { AlarmEvent } from './alarmEvent.ts';
import { type AlarmRule, isAboutTheSource } from './alarmRule.ts';
import type { Batch } from './batch.ts';
import {
  type Binding,
  cell,
  cellsPerPoint,
  type EngineMemory,
  numberOrNull,
  refreshQuietRange,
  timeOrNull,
} from './engineMemory.ts';
import type { RuleState } from './ruleState.ts';
import { type LiveStretch, type StepInput, step } from './step.ts';
import { inTime, type Trace } from './trace.ts';

const { lastSampleAt, lastGoodAt, heldValue } = cell;

/** Steps one binding on the overlay, through the moments before first. True when its state changed. */
export function advance(
  memory: EngineMemory,
  batch: Batch,
  binding: Binding,
  input: StepInput,
  events: AlarmEvent[],
  previousSampleAt?: number,
): boolean {
  if (binding.nextTrace.nextAt <= input.at && previousSampleAt === undefined) {
    passMoments(memory, batch, binding, input.at, events);
  }
  return move(memory, batch, binding, input, events, previousSampleAt);
}

/** Goes through the moments up to a time at which time alone changes something; a sample of just then judges itself. */
export function passMoments(
  memory: EngineMemory,
  batch: Batch,
  binding: Binding,
  until: number,
  events: AlarmEvent[],
  previousSampleAt?: number,
): void {
  const { rule, point } = binding;
  if (point === null) return;
  const base = point.slot * cellsPerPoint;
  while (binding.nextTrace.nextAt <= until) {
    const at = binding.nextTrace.nextAt;
    setTrace(memory, binding, inTime(rule, binding.nextTrace, point.calendar, at));
    if (previousSampleAt !== undefined && at === until) break;
    const isStanding = (previousSampleAt ?? memory.cells[base + lastSampleAt]!) === memory.cells[base + lastGoodAt]!;
    const value = isStanding ? numberOrNull(memory.cells[base + heldValue]!) : null;
    move(memory, batch, binding, { type: 'context', at, value }, events, previousSampleAt);
  }
  if (previousSampleAt === undefined) refreshQuietRange(memory, point);
}

function move(
  memory: EngineMemory,
  batch: Batch,
  binding: Binding,
  input: StepInput,
  events: AlarmEvent[],
  previousSampleAt?: number,
): boolean {
  const { inputs, cells } = memory;
  const { point, rule } = binding;
  inputs.subject = binding.subject;
  inputs.now = batch.now;
  inputs.lateAfterMs = batch.lateAfterMs;
  inputs.watchedSince = binding.watchedSince;
  inputs.trace = binding.nextTrace;
  if (point === null) {
    // The server's own clock knows every moment of a link: there are no gaps in it.
    inputs.lastSampleAt = inputs.lastGoodAt = inputs.heldValue = inputs.live = null;
    inputs.maxGapMs = Number.POSITIVE_INFINITY;
  } else {
    const base = point.slot * cellsPerPoint;
    inputs.lastSampleAt = timeOrNull(previousSampleAt ?? cells[base + lastSampleAt]!);
    inputs.lastGoodAt = timeOrNull(cells[base + lastGoodAt]!);
    inputs.heldValue = numberOrNull(cells[base + heldValue]!);
    inputs.maxGapMs = point.maxGapMs;
    inputs.live = presentStretch(stretchOf(rule, point.gatewayId, batch), batch.now);
  }
  const source = isAboutTheSource(rule.kind) ? batch.sourceOf(binding.subject) : null;
  inputs.sourceDown = source?.down ?? null;
  inputs.sourceSince = source === null || source.since > batch.now ? Number.NEGATIVE_INFINITY : source.since;

  const next = step(rule, binding.next, input, inputs, events);
  if (next === binding.next) return false;
  binding.next = next;
  touch(memory, binding);
  // `takeSample` does this once for all rules of the point.
  if (point !== null && previousSampleAt === undefined) refreshQuietRange(memory, point);
  return true;
}

/** Silence counts through an outage, from when the link that was lost had come; for all else there is no link meanwhile. */
const stretchOf = (rule: AlarmRule, gatewayId: number, { live, gone }: Batch): LiveStretch | undefined =>
  live.get(gatewayId) ?? (rule.kind === 'noData' ? gone.get(gatewayId) : undefined);

/** One that began later than now began before the clock was set back, nobody knows how long ago. */
export const presentStretch = (live: LiveStretch | undefined, now: number): LiveStretch | null =>
  live !== undefined && live.since > now ? { ...live, since: Number.NEGATIVE_INFINITY } : (live ?? null);

export function setTrace(memory: EngineMemory, binding: Binding, trace: Binding['trace']): void {
  if (trace === binding.nextTrace) return;
  binding.nextTrace = trace;
  touch(memory, binding);
}

/** Puts a state and a trace that were judged elsewhere in the place of a binding's own. */
export function replaceState(memory: EngineMemory, binding: Binding, state: RuleState, trace: Trace): void {
  binding.next = state;
  binding.nextTrace = trace;
  touch(memory, binding);
}

function touch(memory: EngineMemory, binding: Binding): void {
  if (binding.isTouched) return;
  binding.isTouched = true;
  memory.touchedBindings.push(binding);
}
