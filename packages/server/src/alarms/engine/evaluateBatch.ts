import type { AlarmEvent } from './alarmEvent.ts';
import { isAboutTheSource, type Subject } from './alarmRule.ts';
import {
  type Binding,
  cell,
  cellsPerPoint,
  discard,
  type EngineMemory,
  type GatewayTimers,
  noteEarliest,
  numberOrNull,
  type PointSlot,
  refreshQuietRange,
  schedule,
  scheduleAt,
  timeOrNull,
} from './engineMemory.ts';
import { dueAt, type RuleState } from './ruleState.ts';
import { firstBadQuality, type LiveStretch, noDataDeadline, type StepInput, step } from './step.ts';

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

export interface Batch {
  readonly now: number;
  /** Samples of one point may come in any order; of two with the same time the later in the batch wins. */
  readonly readings: Readings;
  /** By gateway id, those whose link is live without backlog after this batch. Others make no progress in time. */
  readonly live: ReadonlyMap<number, LiveStretch>;
  /** In order of time. Judged before the readings. */
  readonly links: readonly LinkChange[];
  /** The state of what is above a subject, links of this batch included. Null stands for "nothing above is known". */
  readonly sourceOf: (subject: Subject) => SourceStatus | null;
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
}

interface PendingEvaluation extends Evaluation {
  /** Timers looked at and how far, and bindings to look at again at a time of their own. */
  readonly ticked: { readonly timers: GatewayTimers; readonly until: number }[];
  readonly again: Map<Binding, number>;
}

// Constants of the module, so that the hot loop need not look them up.
const { lastSampleAt, nextSampleAt, lastGoodAt, nextGoodAt, lastValue, nextValue, quietLow, quietHigh } = cell;

const emptyReadings: Readings = {
  length: 0,
  pointIds: new Int32Array(0),
  measuredAt: new Float64Array(0),
  values: new Float64Array(0),
  quality: new Uint8Array(0),
};

/** A batch of nothing but time, for the timer between samples. */
export const noReadings = (): Readings => emptyReadings;

/**
 * Computes what a batch of readings, link changes and passing time does to all rules, without doing it.
 *
 * Evaluate, persist `changes` and `events` with the readings in one transaction, then `commit`. When the transaction
 * fails call `discard`, or just evaluate again: an evaluation that was not committed leaves no trace.
 */
export function evaluateBatch(memory: EngineMemory, batch: Batch): Evaluation {
  discard(memory);
  const events: AlarmEvent[] = [];
  takeLinks(memory, batch, events);
  if (!takeReadings(memory, batch, null, events)) {
    // A point's samples are out of order. Rare enough to start over with sorted ones.
    discard(memory);
    events.length = 0;
    takeLinks(memory, batch, events);
    takeReadings(memory, batch, inOrder(memory, batch.readings), events);
  }
  const evaluation: PendingEvaluation = { changes: new Map(), events, ticked: [], again: new Map() };
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
  const { ticked, again } = evaluation as PendingEvaluation;
  const { cells, touchedSlots } = memory;
  for (let i = 0; i < memory.touchedSlotCount; i++) {
    const base = touchedSlots[i]! * cellsPerPoint;
    cells[base + lastSampleAt] = cells[base + nextSampleAt]!;
    cells[base + lastGoodAt] = cells[base + nextGoodAt]!;
    cells[base + lastValue] = cells[base + nextValue]!;
  }
  for (const binding of memory.touchedBindings) {
    binding.state = binding.next;
    binding.isTouched = false;
    if (!isAboutTheSource(binding.rule.kind)) continue;
    if (binding.state.phase === 'normal') memory.unsettled.delete(binding);
    else memory.unsettled.add(binding);
  }
  const taken: Binding[] = [];
  for (const { timers, until } of ticked) {
    timers.due.takeDue(until, (binding, dueAt) => {
      if (binding.isRemoved || dueAt !== binding.scheduledAt) return;
      binding.scheduledAt = Number.POSITIVE_INFINITY;
      binding.isHeldValueUnjudged = false;
      taken.push(binding);
    });
    noteEarliest(memory, timers);
  }
  for (const bindings of [memory.touchedBindings, taken]) {
    for (const binding of bindings) {
      const time = again.get(binding);
      if (time !== undefined) scheduleAt(memory, binding, time);
      else schedule(memory, binding, lastGoodAtOf(memory, binding.point));
    }
  }
  memory.touchedBindings = [];
  memory.touchedSlotCount = 0;
  memory.pending = null;
}

