import { advance } from './advance.ts';
import type { AlarmEvent } from './alarmEvent.ts';
import { isAboutTheSource } from './alarmRule.ts';
import type { Batch, Evaluation, StateChange } from './batch.ts';
import { maxAheadMs } from './clockSetBack.ts';
import { type Binding, discard, type EngineMemory } from './engineMemory.ts';
import { type PendingEvaluation, passTime } from './passTime.ts';
import { takeJudgedAnew } from './takeJudgedAnew.ts';
import { valueAt } from './takeLinked.ts';
import { inOrder, takeReadings } from './takeReadings.ts';
import { noteEarliest, schedule } from './timers.ts';
import { turnBack } from './turnBack.ts';

/**
 * Computes what a batch of readings, link changes and passing time does to all rules, without doing it.
 *
 * Evaluate, persist `changes` and `events` with the readings in one transaction, then `commit`. When the transaction
 * fails call `discard`, or just evaluate again: an evaluation that was not committed leaves no trace.
 */
export function evaluateBatch(memory: EngineMemory, batch: Batch): Evaluation {
  discard(memory);
  if (batch.now < memory.latestNow - maxAheadMs) turnBack(memory, batch.now);
  memory.latestNow = Math.max(memory.latestNow, batch.now);
  memory.inputs.otherValue = (pointId, at) => valueAt(memory, batch, pointId, at);
  const events: AlarmEvent[] = [];
  memory.late = new Map();
  takeJudgedAnew(memory, batch);
  takeLinks(memory, batch, events);
  if (!takeReadings(memory, batch, null, events)) {
    // A point's samples are out of order. Rare enough to start over with sorted ones.
    discard(memory);
    events.length = 0;
    memory.late.clear();
    takeJudgedAnew(memory, batch);
    takeLinks(memory, batch, events);
    takeReadings(memory, batch, inOrder(memory, batch.readings), events);
  }
  const evaluation: PendingEvaluation = {
    changes: new Map(),
    events,
    late: memory.late,
    ticked: [],
    notBefore: [],
  };
  passTime(memory, batch, evaluation, events);

  const changes = evaluation.changes as Map<string, StateChange>;
  for (const { key, rule, subject, state, next } of memory.touchedBindings) {
    if (next !== state) changes.set(key, { ruleId: rule.id, subject, state: next });
  }
  memory.pending = evaluation;
  return evaluation;
}

/**
 * Makes an evaluation the truth, after its transaction was committed.
 *
 * @throws Error when it is not the memory's latest evaluation: committing it would undo what came after
 */
export function commit(memory: EngineMemory, evaluation: Evaluation): void {
  if (memory.pending !== evaluation)
    throw new Error('Only the latest evaluation of this memory can be committed, once');
  const { ticked, notBefore } = evaluation as PendingEvaluation;
  for (const binding of memory.touchedBindings) {
    binding.state = binding.next;
    binding.trace = binding.nextTrace;
    binding.isTouched = false;
    if (!isAboutTheSource(binding.rule.kind)) continue;
    if (binding.state.phase === 'normal') memory.unsettled.delete(binding);
    else memory.unsettled.add(binding);
  }
  const taken: Binding[] = [];
  for (const { timers, until, nextSilenceAt } of ticked) {
    timers.due.takeDue(until, (binding, dueAt) => {
      if (binding.isRemoved || dueAt !== binding.scheduledAt) return;
      binding.scheduledAt = Number.POSITIVE_INFINITY;
      taken.push(binding);
    });
    timers.nextSilenceAt = nextSilenceAt;
    noteEarliest(memory, timers);
  }
  for (const { binding, time } of notBefore) binding.timers.silence.notBefore[binding.silenceRow] = time;
  for (const binding of memory.touchedBindings) schedule(memory, binding);
  for (const binding of taken) schedule(memory, binding);
  memory.touchedBindings = [];
  memory.undoCount = 0;
  memory.evaluationNumber++;
  memory.pending = null;
}

function takeLinks(memory: EngineMemory, batch: Batch, events: AlarmEvent[]): void {
  if (batch.links.length === 0) return;
  for (const { subject, at: changedAt, up } of batch.links) {
    // It happened before the clock was set back.
    const at = Math.min(changedAt, batch.now);
    for (const binding of memory.linkBindings.get(`${subject.type}:${subject.id}`) ?? []) {
      advance(memory, batch, binding, { type: 'link', at, up }, events);
    }
  }
  // A source that went down may explain alarms below it.
  for (const binding of memory.unsettled) {
    if (batch.sourceOf(binding.subject)?.down) advance(memory, batch, binding, { type: 'tick', at: batch.now }, events);
  }
}
