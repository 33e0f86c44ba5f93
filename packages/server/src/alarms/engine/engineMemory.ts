import { type AlarmRule, judgesValues, pointIdsOf, type Subject, stateKey } from './alarmRule.ts';
import { presentCursor, presentState } from './clockSetBack.ts';
import { DueHeap } from './dueHeap.ts';
import { narrow, narrowTo, openRange } from './quietRange.ts';
import { dueAt, normalState, type RuleState } from './ruleState.ts';
import type { Inputs } from './step.ts';
import {
  inTime,
  keepsSamples,
  leavesTrace,
  noTrace,
  type Point,
  type Trace,
  throughGates,
  traceAt,
  wantsMs,
  withSample,
} from './trace.ts';
import { type Calendar, utcCalendar } from './weekly.ts';

export interface WatchedPoint {
  readonly pointId: number;
  readonly gatewayId: number;
  /**
   * For how long a value speaks for the time after it when only the next sample confirms it: about three sampling
   * intervals, or a generous hour for a point that reports by exception.
   */
  readonly maxGapSeconds: number;
  /** The clocks and holidays its rules go by; UTC without any when nothing is said. */
  readonly calendar?: Calendar;
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
  /** Good samples of late, in order, of this point and of those its rules look at: as far back as `wantsMs` says. */
  readonly recentOf?: (pointId: number) => readonly Point[];
}

/** One rule on one subject. `state` is committed; `next` is what the evaluation under way has made of it. */
export interface Binding {
  readonly key: string;
  readonly rule: AlarmRule;
  readonly subject: Subject;
  /** Null for a gateway or slave. */
  readonly point: PointSlot | null;
  readonly timers: GatewayTimers;
  watchedSince: number;
  state: RuleState;
  next: RuleState;
  trace: Trace;
  nextTrace: Trace;
  isTouched: boolean;
  /** The earliest live entry of this binding in `timers`; Infinity when there is none. Others are leftovers. */
  scheduledAt: number;
  /** The rule came to a point that already holds a value, which it has yet to judge. */
  isHeldValueUnjudged: boolean;
  isRemoved: boolean;
  /** Its row in the `silence` columns of its timers; −1 for the other kinds. */
  silenceRow: number;
}

export interface PointSlot {
  readonly slot: number;
  readonly pointId: number;
  gatewayId: number;
  maxGapMs: number;
  calendar: Calendar;
  bindings: Binding[];
  /** Rules, of other points mostly, that are judged anew when this one's value changes. */
  readonly dependants: Set<Binding>;
}

/**
 * The numbers the hot path needs of a point lie side by side, so that a sample costs one cache line. An evaluation
 * writes them in place and notes what stood there, so that a commit is nearly free and only a rollback pays.
 */
export const cell = {
  /** The newest sample of any quality, and the newest usable one, epoch ms; −Infinity when there was none. */
  lastSampleAt: 0,
  lastGoodAt: 1,
  /** NaN when there was no usable one. */
  heldValue: 2,
  /** The number of the evaluation that last wrote here. */
  writtenBy: 3,
  /** The values that change nothing. */
  quietLow: 4,
  quietHigh: 5,
  /** Until then, epoch ms: later, time alone may have changed something. */
  quietUntil: 6,
  /** 1 for a point whose rules look at others, or whom others look at: those are judged in order of time, together. */
  isLinked: 7,
} as const;
/** 64 bytes, a cache line. */
export const cellsPerPoint = 8;

/** Timers that move together. */
export interface GatewayTimers {
  /** Null for the timers on the server's clock. */
  readonly gatewayId: number | null;
  readonly place: number;
  readonly due: DueHeap<Binding>;
  /**
   * The no-data rules of its points, walked through together when the earliest of them may be due: their deadlines
   * move with every sample, which a heap would have to follow, while a walk over neighbouring cells costs nanoseconds.
   * Three columns: the binding, its silence in ms, and the earliest time worth asking (Infinity while it is alarming).
   */
  readonly silence: { readonly bindings: Binding[]; readonly afterMs: number[]; readonly notBefore: number[] };
  nextSilenceAt: number;
}