function takeLinks(memory: EngineMemory, batch: Batch, events: AlarmEvent[]): void {
  if (batch.links.length === 0) return;
  for (const { subject, at, up } of batch.links) {
    for (const binding of memory.linkBindings.get(`${subject.type}:${subject.id}`) ?? []) {
      advance(memory, batch, binding, { type: 'link', at, up }, events);
    }
  }
  // Whatever went down may explain alarms below it.
  for (const binding of memory.unsettled) {
    if (batch.sourceOf(binding.subject)?.down) advance(memory, batch, binding, { type: 'tick', at: batch.now }, events);
  }
}

/** False when a point's samples turn out not to be in order; what was done so far is then to be discarded. */
function takeReadings(memory: EngineMemory, batch: Batch, order: Uint32Array | null, events: AlarmEvent[]): boolean {
  const { pointIds, measuredAt, values, quality } = batch.readings;
  const { cells, slotOfPoint, touchedSlots } = memory;
  const count = order === null ? batch.readings.length : order.length;
  let touchedCount = memory.touchedSlotCount;
  for (let k = 0; k < count; k++) {
    const i = order === null ? k : order[k]!;
    const pointId = pointIds[i]!;
    const slot = pointId < slotOfPoint.length ? slotOfPoint[pointId]! : -1;
    if (!(slot >= 0)) continue;
    const base = slot * cellsPerPoint;
    const at = measuredAt[i]!;
    const seenAt = cells[base + nextSampleAt]!;
    const committedAt = cells[base + lastSampleAt]!;
    if (!(at > seenAt)) {
      if (at > committedAt) {
        memory.touchedSlotCount = touchedCount;
        return false;
      }
      continue;
    }
    if (seenAt === committedAt) touchedSlots[touchedCount++] = slot;
    cells[base + nextSampleAt] = at;
    const value = values[i]!;
    if (value >= cells[base + quietLow]! && value <= cells[base + quietHigh]! && quality[i]! < firstBadQuality) {
      cells[base + nextGoodAt] = at;
      cells[base + nextValue] = value;
      continue;
    }
    takeSample(memory, batch, memory.points[slot]!, seenAt, at, value, quality[i]!, events);
  }
  memory.touchedSlotCount = touchedCount;
  return true;
}

function takeSample(
  memory: EngineMemory,
  batch: Batch,
  place: PointSlot,
  previousAt: number,
  at: number,
  value: number,
  quality: number,
  events: AlarmEvent[],
): void {
  const { cells } = memory;
  const base = place.slot * cellsPerPoint;
  const input: StepInput = { type: 'sample', at, value, quality };
  let changed = false;
  for (const binding of place.bindings) {
    if (advance(memory, batch, binding, input, events, previousAt)) changed = true;
  }
  const isGood = quality < firstBadQuality && Number.isFinite(value);
  if (isGood) {
    cells[base + nextGoodAt] = at;
    cells[base + nextValue] = value;
  }
  if (changed || isGood) refreshQuietRange(memory, place);
}

/** Lets time pass to each live gateway's watermark, and to now for the links themselves. */
function passTime(memory: EngineMemory, batch: Batch, evaluation: PendingEvaluation, events: AlarmEvent[]): void {
  // A watermark is never ahead of now, so what is due later need not be asked for one.
  const { earliestOfGateway, gatewayTimers } = memory;
  for (let place = 0; place < gatewayTimers.length; place++) {
    if (earliestOfGateway[place]! > batch.now) continue;
    const timers = gatewayTimers[place]!;
    const live = batch.live.get(timers.gatewayId!);
    if (live !== undefined) tick(memory, batch, timers, live.watermark, evaluation, events);
  }
  tick(memory, batch, memory.clockTimers, batch.now, evaluation, events);
  tickTouched(memory, batch, events);
}

