import type { AlarmEvent } from './alarmEvent.ts';
import { isAboutTheSource, type Subject } from './alarmRule.ts';
import { maxAheadMs } from './clockSetBack.ts';
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
  pointSlot,
  refreshQuietRange,
  schedule,
  timeOrNull,
} from './engineMemory.ts';
import { dueAt, type RuleState } from './ruleState.ts';
import { firstBadQuality, type LiveStretch, noDataDeadline, type StepInput, step } from './step.ts';
import { inTime, keepsSamples, throughGates, withSample } from './trace.ts';
import { turnBack } from './turnBack.ts';

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
  /** Timers that were due, how far they were looked at, and when silence may next be due. */
  readonly ticked: { readonly timers: GatewayTimers; readonly until: number; readonly nextSilenceAt: number }[];
  /** No-data rules found not to be due before a time their last value does not show. */
  readonly notBefore: { readonly binding: Binding; readonly time: number }[];
}

// Constants of the module, so that the hot loop need not look them up.
const { lastSampleAt, lastGoodAt, heldValue, writtenBy, quietLow, quietHigh, quietUntil, isLinked } = cell;

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
  if (batch.now < memory.latestNow - maxAheadMs) turnBack(memory, batch.now);
  memory.latestNow = Math.max(memory.latestNow, batch.now);
  memory.inputs.otherValue = (pointId, at) => valueAt(memory, batch, pointId, at);
  const events: AlarmEvent[] = [];
  takeLinks(memory, batch, events);
  if (!takeReadings(memory, batch, null, events)) {
    // A point's samples are out of order. Rare enough to start over with sorted ones.
    discard(memory);
    events.length = 0;
    takeLinks(memory, batch, events);
    takeReadings(memory, batch, inOrder(memory, batch.readings), events);
  }
  const evaluation: PendingEvaluation = { changes: new Map(), events, ticked: [], notBefore: [] };
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
      binding.isHeldValueUnjudged = false;
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
  // Whatever went down may explain alarms below it.
  for (const binding of memory.unsettled) {
    if (batch.sourceOf(binding.subject)?.down) advance(memory, batch, binding, { type: 'tick', at: batch.now }, events);
  }
}

/** False when a point's samples turn out not to be in order; what was done so far is then to be discarded. */
function takeReadings(memory: EngineMemory, batch: Batch, order: Uint32Array | null, events: AlarmEvent[]): boolean {
  const { pointIds, measuredAt, values, quality } = batch.readings;
  const { cells, slotOfPoint, evaluationNumber } = memory;
  const count = order === null ? batch.readings.length : order.length;
  const believableUntil = batch.now + maxAheadMs;
  let linked: number[] | null = null;
  for (let k = 0; k < count; k++) {
    if (k % readAheadOf === 0 && order === null) readAhead(memory, pointIds, k, Math.min(count, k + readAheadOf));
    const i = order === null ? k : order[k]!;
    const pointId = pointIds[i]!;
    const slot = pointId < slotOfPoint.length ? slotOfPoint[pointId]! : -1;
    if (!(slot >= 0)) continue;
    const base = slot * cellsPerPoint;
    if (cells[base + isLinked] !== 0) {
      if (linked === null) linked = [i];
      else linked.push(i);
      continue;
    }
    // Taken in before the clock was set back: by the present one it is of now.
    const at = measuredAt[i]! > believableUntil ? batch.now : measuredAt[i]!;
    const seenAt = cells[base + lastSampleAt]!;
    const isFirst = cells[base + writtenBy] !== evaluationNumber;
    if (!(at > seenAt)) {
      if (isFirst || order !== null || Number.isNaN(at)) continue;
      return false;
    }
    if (isFirst) noteUndo(memory, slot, base);
    cells[base + lastSampleAt] = at;
    const value = values[i]!;
    if (
      value >= cells[base + quietLow]! &&
      value <= cells[base + quietHigh]! &&
      quality[i]! < firstBadQuality &&
      at < cells[base + quietUntil]!
    ) {
      cells[base + lastGoodAt] = at;
      cells[base + heldValue] = value;
      continue;
    }
    takeSample(memory, batch, memory.points[slot]!, seenAt, at, value, quality[i]!, events);
  }
  if (linked !== null) takeLinked(memory, batch, linked, events);
  return true;
}

/** Samples whose cells are read ahead of judging them: 16 KiB of cells stay in the nearest cache. */
const readAheadOf = 256;
/** Points this near in number mostly lie near in memory, too, and come by themselves. */
const nearIds = 8;

/**
 * Reads the cells of samples to come, once each, where their points are in no order. A processor waits for many of them together
 * as long as nothing depends on what it reads; one after the other it waits for each. In the order of a gateway's messages it
 * would only be a second look.
 */
