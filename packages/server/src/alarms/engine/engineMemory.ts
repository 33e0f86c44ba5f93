import { type AlarmRule, type Subject, stateKey } from './alarmRule.ts';
import { DueHeap } from './dueHeap.ts';
import { narrow, narrowTo, openRange } from './quietRange.ts';
import { normalState, type RuleState } from './ruleState.ts';
import type { Inputs } from './step.ts';
import { noTrace, type Trace } from './trace.ts';
import type { Calendar } from './weekly.ts';

/** Where a point's evaluation had come to, as its latest-value row knows it. Epoch ms; null when nothing arrived yet. */
export interface PointCursor {
  readonly lastSampleAt: number | null;
  readonly lastGoodAt: number | null;
  /** The newest good or uncertain value. */
  readonly heldValue: number | null;
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
  dependants: ReadonlySet<Binding>;
}

/** Of a point at which no rule of another looks: of nearly all. A set of its own for each of a million would be 200 MB. */
export const noDependants: ReadonlySet<Binding> = new Set();

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
  /** By point, the earliest sample of the evaluation under way that came too late for its rules; epoch ms. */
  late: Map<number, number>;
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
    late: new Map(),
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
    // What comes next may be of before its period is known.
    if (binding.nextTrace.begunAt > memory.cells[base + cell.lastSampleAt]!) until = Number.NEGATIVE_INFINITY;
  }
  // Others are told of every value that is not the one before.
  if (place.dependants.size > 0) narrowTo(range, held);
  memory.cells[base + cell.quietLow] = range.low;
  memory.cells[base + cell.quietHigh] = range.high;
  memory.cells[base + cell.quietUntil] = until;
}

export const timersAt = (gatewayId: number | null, place: number): GatewayTimers => ({
  gatewayId,
  place,
  due: new DueHeap(),
  silence: { bindings: [], afterMs: [], notBefore: [] },
  nextSilenceAt: Number.POSITIVE_INFINITY,
});

export function pointSlot(memory: EngineMemory, pointId: number): PointSlot | null {
  const slot = memory.slotOfPoint[pointId];
  return slot === undefined || slot < 0 ? null : memory.points[slot]!;
}

export const timeOrNull = (time: number): number | null => (time === Number.NEGATIVE_INFINITY ? null : time);

export const numberOrNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

export function grown<T extends Float64Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