/** Delays that began or went on in this batch are on no timer yet. */
function tickTouched(memory: EngineMemory, batch: Batch, events: AlarmEvent[]): void {
  for (const binding of memory.touchedBindings) {
    const { rule, next, point } = binding;
    const due = next.phase === 'active' && !next.announced ? next.raisedAt : dueAt(rule, next);
    const until = point === null ? batch.now : batch.live.get(point.gatewayId)?.watermark;
    if (due !== null && until !== undefined && due <= until) {
      advance(memory, batch, binding, { type: 'tick', at: until }, events);
    }
  }
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
    if (binding.isRemoved || dueAt !== binding.scheduledAt || isHeardSince(memory, binding, until)) return;
    judgeHeldValue(memory, batch, binding, events);
    advance(memory, batch, binding, { type: 'tick', at: until }, events);
    const { rule, next } = binding;
    if (rule.kind !== 'noData' || next.phase !== 'normal') return;
    // Not yet silent for long enough, or explained by its source: look again when it could be due.
    const { inputs } = memory;
    const isExplained = inputs.sourceDown !== null;
    evaluation.again.set(binding, isExplained ? until + rule.afterSeconds * 1000 : noDataDeadline(rule, inputs));
  });
  if (isAnyDue) evaluation.ticked.push({ timers, until });
}

/** The usual end of a no-data timer: the point has reported meanwhile, and `commit` puts it on the next one. */
function isHeardSince(memory: EngineMemory, { rule, next, point }: Binding, until: number): boolean {
  if (rule.kind !== 'noData' || next.phase !== 'normal' || point === null) return false;
  return memory.cells[point.slot * cellsPerPoint + nextGoodAt]! + rule.afterSeconds * 1000 > until;
}

/** A new rule on a door that stands open must not wait for the door to report again. */
function judgeHeldValue(memory: EngineMemory, batch: Batch, binding: Binding, events: AlarmEvent[]): void {
  if (!binding.isHeldValueUnjudged || binding.point === null) return;
  const base = binding.point.slot * cellsPerPoint;
  if (memory.cells[base + nextSampleAt]! > binding.watchedSince) return;
  // Only a value that still stands: when the last sample was bad, nobody knows.
  if (memory.cells[base + nextSampleAt]! !== memory.cells[base + nextGoodAt]!) return;
  const value = memory.cells[base + nextValue]!;
  advance(memory, batch, binding, { type: 'sample', at: binding.watchedSince, value, quality: 0 }, events);
}

/** Steps one binding on the overlay. True when its state changed. */
function advance(
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
  if (point === null) {
    // The server's own clock knows every moment of a link: there are no gaps in it.
    inputs.lastSampleAt = inputs.lastGoodAt = inputs.heldValue = inputs.live = null;
    inputs.maxGapMs = Number.POSITIVE_INFINITY;
  } else {
    const base = point.slot * cellsPerPoint;
    inputs.lastSampleAt = timeOrNull(previousSampleAt ?? cells[base + nextSampleAt]!);
    inputs.lastGoodAt = timeOrNull(cells[base + nextGoodAt]!);
    inputs.heldValue = numberOrNull(cells[base + nextValue]!);
    inputs.maxGapMs = point.maxGapMs;
    inputs.live = batch.live.get(point.gatewayId) ?? null;
  }
  const source = isAboutTheSource(rule.kind) ? batch.sourceOf(binding.subject) : null;
  inputs.sourceDown = source?.down ?? null;
  inputs.sourceSince = source?.since ?? Number.NEGATIVE_INFINITY;

  const next = step(rule, binding.next, input, inputs, events);
  if (next === binding.next) return false;
  binding.next = next;
  if (!binding.isTouched) {
    binding.isTouched = true;
    memory.touchedBindings.push(binding);
  }
  // `takeSample` does this once for all rules of the point.
  if (point !== null && previousSampleAt === undefined) refreshQuietRange(memory, point);
  return true;
}

function lastGoodAtOf(memory: EngineMemory, point: PointSlot | null): number | null {
  return point === null ? null : timeOrNull(memory.cells[point.slot * cellsPerPoint + lastGoodAt]!);
}

/** The indices of the readings of watched points, per point in order of time, without all but the last of duplicates. */
function inOrder(memory: EngineMemory, { length, pointIds, measuredAt }: Readings): Uint32Array {
  const order = new Uint32Array(length);
  let watched = 0;
  for (let i = 0; i < length; i++) if ((memory.slotOfPoint[pointIds[i]!] ?? -1) >= 0) order[watched++] = i;
  const sorted = order.subarray(0, watched);
  sorted.sort((a, b) => pointIds[a]! - pointIds[b]! || measuredAt[a]! - measuredAt[b]! || a - b);
  let kept = 0;
  for (let k = 0; k < watched; k++) {
    const [i, following] = [sorted[k]!, sorted[k + 1]];
    const isRepeated =
      following !== undefined && pointIds[i] === pointIds[following] && measuredAt[i] === measuredAt[following];
    if (!isRepeated) sorted[kept++] = i;
  }
  return sorted.subarray(0, kept);
}