function readAhead(memory: EngineMemory, pointIds: Int32Array, from: number, to: number): void {
  let scattered = 0;
  for (let k = from + 1; k < to; k += 16) {
    const step = pointIds[k]! - pointIds[k - 1]!;
    scattered += step > nearIds || step < -nearIds ? 1 : -1;
  }
  if (scattered <= 0) return;
  const { cells, slotOfPoint } = memory;
  let seen = 0;
  for (let k = from; k < to; k++) {
    const pointId = pointIds[k]!;
    const slot = pointId < slotOfPoint.length ? slotOfPoint[pointId]! : -1;
    if (!(slot >= 0)) continue;
    // Its first and its last: they may lie on two lines of the cache.
    seen += cells[slot * cellsPerPoint]! + cells[(slot + 1) * cellsPerPoint - 1]!;
  }
  memory.readAhead = seen;
}

function noteUndo(memory: EngineMemory, slot: number, base: number): void {
  const { cells, undoSlots, undoCells, undoCount } = memory;
  undoSlots[undoCount] = slot;
  undoCells[undoCount * 3] = cells[base + lastSampleAt]!;
  undoCells[undoCount * 3 + 1] = cells[base + lastGoodAt]!;
  undoCells[undoCount * 3 + 2] = cells[base + heldValue]!;
  memory.undoCount++;
  cells[base + writtenBy] = memory.evaluationNumber;
}

/**
 * Points that look at each other, in order of time. Of those measured at one moment the ones that are looked at come first,
 * and whoever looks is judged once more when all of that moment are known.
 */
function takeLinked(memory: EngineMemory, batch: Batch, indices: number[], events: AlarmEvent[]): void {
  const { pointIds, measuredAt, values, quality } = batch.readings;
  const { cells, slotOfPoint } = memory;
  const timeOf = (i: number) => (measuredAt[i]! > batch.now + maxAheadMs ? batch.now : measuredAt[i]!);
  const isLookedAt = (i: number) => memory.points[slotOfPoint[pointIds[i]!]!]!.dependants.size > 0;
  indices.sort(
    (a, b) =>
      timeOf(a) - timeOf(b) || Number(isLookedAt(b)) - Number(isLookedAt(a)) || pointIds[a]! - pointIds[b]! || a - b,
  );
  const concerned = new Set<Binding>();
  for (let k = 0; k < indices.length; k++) {
    const i = indices[k]!;
    const at = timeOf(i);
    const following = indices[k + 1];
    const isLastOfMoment = following === undefined || timeOf(following) !== at;
    const isRepeated = !isLastOfMoment && pointIds[following] === pointIds[i];
    const place = memory.points[slotOfPoint[pointIds[i]!]!]!;
    const base = place.slot * cellsPerPoint;
    const seenAt = cells[base + lastSampleAt]!;
    if (!isRepeated && at > seenAt) {
      if (cells[base + writtenBy] !== memory.evaluationNumber) noteUndo(memory, place.slot, base);
      takeLinkedSample(memory, batch, place, seenAt, at, values[i]!, quality[i]!, concerned, events);
    }
    if (!isLastOfMoment || concerned.size === 0) continue;
    for (const binding of concerned) judgeAnew(memory, batch, binding, at, events);
    concerned.clear();
  }
}

function takeLinkedSample(
  memory: EngineMemory,
  batch: Batch,
  place: PointSlot,
  seenAt: number,
  at: number,
  value: number,
  quality: number,
  concerned: Set<Binding>,
  events: AlarmEvent[],
): void {
  const { cells } = memory;
  const base = place.slot * cellsPerPoint;
  const isGood = quality < firstBadQuality && Number.isFinite(value);
  const isQuiet =
    isGood && value >= cells[base + quietLow]! && value <= cells[base + quietHigh]! && at < cells[base + quietUntil]!;
  const isSame = isQuiet && cells[base + lastGoodAt] === seenAt;
  if (isSame) {
    cells[base + lastSampleAt] = cells[base + lastGoodAt] = at;
    cells[base + heldValue] = value;
    return;
  }
  // Whatever came to pass before this moment came to pass with the value before.
  for (const binding of place.dependants) {
    const { rule, point } = binding;
    if (point === null || binding.nextTrace.nextAt > at) continue;
    passMoments(memory, batch, binding, at - 1, events);
    // What changes just now is judged together with this value.
    if (binding.nextTrace.nextAt <= at) setTrace(memory, binding, inTime(rule, binding.nextTrace, point.calendar, at));
  }
  if (isGood) {
    for (const binding of place.dependants) openGate(memory, binding, place.pointId, at, value);
  }
  cells[base + lastSampleAt] = at;
  takeSample(memory, batch, place, seenAt, at, value, quality, events);
  for (const binding of place.dependants) concerned.add(binding);
}

