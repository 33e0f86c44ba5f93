import { judgesValues } from './alarmRule.ts';
import { agedMs, forecastOf, maxAheadMs, movedBack } from './clockSetBack.ts';
import { cell, cellsPerPoint, type EngineMemory } from './engineMemory.ts';
import { schedule } from './timers.ts';
import { inTime, leavesTrace, traceAt } from './trace.ts';

/**
 * Moves remembered times that lie in the future back to now, after the server's clock was set back: else nothing would be judged,
 * and no delay or silence end, until that time has come once more.
 *
 * Corrects what is committed, with no evaluation under way. A raised alarm keeps the time it was reported with.
 *
 * @param now epoch ms by the clock as it goes now
 */
export function turnBack(memory: EngineMemory, now: number): void {
  const byMs = memory.latestNow - now;
  memory.latestNow = now;
  const { cells } = memory;
  for (const { slot } of memory.points) {
    const base = slot * cellsPerPoint;
    if (cells[base + cell.lastSampleAt]! <= now + maxAheadMs) continue;
    cells[base + cell.lastSampleAt]! -= byMs + agedMs;
    cells[base + cell.lastGoodAt]! -= byMs + agedMs;
  }
  for (const binding of memory.bindings.values()) {
    if (binding.watchedSince > now) binding.watchedSince -= byMs;
    if (forecastOf(binding.state, now) > 0) binding.next = binding.state = movedBack(binding.state, byMs);
    // The rules' hours are looked up anew; samples from the future are forgotten.
    if (binding.point !== null && leavesTrace(binding.rule)) {
      const fresh = traceAt(binding.rule, binding.point.calendar, now);
      const gates = binding.trace.gates.map(({ hiddenSince }) => ({
        hiddenSince: hiddenSince === null ? null : Math.min(hiddenSince, now),
        shownSince: null,
      }));
      binding.nextTrace = binding.trace = inTime(binding.rule, { ...fresh, gates }, binding.point.calendar, now);
    }
    // A value whose first judgement was due in the future; one that was judged before says the same once more.
    if (binding.point !== null && judgesValues(binding.rule) && binding.state.phase === 'normal')
      binding.nextTrace = binding.trace = { ...binding.trace, nextAt: Math.min(binding.trace.nextAt, now) };
    schedule(memory, binding);
  }
}
