import { advance } from './advance.ts';
import type { AlarmEvent } from './alarmEvent.ts';
import type { Batch, Evaluation } from './batch.ts';
import { type Binding, cell, cellsPerPoint, type EngineMemory, type GatewayTimers } from './engineMemory.ts';
import { dueAt } from './ruleState.ts';
import { noDataDeadline } from './step.ts';

const { lastGoodAt } = cell;

export interface PendingEvaluation extends Evaluation {
  /** Timers that were due, how far they were looked at, and when silence may next be due. */
  readonly ticked: { readonly timers: GatewayTimers; readonly until: number; readonly nextSilenceAt: number }[];
  /** No-data rules found not to be due before a time their last value does not show. */
  readonly notBefore: { readonly binding: Binding; readonly time: number }[];
}

/**
 * Lets time pass to each live gateway's watermark, and to now for the links themselves. Where the link is known to be lost
 * time passes for silence alone.
 */
export function passTime(
  memory: EngineMemory,
  batch: Batch,
  evaluation: PendingEvaluation,
  events: AlarmEvent[],
): void {
  // A watermark is never ahead of now, so what is due later need not be asked for one.
  const { earliestOfGateway, gatewayTimers } = memory;
  for (let place = 0; place < gatewayTimers.length; place++) {
    if (earliestOfGateway[place]! > batch.now) continue;
    const timers = gatewayTimers[place]!;
    const live = batch.live.get(timers.gatewayId!);
    if (live !== undefined) tick(memory, batch, timers, live.watermark, evaluation, events);
    else tickSilence(memory, batch, timers, evaluation, events);
  }
  tick(memory, batch, memory.clockTimers, batch.now, evaluation, events);
  tickTouched(memory, batch, events);
}

function tick(
  memory: EngineMemory,
  batch: Batch,
  timers: GatewayTimers,
  until: number,
  evaluation: PendingEvaluation,
  events: AlarmEvent[],
): void {
  let isAnyDue = false;
  timers.due.peekDue(until, (binding, dueAt) => {
    isAnyDue = true;
    if (binding.isRemoved || dueAt !== binding.scheduledAt) return;
    advance(memory, batch, binding, { type: 'tick', at: until }, events);
  });
  const isSilenceDue = timers.nextSilenceAt <= until;
  if (!isAnyDue && !isSilenceDue) return;
  const nextSilenceAt = isSilenceDue
    ? takeSilence(memory, batch, timers, until, evaluation, events)
    : timers.nextSilenceAt;
  evaluation.ticked.push({ timers, until, nextSilenceAt });
}

function tickSilence(
  memory: EngineMemory,
  batch: Batch,
  timers: GatewayTimers,
  evaluation: PendingEvaluation,
  events: AlarmEvent[],
): void {
  const gone = batch.gone.get(timers.gatewayId!);
  if (gone === undefined || timers.nextSilenceAt > gone.watermark) return;
  const nextSilenceAt = takeSilence(memory, batch, timers, gone.watermark, evaluation, events);
  // Everything else that is due waits for the link.
  evaluation.ticked.push({ timers, until: Number.NEGATIVE_INFINITY, nextSilenceAt });
}

/** Delays that began or went on in this batch are on no timer yet. */
function tickTouched(memory: EngineMemory, batch: Batch, events: AlarmEvent[]): void {
  for (const binding of memory.touchedBindings) {
    const { rule, next, point } = binding;
    const due = next.phase === 'active' && !next.announced ? next.raisedAt : dueAt(rule, next);
    const until = point === null ? batch.now : batch.live.get(point.gatewayId)?.watermark;
    if (until !== undefined && ((due !== null && due <= until) || binding.nextTrace.nextAt <= until)) {
      advance(memory, batch, binding, { type: 'tick', at: until }, events);
    }
  }
}

/** Judges the no-data rules of a gateway's points; returns when the next of them may be due. */
function takeSilence(
  memory: EngineMemory,
  batch: Batch,
  timers: GatewayTimers,
  until: number,
  evaluation: PendingEvaluation,
  events: AlarmEvent[],
): number {
  const { cells } = memory;
  const { bindings, afterMs, notBefore } = timers.silence;
  let earliest = Number.POSITIVE_INFINITY;
  for (let row = 0; row < bindings.length; row++) {
    const binding = bindings[row]!;
    const slot = binding.point!.slot;
    const deadline = Math.max(cells[slot * cellsPerPoint + lastGoodAt]!, notBefore[row]!) + afterMs[row]!;
    if (deadline > until) {
      if (deadline < earliest) earliest = deadline;
      continue;
    }
    advance(memory, batch, binding, { type: 'tick', at: until }, events);
    const { rule, next } = binding;
    if (rule.kind !== 'noData' || next.phase !== 'normal') continue;
    // Its source explains the silence, or came back only lately: look again when it could be due.
    const { inputs } = memory;
    const time = inputs.sourceDown === null ? noDataDeadline(rule, inputs) - afterMs[row]! : until;
    evaluation.notBefore.push({ binding, time });
    earliest = Math.min(earliest, time + afterMs[row]!);
  }
  return earliest;
}
