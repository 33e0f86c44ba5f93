import { replaceState } from './advance.ts';
import { stateKey } from './alarmRule.ts';
import type { Batch } from './batch.ts';
import { cell, cellsPerPoint, type EngineMemory, refreshQuietRange } from './engineMemory.ts';
import { noteUndo } from './takeSample.ts';

/** Puts what was judged anew, late samples included, in place of what the rules had come to. */
export function takeJudgedAnew(memory: EngineMemory, { judgedAnew = [] }: Batch): void {
  const { cells } = memory;
  for (const { ruleId, subject, state, trace, lastGoodAt, heldValue } of judgedAnew) {
    const binding = memory.bindings.get(stateKey(ruleId, subject));
    if (binding === undefined || binding.point === null) continue;
    replaceState(memory, binding, state, trace);
    const { slot } = binding.point;
    const base = slot * cellsPerPoint;
    if (cells[base + cell.writtenBy] !== memory.evaluationNumber) noteUndo(memory, slot, base);
    cells[base + cell.lastGoodAt] = lastGoodAt ?? Number.NEGATIVE_INFINITY;
    cells[base + cell.heldValue] = heldValue ?? Number.NaN;
    refreshQuietRange(memory, binding.point);
  }
}
