import { type AlarmRule, type Subject, stateKey } from './alarmRule.ts';
import { DueHeap } from './dueHeap.ts';
import { narrow, openRange } from './quietRange.ts';
import { dueAt, normalState, type RuleState } from './ruleState.ts';
import type { Inputs } from './step.ts';

export interface WatchedPoint {
  readonly pointId: number;
  readonly gatewayId: number;
  /**
   * For how long a value speaks for the time after it when only the next sample confirms it: about three sampling
   * intervals, or a generous hour for a point that reports by exception.
   */
  readonly maxGapSeconds: number;
}

/** Where a point's evaluation had come to, as its latest-value row knows it. Epoch ms; null when nothing arrived yet. */
export interface PointCursor {
  readonly lastSampleAt: number | null;
  readonly lastGoodAt: number | null;
  /** The newest good or uncertain value. */
  readonly heldValue: number | null;
}

export interface WatchOptions {
  readonly now: number;
  /** The persisted states by key, at start-up; a key without one is normal. */
  readonly states?: ReadonlyMap<string, RuleState>;
  /** The point's persisted cursor, at start-up. */
  readonly cursor?: PointCursor;
}

/** One rule on one subject. `state` is committed; `next` is what the evaluation under way has made of it. */
export interface Binding {
  readonly key: string;
  readonly rule: AlarmRule;
  readonly subject: Subject;
  /** Null for a gateway or slave. */
  readonly point: PointSlot | null;
  readonly timers: GatewayTimers;
  readonly watchedSince: number;
  state: RuleState;
  next: RuleState;
  isTouched: boolean;
  /** The earliest live entry of this binding in `timers`; Infinity when there is none. Others are leftovers. */
  scheduledAt: number;
  /** The rule came to a point that already holds a value, which it has yet to judge. */
  isHeldValueUnjudged: boolean;
  isRemoved: boolean;
}

export interface PointSlot {
  readonly slot: number;
  readonly pointId: number;
  gatewayId: number;
  maxGapMs: number;
  bindings: Binding[];
}

/**
 * The eight numbers the hot path needs of a point lie side by side, so that a sample costs one cache line:
 * what is committed, what the evaluation under way has made of it, and the range of values that change nothing.
 */
export const cell = {
  lastSampleAt: 0,
  nextSampleAt: 1,
  lastGoodAt: 2,
  nextGoodAt: 3,
  lastValue: 4,
  nextValue: 5,
  quietLow: 6,
  quietHigh: 7,
} as const;
export const cellsPerPoint = 8;

/** Timers that move together. */
export interface GatewayTimers {
  /** Null for the timers on the server's clock. */
  readonly gatewayId: number | null;
  readonly place: number;
  readonly due: DueHeap<Binding>;
}

/** All the engine remembers. Opaque to callers: made by `createMemory`, filled by `watch…`, moved on by `commit`. */
export interface EngineMemory {
  /** Point id → slot, −1 when not watched. Ids come from one sequence, so a table beats a hash by far. */
  slotOfPoint: Int32Array;
  cells: Float64Array;
  readonly points: PointSlot[];
  readonly freeSlots: number[];
  readonly bindings: Map<string, Binding>;
  /** Per gateway, moved by its watermark. */
  readonly timersOfGateway: Map<number, GatewayTimers>;
  readonly gatewayTimers: GatewayTimers[];
  /** By place in `gatewayTimers`, when its first timer is due: asking a thousand quiet gateways is one short loop. */
  earliestOfGateway: Float64Array;
  /** Communication loss of gateways and slaves, moved by the server's clock. */
  readonly clockTimers: GatewayTimers;
  /** The subjects of communication-loss rules, by `type:id`. */
  readonly linkBindings: Map<string, Binding[]>;
  /** Slots and bindings the evaluation under way has touched. */
  touchedSlots: Int32Array;
  touchedSlotCount: number;
  touchedBindings: Binding[];
  /** Bindings of no-data, bad-quality and communication-loss rules that are not normal: a source may explain them. */
  readonly unsettled: Set<Binding>;
  /** The evaluation that may be committed; null when there is none. */
  pending: object | null;
  /** Handed to `step` again and again: it keeps none of it. */
  readonly inputs: { -readonly [key in keyof Inputs]: Inputs[key] };
}

