import type { AlarmEvent } from './alarmEvent.ts';
import type { Batch, Readings } from './batch.ts';
import { maxAheadMs } from './clockSetBack.ts';
import { cell, cellsPerPoint, type EngineMemory } from './engineMemory.ts';
import { noteLate } from './noteLate.ts';
import { firstBadQuality } from './step.ts';
import { takeLinked } from './takeLinked.ts';
import { noteUndo, takeSample } from './takeSample.ts';

// Constants of the module, so that the hot loop need not look them up.
const { lastSampleAt, lastGoodAt, heldValue, writtenBy, quietLow, quietHigh, quietUntil, isLinked } = cell;

/** False when a point's samples turn out not to be in order; what was done so far is then to be discarded. */
export function takeReadings(
  memory: EngineMemory,
  batch: Batch,
  order: Uint32Array | null,
  events: AlarmEvent[],
): boolean {
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
      if (!isFirst && order === null && !Number.isNaN(at)) return false;
      // Delivered once more by a gateway that did not hear us, it changes nothing.
      const isRepeated = at === seenAt && seenAt === cells[base + lastGoodAt] && values[i] === cells[base + heldValue];
      if (!Number.isNaN(at) && !(isRepeated && quality[i]! < firstBadQuality)) noteLate(memory, pointId, at);
      continue;
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

/** The indices of the readings of watched points, per point in order of time, without all but the last of duplicates. */
export function inOrder(memory: EngineMemory, { length, pointIds, measuredAt }: Readings): Uint32Array {
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
