import { advance, passMoments, setTrace } from './advance.ts';
import type { AlarmEvent } from './alarmEvent.ts';
import type { Batch } from './batch.ts';
import { cell, cellsPerPoint, type EngineMemory, type PointSlot, refreshQuietRange } from './engineMemory.ts';
import { firstBadQuality, type StepInput } from './step.ts';
import { inThePast, keepsSamples, withSample } from './trace.ts';

const { lastSampleAt, lastGoodAt, heldValue, writtenBy } = cell;

export function takeSample(
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
    const { nextTrace } = binding;
    if (at < nextTrace.begunAt) setTrace(memory, binding, inThePast(binding.rule, nextTrace, place.calendar, at));
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

export function noteUndo(memory: EngineMemory, slot: number, base: number): void {
  const { cells, undoSlots, undoCells, undoCount } = memory;
  undoSlots[undoCount] = slot;
  undoCells[undoCount * 3] = cells[base + lastSampleAt]!;
  undoCells[undoCount * 3 + 1] = cells[base + lastGoodAt]!;
  undoCells[undoCount * 3 + 2] = cells[base + heldValue]!;
  memory.undoCount++;
  cells[base + writtenBy] = memory.evaluationNumber;
}