export function createMemory(): EngineMemory {
  return {
    slotOfPoint: new Int32Array(1024).fill(-1),
    cells: new Float64Array(256 * cellsPerPoint),
    points: [],
    freeSlots: [],
    bindings: new Map(),
    timersOfGateway: new Map(),
    gatewayTimers: [],
    earliestOfGateway: new Float64Array(64).fill(Number.POSITIVE_INFINITY),
    clockTimers: { gatewayId: null, place: -1, due: new DueHeap() },
    linkBindings: new Map(),
    touchedSlots: new Int32Array(256),
    touchedSlotCount: 0,
    touchedBindings: [],
    unsettled: new Set(),
    pending: null,
    inputs: {
      subject: { type: 'point', id: 0 },
      now: 0,
      lateAfterMs: 0,
      lastSampleAt: null,
      lastGoodAt: null,
      heldValue: null,
      maxGapMs: 0,
      live: null,
      sourceDown: null,
      sourceSince: 0,
      watchedSince: 0,
    },
  };
}

/**
 * Starts to watch a point, or replaces the rules of one already watched. Emits nothing: restored states are taken as
 * they are, so a start pages nobody, and no-data timers count from `now`.
 *
 * A rule that is unchanged keeps its state; one that is new starts normal and judges the value the point holds at the
 * next tick; one that is edited, or left out, is forgotten — end its occurrence first (`endOccurrence`), in the
 * transaction that edits it.
 */
export function watchPoint(
  memory: EngineMemory,
  point: WatchedPoint,
  rules: readonly AlarmRule[],
  options: WatchOptions,
): void {
  discard(memory);
  const known = pointSlot(memory, point.pointId);
  const place = known ?? addSlot(memory, point, options.cursor);
  place.gatewayId = point.gatewayId;
  place.maxGapMs = point.maxGapSeconds * 1000;
  const timers = timersOf(memory, point.gatewayId);
  const subject: Subject = { type: 'point', id: point.pointId };
  place.bindings = bind(memory, place.bindings, subject, place, timers, rules, options, known !== null);
  refreshQuietRange(memory, place);
}

/** The same for the communication-loss rules of a gateway or slave. */
export function watchSource(
  memory: EngineMemory,
  subject: Subject & { readonly type: 'gateway' | 'slave' },
  rules: readonly AlarmRule[],
  options: Omit<WatchOptions, 'cursor'>,
): void {
  discard(memory);
  const name = `${subject.type}:${subject.id}`;
  const before = memory.linkBindings.get(name) ?? [];
  memory.linkBindings.set(name, bind(memory, before, subject, null, memory.clockTimers, rules, options, false));
}

/** Forgets a subject. Its open occurrences are to be ended first. */
export function unwatch(memory: EngineMemory, subject: Subject): void {
  discard(memory);
  if (subject.type !== 'point') {
    const name = `${subject.type}:${subject.id}`;
    for (const binding of memory.linkBindings.get(name) ?? []) remove(memory, binding);
    memory.linkBindings.delete(name);
    return;
  }
  const place = pointSlot(memory, subject.id);
  if (place === null) return;
  for (const binding of place.bindings) remove(memory, binding);
  place.bindings = [];
  memory.slotOfPoint[subject.id] = -1;
  memory.freeSlots.push(place.slot);
}

/** The committed state of a rule on a subject; normal when it is not watched. */
export const stateOf = (memory: EngineMemory, ruleId: number, subject: Subject): RuleState =>
  memory.bindings.get(stateKey(ruleId, subject))?.state ?? normalState;

