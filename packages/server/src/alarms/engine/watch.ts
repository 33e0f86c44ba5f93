import { type AlarmRule, judgesValues, pointIdsOf, type Subject, stateKey } from './alarmRule.ts';
import { presentCursor, presentState } from './clockSetBack.ts';
import {
  type Binding,
  cell,
  cellsPerPoint,
  discard,
  type EngineMemory,
  type GatewayTimers,
  grown,
  noDependants,
  type PointCursor,
  type PointSlot,
  pointSlot,
  refreshQuietRange,
} from './engineMemory.ts';
import { normalState, type RuleState } from './ruleState.ts';
import { schedule, timersOf } from './timers.ts';
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
import { type Calendar, isSameCalendar, periodAt, periodEndsAt, utcCalendar } from './weekly.ts';

export interface WatchedPoint {
  readonly pointId: number;
  readonly gatewayId: number;
  /**
   * For how long a value speaks for the time after it when only the next sample confirms it: about three sampling
   * intervals, or a generous hour for a point that reports by exception.
   */
  readonly maxGapSeconds: number;
  /** The clocks and holidays of its rules; UTC without any by default. */
  readonly calendar?: Calendar;
}

export interface WatchOptions {
  readonly now: number;
  /** The persisted states by key, at start-up; a key without one is normal. */
  readonly states?: ReadonlyMap<string, RuleState>;
  /** By key, how edited rules stand by history. */
  readonly judged?: ReadonlyMap<string, RuleState>;
  /** The point's persisted cursor, at start-up. */
  readonly cursor?: PointCursor;
  /** Good samples of late, in order, of this point and of those its rules look at: as far back as `wantsMs` says. */
  readonly recentOf?: (pointId: number) => readonly Point[];
}

/**
 * Starts to watch a point, or replaces the rules of one already watched. Emits nothing: restored states are taken as
 * they are, so a start pages nobody, and no-data timers count from `now`.
 *
 * A rule that is unchanged keeps its state; one that is new starts normal and judges the value the point holds at the
 * next tick, where anybody vouches for it; one that is edited takes the state given as `judged`; without one it is forgotten, as
 * one that is left out — end its occurrence first (`endOccurrence`), in the transaction that edits it.
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
  const calendar = point.calendar ?? utcCalendar;
  const hasNewHours = known !== null && !isSameCalendar(known.calendar, calendar);
  place.gatewayId = point.gatewayId;
  place.maxGapMs = point.maxGapSeconds * 1000;
  place.calendar = calendar;
  const timers = timersOf(memory, point.gatewayId);
  const subject: Subject = { type: 'point', id: point.pointId };
  place.bindings = bind(memory, place.bindings, subject, place, timers, rules, options, hasNewHours);
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

function bind(
  memory: EngineMemory,
  before: readonly Binding[],
  subject: Subject,
  point: PointSlot | null,
  timers: GatewayTimers,
  rules: readonly AlarmRule[],
  options: WatchOptions,
  hasNewHours: boolean,
): Binding[] {
  for (const binding of before) remove(memory, binding);
  return rules.map((rule) => {
    const key = stateKey(rule.id, subject);
    const old = before.find((binding) => binding.key === key);
    const kept = old !== undefined && JSON.stringify(old.rule) === JSON.stringify(rule) ? old : null;
    const given = options.judged?.get(key) ?? options.states?.get(key) ?? normalState;
    const state = kept?.state ?? presentState(given, options.now);
    const judged = judgesValues(rule);
    const fresh = () => firstLook(memory, rule, state, point, beginTrace(memory, rule, state, point, options), options);
    const remembered = kept !== null && hasNewHours ? inNewHours(memory, kept, options.now) : kept?.trace;
    const trace = remembered ?? fresh();
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

/**
 * A new rule on a door that stands open must not wait for the door to report again: its first moment is when it came, and the value
 * the point holds is judged then. After a start, too, because nobody knows whether that had been done. A value that was judged
 * before says the same once more, except of a frozen point: that time alone proves nothing of.
 */
function firstLook(
  memory: EngineMemory,
  rule: AlarmRule,
  state: RuleState,
  point: PointSlot | null,
  trace: Trace,
  { now, states, judged }: WatchOptions,
): Trace {
  // What came while history was read has yet to be judged.
  const isEdited = judged?.has(stateKey(rule.id, { type: 'point', id: point?.pointId ?? 0 })) === true;
  const wasJudged = !isEdited && (state.phase !== 'normal' || (states !== undefined && rule.kind === 'frozen'));
  if (point === null || !judgesValues(rule) || wasJudged) return trace;
  const base = point.slot * cellsPerPoint;
  if (memory.cells[base + cell.lastGoodAt] === Number.NEGATIVE_INFINITY) return trace;
  const at = Math.max(now, memory.cells[base + cell.lastSampleAt]!);
  return { ...trace, nextAt: Math.min(trace.nextAt, at) };
}

/** A longer silence is judged as of now: nobody goes through the hours of months. In ms. */
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

/**
 * The trace of a rule whose point uses another calendar from now on, with all it remembers but its period: where another one
 * is in force the next look, whether of time or of a sample, passes that moment.
 */
function inNewHours(memory: EngineMemory, { rule, trace, point }: Binding, now: number): Trace {
  if (point === null || !judgesValues(rule) || !rule.periods?.length) return trace;
  // What the last sample says was judged by the calendar of then, and so is what came before the end of a period that is still
  // to be passed.
  const lastSampleAt = memory.cells[point.slot * cellsPerPoint + cell.lastSampleAt]!;
  const from = Math.min(trace.periodEndsAt, Math.max(now, lastSampleAt));
  if (periodAt(rule.periods, point.calendar, from) !== trace.period)
    return { ...trace, periodEndsAt: from, nextAt: Math.min(trace.nextAt, from) };
  const same = { ...trace, periodEndsAt: periodEndsAt(rule.periods, point.calendar, from) };
  // As of before anything else that moves by time alone, or is still to be looked at for the first time: that is yet to be judged.
  const next = inTime(rule, same, point.calendar, Math.min(from, trace.nextAt - 1));
  return trace.nextAt < trace.periodEndsAt ? { ...next, nextAt: Math.min(next.nextAt, trace.nextAt) } : next;
}

/** What came of a point of late; where nobody kept it, the value it holds. */
function seenLately(memory: EngineMemory, pointId: number, recentOf: WatchOptions['recentOf']): readonly Point[] {
  const recent = recentOf?.(pointId) ?? [];
  const place = pointSlot(memory, pointId);
  if (recent.length > 0 || place === null) return recent;
  const value = memory.cells[place.slot * cellsPerPoint + cell.heldValue]!;
  return Number.isNaN(value) ? [] : [{ at: memory.cells[place.slot * cellsPerPoint + cell.lastGoodAt]!, value }];
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
    dependants: memory.dependantsOf.get(point.pointId) ?? noDependants,
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
    const place = pointSlot(memory, pointId);
    if (place !== null) place.dependants = dependants;
  }
  return dependants;
}
