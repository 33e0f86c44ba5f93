import { quarterMs } from '@watchpost/contract';
import { median } from '../../platform/statistics/statistics.ts';
import type { Stretch } from './registerEnergy.ts';

/** m measured, e estimated (the total is known, when within the stretch is not), x nothing known. */
export type QuarterFlag = 'm' | 'e' | 'x';

export interface Quarter {
  readonly from: number;
  readonly wh: number;
  readonly flag: QuarterFlag;
}

/** How a usual day divides its energy: a weight a quarter of the local day, 96 of them; null: nothing is known, evenly. */
export type Profile = (at: number) => number;
const evenly: Profile = () => 1;

/** The parts of a stretch by quarters, with the share of the energy that fell until the end of each. */
function partsOf({ from, to }: Stretch, profile: Profile): { at: number; share: number }[] {
  const edges = [from];
  for (let edge = Math.floor(from / quarterMs) * quarterMs + quarterMs; edge < to; edge += quarterMs) edges.push(edge);
  edges.push(to);
  const weights = edges.slice(1).map((edge, i) => (profile(edges[i]!) * (edge - edges[i]!)) / quarterMs);
  const total = weights.reduce((all, each) => all + each, 0);
  let sum = 0;
  return edges.slice(1).map((at, i) => {
    sum += total > 0 ? weights[i]! / total : (at - edges[i]!) / (to - from);
    return { at, share: at === to ? 1 : sum };
  });
}

/**
 * Quarters of [from, to) out of the stretches of a register; both are edges of quarters. Differences of rounded totals, so that the
 * quarters add up to the register's difference with nothing lost, in one piece or in several.
 */
export function quartersOf(
  stretches: readonly Stretch[],
  from: number,
  to: number,
  profile: Profile = evenly,
): Quarter[] {
  const quarters: Quarter[] = [];
  let place = 0;
  let parts: { at: number; share: number }[] | null = null;
  /** All that passed until an edge; edges ascend. */
  const until = (edge: number): number => {
    while (place < stretches.length && stretches[place]!.to <= edge) {
      place++;
      parts = null;
    }
    const stretch = stretches[place];
    if (!stretch) return stretches.at(-1)?.whTo ?? 0;
    if (edge <= stretch.from) return stretch.whFrom;
    const { whFrom, whTo } = stretch;
    if (!stretch.isEstimated) return whFrom + ((whTo - whFrom) * (edge - stretch.from)) / (stretch.to - stretch.from);
    parts ??= partsOf(stretch, profile);
    return whFrom + (whTo - whFrom) * (parts.findLast(({ at }) => at <= edge)?.share ?? 0);
  };
  let seen = 0;
  let before = Math.round(until(from));
  for (let start = from; start < to; start += quarterMs) {
    const end = start + quarterMs;
    const after = Math.round(until(end));
    while (seen < stretches.length && stretches[seen]!.to <= start) seen++;
    let known = 0;
    let isEstimated = false;
    for (let i = seen; i < stretches.length && stretches[i]!.from < end; i++) {
      known += Math.min(end, stretches[i]!.to) - Math.max(start, stretches[i]!.from);
      isEstimated ||= stretches[i]!.isEstimated;
    }
    const flag = known <= 0 ? 'x' : isEstimated || known < quarterMs ? 'e' : 'm';
    quarters.push({ from: start, wh: after - before, flag });
    before = after;
  }
  return quarters;
}

const fewestDays = 7;

/** The median of each quarter of the local day; null: too few days to say. @param days 96 quarters each, null what was not measured */
export function medianProfile(days: readonly (readonly (number | null)[])[]): number[] | null {
  if (days.length < fewestDays) return null;
  return Array.from({ length: 96 }, (_, i) => {
    const known = days.flatMap((day) => day[i] ?? []);
    return median(known) ?? 0;
  });
}
