import { type Bilingual, qualityOf } from '@watchpost/contract';
import { qualityText } from '../../alarms/index.ts';
import type { DataDownloadDeps, Plan } from '../plan.ts';
import type { Series } from '../series.ts';
import { reportWords } from './words.ts';

/** A stretch in which nothing is known of a point; epoch ms. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** Every stretch of the range without a value, by ascending time. */
export function findGaps(series: Series, plan: Plan): Gap[] {
  return series.point.kind === 'analog' ? betweenIntervals(series, plan) : betweenStates(series, plan);
}

function betweenIntervals(series: Series, plan: Plan): Gap[] {
  const { edges } = plan;
  const gaps: { from: number; to: number }[] = [];
  let next = 0;
  for (let row = 0; row + 1 < edges.length; row += 1) {
    const time = edges[row]!;
    while (next < series.length && series.times[next]! < time) next += 1;
    const isKnown = next < series.length && series.times[next] === time && !Number.isNaN(series.values[next]!);
    if (isKnown) continue;
    const from = Math.max(time, plan.from);
    const to = Math.min(edges[row + 1]!, plan.to);
    const last = gaps.at(-1);
    if (last && last.to === from) last.to = to;
    else gaps.push({ from, to });
  }
  return gaps;
}

function betweenStates(series: Series, plan: Plan): Gap[] {
  const gaps: Gap[] = [];
  const begins = series.length > 0 ? series.times[0]! : plan.to;
  if (begins > plan.from) gaps.push({ from: plan.from, to: begins });
  for (let i = 0; i < series.length; i += 1) {
    if (!Number.isNaN(series.values[i]!)) continue;
    gaps.push({ from: series.times[i]!, to: i + 1 < series.length ? series.times[i + 1]! : plan.to });
  }
  return gaps;
}

/** The reason why a point stopped shows within a day. */
const longestLookMs = 86_400_000;

/** Why nothing is known: what most of the bad readings of the gap say, or that none arrived at all. */
export async function reasonOfGap(
  { history }: Pick<DataDownloadDeps, 'history'>,
  series: Series,
  { from, to }: Gap,
): Promise<Bilingual> {
  const [raw] = await history.raw([series.point.id], from, Math.min(to, from + longestLookMs));
  const counts = new Map<number, number>();
  for (let i = 0; i < (raw?.length ?? 0); i += 1) {
    const quality = raw!.quality[i]!;
    if (qualityOf(quality) === 'bad') counts.set(quality, (counts.get(quality) ?? 0) + 1);
  }
  const [worst] = [...counts].sort((a, b) => b[1] - a[1]);
  if (worst) return qualityText(worst[0]) ?? reportWords.silent;
  const { id } = series.point;
  // What was known before the range began is not in the series.
  return (await history.knownBefore([id], to)).has(id) ? reportWords.silent : reportWords.notStarted;
}
