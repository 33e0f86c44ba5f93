import type { RawHistory } from '../../history/index.ts';
import { firstBadQuality, type Point, wantsMs } from '../engine/index.ts';
import { type CursorOf, togetherMs } from './lastGoodCursors.ts';
import { isSameWatch, type WatchList } from './watchList.ts';

export type RecentOf = (pointId: number) => readonly Point[];

/** Whose history is read at once: two days of points that are sampled every minute are some megabytes. */
const pointsAtOnce = 50;

/**
 * What rules that are new in the list, or changed, have to know of the time before the last sample of each point: how long a value
 * has stood still, what it was ten minutes ago, since when the defrost runs. While a gateway sends what it had stored that sample
 * is hours old, and so is what its rules go on from. Two days at most: no rule may look back farther (`longestSeconds`). It waits
 * for nobody's curves: until it is read these rules judge nothing.
 */
export async function readRecent(
  list: WatchList,
  before: WatchList,
  now: number,
  cursorOf: CursorOf,
  historyOf: ((pointIds: readonly number[], from: number, to: number) => Promise<readonly RawHistory[]>) | undefined,
): Promise<RecentOf> {
  if (historyOf === undefined) return () => [];
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
  const seenUntil = (pointId: number) => Math.min(now, cursorOf(pointId)?.lastSampleAt ?? now);
  const groups = Map.groupBy(wanted, ([pointId]) => Math.floor((now - seenUntil(pointId)) / togetherMs));
  for (const group of groups.values()) {
    // Those that look far back together, so that the others are not read as far.
    const inOrder = group.sort(([, a], [, b]) => a - b);
    for (let first = 0; first < inOrder.length; first += pointsAtOnce) {
      const ids = inOrder.slice(first, first + pointsAtOnce).map(([pointId]) => pointId);
      const from = Math.min(...ids.map((id) => seenUntil(id) - wanted.get(id)!));
      for (const raw of await historyOf(ids, from, Math.max(...ids.map(seenUntil)) + 1))
        found.set(raw.pointId, goodSince(raw, seenUntil(raw.pointId) - wanted.get(raw.pointId)!));
    }
  }
  return (pointId) => found.get(pointId) ?? [];
}

function goodSince({ length, measuredAt, values, quality }: RawHistory, from: number): Point[] {
  const points: Point[] = [];
  for (let i = 0; i < length; i++) {
    if (measuredAt[i]! >= from && quality[i]! < firstBadQuality && Number.isFinite(values[i]!))
      points.push({ at: measuredAt[i]!, value: values[i]! });
  }
  return points;
}
