import { hourMs } from '@watchpost/contract';
import { roundTimes } from '../../platform/localIntervals.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';

/** An axis from `low` to `high` with at most seven ticks at round numbers; of nothing, from 0 to 1. */
export function niceScale(low: number, high: number): { low: number; high: number; ticks: number[]; decimals: number } {
  if (!(low <= high)) return niceScale(0, 1);
  const span = high - low || Math.max(1, Math.abs(high) * 0.1);
  const raw = span / 5;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= raw) ?? 10 * power;
  const first = Math.floor((high === low ? low - span / 2 : low) / step) * step;
  const last = Math.ceil((high === low ? high + span / 2 : high) / step) * step;
  const ticks: number[] = [];
  for (let tick = first; tick <= last + step / 2; tick += step) ticks.push(Number(tick.toPrecision(12)));
  const decimals = Math.max(0, Math.min(4, Math.ceil(-Math.log10(step) + (step / power === 2.5 ? 1 : 0))));
  return { low: first, high: last, ticks, decimals };
}

const steps = [0.25, 0.5, 1, 2, 3, 6, 12, 24, 48, 120, 240, 480, 744, 1488, 2928].map((hours) => hours * hourMs);
const maxTicks = 8;

/** Round local times of the range; days by the calendar. */
export function timeTicks(from: number, to: number, timeZone: string): { times: number[]; isDaily: boolean } {
  const step = steps.find((candidate) => (to - from) / candidate <= maxTicks) ?? steps.at(-1)!;
  const day = localOfEpoch(from, timeZone).slice(0, 10);
  const times = roundTimes(from, to, step, day, timeZone);
  return { times, isDaily: step >= 24 * hourMs };
}