/** The committed cursor of a point; null when it is not watched. */
export function cursorOf(memory: EngineMemory, pointId: number): PointCursor | null {
  const place = pointSlot(memory, pointId);
  if (place === null) return null;
  const base = place.slot * cellsPerPoint;
  return {
    lastSampleAt: timeOrNull(memory.cells[base + cell.lastSampleAt]!),
    lastGoodAt: timeOrNull(memory.cells[base + cell.lastGoodAt]!),
    heldValue: numberOrNull(memory.cells[base + cell.lastValue]!),
  };
}

/** Forgets what the evaluation under way has made of everything: a rollback. */
export function discard(memory: EngineMemory): void {
  const { cells, touchedSlots } = memory;
  for (const binding of memory.touchedBindings) {
    binding.next = binding.state;
    binding.isTouched = false;
  }
  for (let i = 0; i < memory.touchedSlotCount; i++) {
    const base = touchedSlots[i]! * cellsPerPoint;
    cells[base + cell.nextSampleAt] = cells[base + cell.lastSampleAt]!;
    cells[base + cell.nextGoodAt] = cells[base + cell.lastGoodAt]!;
    cells[base + cell.nextValue] = cells[base + cell.lastValue]!;
  }
  for (let i = 0; i < memory.touchedSlotCount; i++) refreshQuietRange(memory, memory.points[touchedSlots[i]!]!);
  for (const { point } of memory.touchedBindings) if (point !== null) refreshQuietRange(memory, point);
  memory.touchedBindings = [];
  memory.touchedSlotCount = 0;
  memory.pending = null;
}

/** Recomputes the values that change nothing for a point, from the states of the evaluation under way. */
export function refreshQuietRange(memory: EngineMemory, place: PointSlot): void {
  const range = openRange();
  const base = place.slot * cellsPerPoint;
  const held = numberOrNull(memory.cells[base + cell.nextValue]!);
  for (const binding of place.bindings) narrow(range, binding.rule, binding.next, held);
  memory.cells[base + cell.quietLow] = range.low;
  memory.cells[base + cell.quietHigh] = range.high;
}

/** Puts a binding on its timer when its state, as committed, waits for one. */
export function schedule(memory: EngineMemory, binding: Binding, lastGoodAt: number | null): void {
  const time = nextDue(binding, lastGoodAt);
  if (time !== null) scheduleAt(memory, binding, time);
}

export function scheduleAt(memory: EngineMemory, binding: Binding, time: number): void {
  if (time >= binding.scheduledAt) return;
  binding.scheduledAt = time;
  binding.timers.due.push(time, binding);
  noteEarliest(memory, binding.timers);
}

/** To be called whenever timers were added or taken. */
export function noteEarliest(memory: EngineMemory, timers: GatewayTimers): void {
  if (timers.place >= 0) memory.earliestOfGateway[timers.place] = timers.due.earliest;
}

function timersOf(memory: EngineMemory, gatewayId: number): GatewayTimers {
  const known = memory.timersOfGateway.get(gatewayId);
  if (known !== undefined) return known;
  const place = memory.gatewayTimers.length;
  const timers: GatewayTimers = { gatewayId, place, due: new DueHeap() };
  memory.timersOfGateway.set(gatewayId, timers);
  memory.gatewayTimers.push(timers);
  if (place >= memory.earliestOfGateway.length) {
    const roomier = new Float64Array(memory.earliestOfGateway.length * 2).fill(Number.POSITIVE_INFINITY);
    memory.earliestOfGateway = grown(memory.earliestOfGateway, roomier);
  }
  return timers;
}

