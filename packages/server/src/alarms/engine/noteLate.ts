import { type AlarmRule, pointIdsOf } from './alarmRule.ts';
import { cell, cellsPerPoint, type EngineMemory, type PointSlot, pointSlot } from './engineMemory.ts';

/**
 * Points that look at each other are measured one after the other, by clocks of their own: so far apart in time they are still taken
 * in any order, in ms.
 */
const orderToleranceMs = 10_000;

/** A sample of a point came too late for its rules: they are to be judged anew from there. */
export function noteLate({ late }: EngineMemory, pointId: number, at: number): void {
  const known = late.get(pointId);
  if (known === undefined || at < known) late.set(pointId, at);
}

/** The same where the point itself is in order, but not with the points that look at it, or that it looks at. */
export function noteDisorder(memory: EngineMemory, place: PointSlot, at: number): void {
  const judgedUntil = at + orderToleranceMs;
  for (const { point } of place.dependants) {
    if (point !== null && isBeyond(memory, point, judgedUntil)) noteLate(memory, point.pointId, at);
  }
  for (const { rule } of place.bindings) {
    for (const id of othersOf(rule)) {
      const other = pointSlot(memory, id);
      if (other !== null && isBeyond(memory, other, judgedUntil)) noteLate(memory, place.pointId, at);
    }
  }
}

const isBeyond = ({ cells }: EngineMemory, { slot }: PointSlot, at: number): boolean =>
  cells[slot * cellsPerPoint + cell.lastSampleAt]! > at;

const known = new WeakMap<AlarmRule, readonly number[]>();

function othersOf(rule: AlarmRule): readonly number[] {
  let ids = known.get(rule);
  if (ids === undefined) {
    ids = pointIdsOf(rule);
    known.set(rule, ids);
  }
  return ids;
}