function openGate(memory: EngineMemory, binding: Binding, pointId: number, at: number, value: number): void {
  const { rule, point } = binding;
  if (point === null) return;
  const trace = throughGates(rule, binding.nextTrace, pointId, at, value);
  if (trace === binding.nextTrace) return;
  setTrace(memory, binding, trace);
  refreshQuietRange(memory, point);
}

/** Judges the value a point holds, because something else changed. */
function judgeAnew(memory: EngineMemory, batch: Batch, binding: Binding, time: number, events: AlarmEvent[]): void {
  if (binding.point === null) return;
  const base = binding.point.slot * cellsPerPoint;
  const seenAt = memory.cells[base + lastSampleAt]!;
  // What came late is news, but not of a time the value it is held against does not belong to.
  const at = Math.max(time, seenAt);
  const value = standingValue(memory, base);
  advance(memory, batch, binding, { type: 'context', at, value }, events);
}

/** The value a point holds; null when its last sample was bad or there was none. */
const standingValue = ({ cells }: EngineMemory, base: number): number | null =>
  cells[base + lastSampleAt] === cells[base + lastGoodAt] ? numberOrNull(cells[base + heldValue]!) : null;

/** The value of a point as others see it at a time: as long as it stands and is vouched for. */
function valueAt(memory: EngineMemory, batch: Batch, pointId: number, at: number): number | null {
  const place = pointSlot(memory, pointId);
  if (place === null) return null;
  const base = place.slot * cellsPerPoint;
  const value = standingValue(memory, base);
  if (value === null) return null;
  const spokenUntil = memory.cells[base + lastGoodAt]! + place.maxGapMs;
  if (at <= spokenUntil) return value;
  const live = presentStretch(batch.live.get(place.gatewayId), batch.now);
  return live !== null && live.since <= spokenUntil && at <= live.watermark + place.maxGapMs ? value : null;
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
  const isGood = quality < firstBadQuality && Number.isFinite(value);
  let changed = false;
  for (const binding of place.bindings) {
    if (binding.nextTrace.nextAt <= at) passMoments(memory, batch, binding, at, events, previousAt);
    if (isGood && keepsSamples(binding.rule)) {
      const isAfterGap = at - cells[base + lastGoodAt]! > place.maxGapMs;
      setTrace(memory, binding, withSample(binding.rule, binding.nextTrace, at, value, isAfterGap));
    }
    if (advance(memory, batch, binding, input, events, previousAt)) changed = true;
  }
  if (isGood) {
    cells[base + lastGoodAt] = at;
    cells[base + heldValue] = value;
  }
  if (changed || isGood) refreshQuietRange(memory, place);
}

function setTrace(memory: EngineMemory, binding: Binding, trace: Binding['trace']): void {
  if (trace === binding.nextTrace) return;
  binding.nextTrace = trace;
  touch(memory, binding);
}

function touch(memory: EngineMemory, binding: Binding): void {
  if (binding.isTouched) return;
  binding.isTouched = true;
  memory.touchedBindings.push(binding);
}

/** Goes through the moments up to a time at which time alone changes something; a sample of just then judges itself. */
function passMoments(
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
    if (until !== undefined && ((due !== null && due <= until) || binding.nextTrace.nextAt <= until)) {
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
    if (binding.isRemoved || dueAt !== binding.scheduledAt) return;
    judgeHeldValue(memory, batch, binding, events);
    advance(memory, batch, binding, { type: 'tick', at: until }, events);
  });
  const isSilenceDue = timers.nextSilenceAt <= until;
  if (!isAnyDue && !isSilenceDue) return;
  const nextSilenceAt = isSilenceDue
    ? takeSilence(memory, batch, timers, until, evaluation, events)
    : timers.nextSilenceAt;
  evaluation.ticked.push({ timers, until, nextSilenceAt });
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

/** A new rule on a door that stands open must not wait for the door to report again. */
function judgeHeldValue(memory: EngineMemory, batch: Batch, binding: Binding, events: AlarmEvent[]): void {
  if (!binding.isHeldValueUnjudged || binding.point === null) return;
  const base = binding.point.slot * cellsPerPoint;
  if (memory.cells[base + lastSampleAt]! > binding.watchedSince) return;
  // Only a value that still stands: when the last sample was bad, nobody knows.
  if (memory.cells[base + lastSampleAt]! !== memory.cells[base + lastGoodAt]!) return;
  const value = memory.cells[base + heldValue]!;
  advance(memory, batch, binding, { type: 'sample', at: binding.watchedSince, value, quality: 0 }, events);
}

/** Steps one binding on the overlay, through the moments before first. True when its state changed. */
function advance(
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
    inputs.live = presentStretch(batch.live.get(point.gatewayId), batch.now);
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

/** One that began later than now began before the clock was set back, nobody knows how long ago. */
const presentStretch = (live: LiveStretch | undefined, now: number): LiveStretch | null =>
  live !== undefined && live.since > now ? { ...live, since: Number.NEGATIVE_INFINITY } : (live ?? null);

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
