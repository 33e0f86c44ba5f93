import { hourMs } from '@watchpost/contract';
import type { History } from '../history/index.ts';
import { increaseOf } from './increaseOf.ts';

export interface CountedHours {
  /** Hours with readings, by their start, epoch ms. */
  hours: Map<number, number>;
  /** What was counted while nothing was heard, by the hours before and after. */
  gaps: { from: number; to: number; count: number }[];
  resets: number;
}

/**
 * What a counter counted, hour by hour of the place's clocks. Roll-ups say it while a register only rises; an hour in which it
 * fell is read sample by sample.
 *
 * @param from a full hour of the place, epoch ms
 */
export async function countByHour(
  history: History,
  point: { pointId: number; samplingIntervalMs: number },
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<CountedHours> {
  const counted: CountedHours = { hours: new Map(), gaps: [], resets: 0 };
  const [found] = await history.buckets([{ ...point, kind: 'analog' }], from, to, 60, from, signal);
  if (found?.kind !== 'analog') return counted;
  let last: { at: number; value: number } | null = null;
  for (let i = 0; i < found.length; i++) {
    const at = found.startsAt[i]!;
    const [min, max] = [found.min[i]!, found.max[i]!];
    if (Number.isNaN(min) || found.count[i] === 0) continue;
    const follows: boolean = last !== null && at - last.at === hourMs;
    let count = max - (follows ? last!.value : min);
    let end = max;
    let gap = last !== null && !follows ? min - last.value : 0;
    if (last === null || min < last.value) {
      const [raw] = await history.raw([point.pointId], at, Math.min(at + hourMs, to), signal);
      const values = [...(raw?.values.subarray(0, raw.length) ?? [])].filter(Number.isFinite);
      const across = last === null || follows ? null : increaseOf(last.value, values.slice(0, 1));
      const within = increaseOf(follows ? last!.value : null, values);
      gap = across?.count ?? 0;
      count = within.count;
      counted.resets += within.resets + (across?.resets ?? 0);
      end = within.end ?? max;
    }
    if (last !== null && gap > 0) counted.gaps.push({ from: last.at, to: at, count: gap });
    counted.hours.set(at, count);
    last = { at, value: end };
  }
  return counted;
}
