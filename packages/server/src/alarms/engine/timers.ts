import {
  type Binding,
  cell,
  cellsPerPoint,
  type EngineMemory,
  type GatewayTimers,
  grown,
  timersAt,
} from './engineMemory.ts';
import { dueAt } from './ruleState.ts';

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

function nextDue({ rule, state, trace }: Binding): number | null {
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

export function timersOf(memory: EngineMemory, gatewayId: number): GatewayTimers {
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
