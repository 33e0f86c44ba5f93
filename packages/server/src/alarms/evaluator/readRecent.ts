import type { RawHistory } from '../../history/index.ts';
import { type Point, wantsMs } from '../engine/index.ts';
import { isSameWatch, type WatchList } from './watchList.ts';

export type RecentOf = (pointId: number) => readonly Point[];

/** Whose history is read at once: two days of points that are sampled every minute are some megabytes. */
const pointsAtOnce = 50;

/**
 * What rules that are new in the list, or changed, have to know of the time before now: how long a value has stood still, what
 * it was ten minutes ago, since when the defrost runs. Two days at most: no rule may look back farther (`longestSeconds`). It waits
 * for nobody's curves: until it is read these rules judge nothing.
 */
export async function readRecent(
  list: WatchList,
  before: WatchList,
  now: number,
  historyOf: ((pointIds: readonly number[], from: number, to: number) => Promise<readonly RawHistory[]>) | undefined,
): Promise<RecentOf> {
  const wanted = new Map<number, number>();
  const want = (pointId: number, ms: number) => {
    if (ms > 0) wanted.set(pointId, Math.max(wanted.get(pointId) ?? 0, ms));
  };
  for (const [name, watched] of list.subjects) {
    if (isSameWatch(before.subjects.get(name), watched)) continue;
    const { subject, rules } = watched;
    for (const { rule } of rules) {
      const { own, gates } = wantsMs(rule);
      want(subject.id, own);
      for (const { pointId, ms } of gates) want(pointId, ms);
    }
  }
  const found = new Map<number, readonly Point[]>();
  // Those that look far back together, so that the others are not read as far.
  const inOrder = [...wanted].sort(([, a], [, b]) => a - b);
  for (let first = 0; first < inOrder.length && historyOf !== undefined; first += pointsAtOnce) {
    const some = inOrder.slice(first, first + pointsAtOnce);
    const longest = some.at(-1)![1];
    const ids = some.map(([pointId]) => pointId);
    for (const { pointId, length, measuredAt, values, quality } of await historyOf(ids, now - longest, now + 1)) {
      const from = now - wanted.get(pointId)!;
      const points: Point[] = [];
      for (let i = 0; i < length; i++) {
        if (measuredAt[i]! >= from && quality[i]! < 64 && Number.isFinite(values[i]!)) {
          points.push({ at: measuredAt[i]!, value: values[i]! });
        }
      }
      found.set(pointId, points);
    }
  }
  return (pointId) => found.get(pointId) ?? [];
}
