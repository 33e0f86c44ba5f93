import { advance, passMoments, presentStretch, setTrace } from './advance.ts';
import type { AlarmEvent } from './alarmEvent.ts';
import type { Batch } from './batch.ts';
import { maxAheadMs } from './clockSetBack.ts';
import { hasDelay } from './delays.ts';
import {
  type Binding,
  cell,
  cellsPerPoint,
  type EngineMemory,
  numberOrNull,
  type PointSlot,
  pointSlot,
  refreshQuietRange,
} from './engineMemory.ts';
import { noteDisorder, noteLate } from './noteLate.ts';
import { firstBadQuality } from './step.ts';
import { noteUndo, takeSample } from './takeSample.ts';
import { inTime, throughGates } from './trace.ts';

const { lastSampleAt, lastGoodAt, heldValue, writtenBy, quietLow, quietHigh, quietUntil } = cell;

/**
 * Points that look at each other, in order of time. Of those measured at one moment the ones that are looked at come first,
 * and those that look at them are judged once more when all of that moment are known.
 */
export function takeLinked(memory: EngineMemory, batch: Batch, indices: number[], events: AlarmEvent[]): void {
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
      noteDisorder(memory, place, at);
      takeLinkedSample(memory, batch, place, seenAt, at, values[i]!, quality[i]!, concerned, events);
    } else if (!isRepeated && at <= seenAt) {
      const isSame = at === seenAt && seenAt === cells[base + lastGoodAt] && values[i] === cells[base + heldValue];
      if (!(isSame && quality[i]! < firstBadQuality)) noteLate(memory, place.pointId, at);
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
  // After a gap its value was not known any more, and a delay of a rule that looks at it may be due: then the same value is news.
  const isKept = cells[base + lastGoodAt] === seenAt && at - seenAt <= place.maxGapMs;
  const isSame = isQuiet && isKept && !isWaitedFor(place);
  if (isSame) {
    cells[base + lastSampleAt] = cells[base + lastGoodAt] = at;
    cells[base + heldValue] = value;
    return;
  }
  // Everything that came to pass before this moment did so with the value before.
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

function isWaitedFor({ dependants }: PointSlot): boolean {
  for (const { next } of dependants) if (hasDelay(next)) return true;
  return false;
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
export function valueAt(memory: EngineMemory, batch: Batch, pointId: number, at: number): number | null {
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