/** All the engine remembers. Opaque to callers: made by `createMemory`, filled by `watch…`, moved on by `commit`. */
export interface EngineMemory {
  /** Point id → slot, −1 when not watched. Ids come from one sequence, so a table beats a hash by far. */
  slotOfPoint: Int32Array;
  cells: Float64Array;
  readonly points: PointSlot[];
  readonly freeSlots: number[];
  readonly bindings: Map<string, Binding>;
  /** By the id of the point they look at, watched or not. */
  readonly dependantsOf: Map<number, Set<Binding>>;
  /** Per gateway, moved by its watermark. */
  readonly timersOfGateway: Map<number, GatewayTimers>;
  readonly gatewayTimers: GatewayTimers[];
  /** By place in `gatewayTimers`, when its first timer is due: asking a thousand quiet gateways is one short loop. */
  earliestOfGateway: Float64Array;
  /** Communication loss of gateways and slaves, moved by the server's clock. */
  readonly clockTimers: GatewayTimers;
  /** The subjects of communication-loss rules, by `type:id`. */
  readonly linkBindings: Map<string, Binding[]>;
  /** The newest `now` it was told, epoch ms; −Infinity before the first. */
  latestNow: number;
  /** Counts evaluations; a point whose `writtenBy` differs is as it was committed. */
  evaluationNumber: number;
  /** What the evaluation under way has overwritten: the slots and, three to each, their former numbers. */
  undoSlots: Int32Array;
  undoCells: Float64Array;
  undoCount: number;
  /** Of no meaning: what reading ahead added up, kept so that no compiler leaves the reads out. */
  readAhead: number;
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
    dependantsOf: new Map(),
    timersOfGateway: new Map(),
    gatewayTimers: [],
    earliestOfGateway: new Float64Array(64).fill(Number.POSITIVE_INFINITY),
    clockTimers: timersAt(null, -1),
    linkBindings: new Map(),
    latestNow: Number.NEGATIVE_INFINITY,
    evaluationNumber: 1,
    undoSlots: new Int32Array(256),
    undoCells: new Float64Array(256 * 3),
    undoCount: 0,
    readAhead: 0,
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
      trace: noTrace,
      otherValue: () => null,
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
  const place = known ?? addSlot(memory, point, options.cursor && presentCursor(options.cursor, options.now));
  place.gatewayId = point.gatewayId;
  place.maxGapMs = point.maxGapSeconds * 1000;
  place.calendar = point.calendar ?? utcCalendar;
  const timers = timersOf(memory, point.gatewayId);
  const subject: Subject = { type: 'point', id: point.pointId };
  place.bindings = bind(memory, place.bindings, subject, place, timers, rules, options, known !== null);
  refreshLinked(memory, place);
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
  if (place.dependants.size === 0) memory.dependantsOf.delete(subject.id);
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
  const undone = memory.undoSlots.subarray(0, memory.undoCount).indexOf(place.slot);
  const from = undone < 0 ? memory.cells : memory.undoCells;
  const base = undone < 0 ? place.slot * cellsPerPoint : undone * 3;
  return {
    lastSampleAt: timeOrNull(from[base]!),
    lastGoodAt: timeOrNull(from[base + 1]!),
    heldValue: numberOrNull(from[base + 2]!),
  };
}

/** Forgets what the evaluation under way has made of everything: a rollback. */
export function discard(memory: EngineMemory): void {
  const { cells, undoSlots, undoCells } = memory;
  for (const binding of memory.touchedBindings) {
    binding.next = binding.state;
    binding.nextTrace = binding.trace;
    binding.isTouched = false;
  }
  for (let i = 0; i < memory.undoCount; i++) {
    const base = undoSlots[i]! * cellsPerPoint;
    cells[base + cell.lastSampleAt] = undoCells[i * 3]!;
    cells[base + cell.lastGoodAt] = undoCells[i * 3 + 1]!;
    cells[base + cell.heldValue] = undoCells[i * 3 + 2]!;
    refreshQuietRange(memory, memory.points[undoSlots[i]!]!);
  }
  for (const { point } of memory.touchedBindings) if (point !== null) refreshQuietRange(memory, point);
  memory.touchedBindings = [];
  memory.undoCount = 0;
  memory.evaluationNumber++;
  memory.pending = null;
}

/** Recomputes the values that change nothing for a point, from the states of the evaluation under way. */
export function refreshQuietRange(memory: EngineMemory, place: PointSlot): void {
  const range = openRange();
  const base = place.slot * cellsPerPoint;
  const held = numberOrNull(memory.cells[base + cell.heldValue]!);
  let until = Number.POSITIVE_INFINITY;
  for (const binding of place.bindings) {
    narrow(range, binding.rule, binding.next, held);
    if (binding.nextTrace.nextAt < until) until = binding.nextTrace.nextAt;
  }
  // Others are told of every value that is not the one before.
  if (place.dependants.size > 0) narrowTo(range, held);
  memory.cells[base + cell.quietLow] = range.low;
  memory.cells[base + cell.quietHigh] = range.high;
  memory.cells[base + cell.quietUntil] = until;
}

/** Whether a point is judged in order of time with others. */
function refreshLinked(memory: EngineMemory, place: PointSlot): void {
  const isLinked = place.dependants.size > 0 || place.bindings.some(({ rule }) => pointIdsOf(rule).length > 0);
  memory.cells[place.slot * cellsPerPoint + cell.isLinked] = isLinked ? 1 : 0;
  refreshQuietRange(memory, place);
}