function nextDue(
  { rule, state, watchedSince, isHeldValueUnjudged }: Binding,
  lastGoodAt: number | null,
): number | null {
  if (isHeldValueUnjudged) return watchedSince;
  if (state.phase === 'active' && !state.announced) return state.raisedAt;
  if (rule.kind !== 'noData') return dueAt(rule, state);
  if (state.phase !== 'normal') return null;
  return Math.max(lastGoodAt ?? Number.NEGATIVE_INFINITY, watchedSince) + rule.afterSeconds * 1000;
}

export function pointSlot(memory: EngineMemory, pointId: number): PointSlot | null {
  const slot = memory.slotOfPoint[pointId];
  return slot === undefined || slot < 0 ? null : memory.points[slot]!;
}

export const timeOrNull = (time: number): number | null => (time === Number.NEGATIVE_INFINITY ? null : time);
export const numberOrNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

function bind(
  memory: EngineMemory,
  before: readonly Binding[],
  subject: Subject,
  point: PointSlot | null,
  timers: GatewayTimers,
  rules: readonly AlarmRule[],
  options: WatchOptions,
  wasWatched: boolean,
): Binding[] {
  const lastGoodAt = point === null ? null : timeOrNull(memory.cells[point.slot * cellsPerPoint + cell.lastGoodAt]!);
  for (const binding of before) remove(memory, binding);
  return rules.map((rule) => {
    const key = stateKey(rule.id, subject);
    const old = before.find((binding) => binding.key === key);
    const kept = old !== undefined && JSON.stringify(old.rule) === JSON.stringify(rule) ? old : null;
    const state = kept?.state ?? options.states?.get(key) ?? normalState;
    const judgesValues = rule.kind === 'limit' || rule.kind === 'state';
    const binding: Binding = {
      key,
      rule,
      subject,
      point,
      timers,
      watchedSince: kept?.watchedSince ?? options.now,
      state,
      next: state,
      isTouched: false,
      scheduledAt: Number.POSITIVE_INFINITY,
      isHeldValueUnjudged: kept?.isHeldValueUnjudged ?? (wasWatched && judgesValues && lastGoodAt !== null),
      isRemoved: false,
    };
    memory.bindings.set(key, binding);
    if (state.phase !== 'normal' && !judgesValues) memory.unsettled.add(binding);
    schedule(memory, binding, lastGoodAt);
    return binding;
  });
}

function remove(memory: EngineMemory, binding: Binding): void {
  binding.isRemoved = true;
  memory.bindings.delete(binding.key);
  memory.unsettled.delete(binding);
}

function addSlot(memory: EngineMemory, point: WatchedPoint, cursor: PointCursor | undefined): PointSlot {
  const slot = memory.freeSlots.pop() ?? memory.points.length;
  const place: PointSlot = { slot, pointId: point.pointId, gatewayId: point.gatewayId, maxGapMs: 0, bindings: [] };
  memory.points[slot] = place;
  if ((slot + 1) * cellsPerPoint > memory.cells.length) {
    memory.cells = grown(memory.cells, new Float64Array(memory.cells.length * 2));
    memory.touchedSlots = new Int32Array(memory.touchedSlots.length * 2);
  }
  if (point.pointId >= memory.slotOfPoint.length) {
    const size = Math.max(point.pointId + 1, memory.slotOfPoint.length * 2);
    memory.slotOfPoint = grown(memory.slotOfPoint, new Int32Array(size).fill(-1));
  }
  memory.slotOfPoint[point.pointId] = slot;
  const base = slot * cellsPerPoint;
  const none = Number.NEGATIVE_INFINITY;
  memory.cells.fill(cursor?.lastSampleAt ?? none, base + cell.lastSampleAt, base + cell.nextSampleAt + 1);
  memory.cells.fill(cursor?.lastGoodAt ?? none, base + cell.lastGoodAt, base + cell.nextGoodAt + 1);
  memory.cells.fill(cursor?.heldValue ?? Number.NaN, base + cell.lastValue, base + cell.nextValue + 1);
  return place;
}

function grown<T extends Float64Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