function dependantsOf(memory: EngineMemory, pointId: number): Set<Binding> {
  let dependants = memory.dependantsOf.get(pointId);
  if (dependants === undefined) {
    dependants = new Set();
    memory.dependantsOf.set(pointId, dependants);
  }
  return dependants;
}

/** Sees to it that a binding is looked at when its state, as committed, waits for a time. */
export function schedule(memory: EngineMemory, binding: Binding): void {
  const { rule, state, timers, point } = binding;
  if (rule.kind === 'noData') {
    const { notBefore } = timers.silence;
    const isWaiting = state.phase === 'normal';
    notBefore[binding.silenceRow] = isWaiting ? binding.watchedSince : Number.POSITIVE_INFINITY;
    if (isWaiting && point !== null) {
      const lastGoodAt = memory.cells[point.slot * cellsPerPoint + cell.lastGoodAt]!;
      const deadline = Math.max(lastGoodAt, binding.watchedSince) + rule.afterSeconds * 1000;
      timers.nextSilenceAt = Math.min(timers.nextSilenceAt, deadline);
    }
  }
  const time = nextDue(binding);
  if (time !== null && time < binding.scheduledAt) {
    binding.scheduledAt = time;
    timers.due.push(time, binding);
  }
  noteEarliest(memory, timers);
}

function nextDue({ rule, state, trace, watchedSince, isHeldValueUnjudged }: Binding): number | null {
  if (isHeldValueUnjudged) return watchedSince;
  const due = state.phase === 'active' && !state.announced ? state.raisedAt : dueAt(rule, state);
  if (trace.nextAt === Number.POSITIVE_INFINITY) return due;
  return due === null ? trace.nextAt : Math.min(due, trace.nextAt);
}

/** To be called whenever timers were added or taken. */
export function noteEarliest(memory: EngineMemory, timers: GatewayTimers): void {
  if (timers.place >= 0) {
    memory.earliestOfGateway[timers.place] = Math.min(timers.due.earliest, timers.nextSilenceAt);
  }
}

const timersAt = (gatewayId: number | null, place: number): GatewayTimers => ({
  gatewayId,
  place,
  due: new DueHeap(),
  silence: { bindings: [], afterMs: [], notBefore: [] },
  nextSilenceAt: Number.POSITIVE_INFINITY,
});

function timersOf(memory: EngineMemory, gatewayId: number): GatewayTimers {
  const known = memory.timersOfGateway.get(gatewayId);
  if (known !== undefined) return known;
  const place = memory.gatewayTimers.length;
  const timers = timersAt(gatewayId, place);
  memory.timersOfGateway.set(gatewayId, timers);
  memory.gatewayTimers.push(timers);
  if (place >= memory.earliestOfGateway.length) {
    const roomier = new Float64Array(memory.earliestOfGateway.length * 2).fill(Number.POSITIVE_INFINITY);
    memory.earliestOfGateway = grown(memory.earliestOfGateway, roomier);
  }
  return timers;
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
    const state = kept?.state ?? presentState(options.states?.get(key) ?? normalState, options.now);
    const judged = judgesValues(rule);
    const trace = kept?.trace ?? beginTrace(memory, rule, state, point, options);
    const binding: Binding = {
      key,
      rule,
      subject,
      point,
      timers,
      watchedSince: kept?.watchedSince ?? options.now,
      state,
      next: state,
      trace,
      nextTrace: trace,
      isTouched: false,
      scheduledAt: Number.POSITIVE_INFINITY,
      isHeldValueUnjudged: kept?.isHeldValueUnjudged ?? (wasWatched && judged && lastGoodAt !== null),
      isRemoved: false,
      silenceRow: -1,
    };
    if (rule.kind === 'noData') {
      const { bindings, afterMs, notBefore } = timers.silence;
      binding.silenceRow = bindings.push(binding) - 1;
      afterMs.push(rule.afterSeconds * 1000);
      notBefore.push(binding.watchedSince);
    }
    memory.bindings.set(key, binding);
    for (const pointId of pointIdsOf(rule)) {
      dependantsOf(memory, pointId).add(binding);
      const other = pointSlot(memory, pointId);
      if (other !== null && other !== point) refreshLinked(memory, other);
    }
    if (state.phase !== 'normal' && !judged) memory.unsettled.add(binding);
    schedule(memory, binding);
    return binding;
  });
}

/** Whatever has been silent for longer is judged as of now: nobody goes through the hours of months. In ms. */
const longestAwayMs = 8 * 86_400_000;

/**
 * What a rule must know of the time before. Moments in which time alone changed something are counted from the point's last
 * sample: what came before, that sample has seen.
 */
function beginTrace(
  memory: EngineMemory,
  rule: AlarmRule,
  state: RuleState,
  point: PointSlot | null,
  { now, recentOf, states }: WatchOptions,
): Trace {
  if (point === null || !leavesTrace(rule) || !judgesValues(rule)) return noTrace;
  const base = point.slot * cellsPerPoint;
  const lastSampleAt = memory.cells[base + cell.lastSampleAt]!;
  const seenUntil = Math.max(lastSampleAt, state.changedAt);
  const isRestored = states !== undefined && seenUntil <= now && now - seenUntil < longestAwayMs;
  const from = isRestored ? seenUntil : now;
  let trace = traceAt(rule, point.calendar, from);
  if (keepsSamples(rule)) {
    let goodAt = Number.NEGATIVE_INFINITY;
    for (const { at, value } of recentOf?.(point.pointId) ?? []) {
      trace = withSample(rule, trace, at, value, at - goodAt > point.maxGapMs);
      goodAt = at;
    }
  }
  if (rule.onlyWhile) {
    const known = [...new Set(wantsMs(rule).gates.map(({ pointId }) => pointId))].flatMap((pointId) =>
      seenLately(memory, pointId, recentOf).map(({ at, value }) => ({ pointId, at, value })),
    );
    for (const { pointId, at, value } of known.sort((a, b) => a.at - b.at)) {
      while (trace.nextAt <= at) trace = inTime(rule, trace, point.calendar, trace.nextAt);
      trace = throughGates(rule, trace, pointId, at, value);
    }
    while (trace.nextAt <= from) trace = inTime(rule, trace, point.calendar, trace.nextAt);
  }
  return trace;
}

/** What came of a point of late; where nobody kept it, the value it holds. */
function seenLately(memory: EngineMemory, pointId: number, recentOf: WatchOptions['recentOf']): readonly Point[] {
  const recent = recentOf?.(pointId) ?? [];
  const place = pointSlot(memory, pointId);
  if (recent.length > 0 || place === null) return recent;
  const value = memory.cells[place.slot * cellsPerPoint + cell.heldValue]!;
  return Number.isNaN(value) ? [] : [{ at: memory.cells[place.slot * cellsPerPoint + cell.lastGoodAt]!, value }];
}

function remove(memory: EngineMemory, binding: Binding): void {
  binding.isRemoved = true;
  memory.bindings.delete(binding.key);
  for (const pointId of pointIdsOf(binding.rule)) {
    const dependants = memory.dependantsOf.get(pointId);
    dependants?.delete(binding);
    if (dependants?.size === 0) {
      const other = pointSlot(memory, pointId);
      if (other === null) memory.dependantsOf.delete(pointId);
      else if (other !== binding.point) refreshLinked(memory, other);
    }
  }
  memory.unsettled.delete(binding);
  if (binding.silenceRow < 0) return;
  // The last row moves into the gap.
  const { bindings, afterMs, notBefore } = binding.timers.silence;
  const moved = bindings.pop()!;
  const movedAfterMs = afterMs.pop()!;
  const movedNotBefore = notBefore.pop()!;
  if (moved === binding) return;
  moved.silenceRow = binding.silenceRow;
  bindings[moved.silenceRow] = moved;
  afterMs[moved.silenceRow] = movedAfterMs;
  notBefore[moved.silenceRow] = movedNotBefore;
}

function addSlot(memory: EngineMemory, point: WatchedPoint, cursor: PointCursor | undefined): PointSlot {
  const slot = memory.freeSlots.pop() ?? memory.points.length;
  const place: PointSlot = {
    slot,
    pointId: point.pointId,
    gatewayId: point.gatewayId,
    maxGapMs: 0,
    calendar: utcCalendar,
    bindings: [],
    dependants: dependantsOf(memory, point.pointId),
  };
  memory.points[slot] = place;
  if ((slot + 1) * cellsPerPoint > memory.cells.length) {
    memory.cells = grown(memory.cells, new Float64Array(memory.cells.length * 2));
    memory.undoSlots = new Int32Array(memory.undoSlots.length * 2);
    memory.undoCells = new Float64Array(memory.undoCells.length * 2);
  }
  if (point.pointId >= memory.slotOfPoint.length) {
    const size = Math.max(point.pointId + 1, memory.slotOfPoint.length * 2);
    memory.slotOfPoint = grown(memory.slotOfPoint, new Int32Array(size).fill(-1));
  }
  memory.slotOfPoint[point.pointId] = slot;
  const base = slot * cellsPerPoint;
  const none = Number.NEGATIVE_INFINITY;
  memory.cells[base + cell.lastSampleAt] = cursor?.lastSampleAt ?? none;
  memory.cells[base + cell.lastGoodAt] = cursor?.lastGoodAt ?? none;
  memory.cells[base + cell.heldValue] = cursor?.heldValue ?? Number.NaN;
  memory.cells[base + cell.writtenBy] = 0;
  return place;
}

function grown<T extends Float64Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
