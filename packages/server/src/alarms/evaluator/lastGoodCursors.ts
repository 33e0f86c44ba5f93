import type { RawHistory } from '../../history/index.ts';
import { firstBadQuality, type PointCursor } from '../engine/index.ts';
import type { WatchList } from './watchList.ts';

export type CursorOf = (pointId: number) => PointCursor | null;

/** Points whose last samples lie within the same hour are looked up together. In ms. */
export const togetherMs = 3_600_000;

/**
 * The cursors of what is watched, at a start: where the latest reading is a bad one, with the good one before it. A value counts
 * as unchanged only between good readings near each other, so nothing older is looked for.
 */
export async function lastGoodCursors(
  list: WatchList,
  cursorOf: CursorOf,
  historyOf: ((pointIds: readonly number[], from: number, to: number) => Promise<readonly RawHistory[]>) | undefined,
): Promise<CursorOf> {
  const found = new Map<number, PointCursor>();
  const groups = new Map<string, { pointIds: number[]; from: number; to: number }>();
  for (const { subject, rules, maxGapSeconds } of list.subjects.values()) {
    if (subject.type !== 'point' || rules.length === 0) continue;
    const cursor = cursorOf(subject.id);
    if (cursor === null || cursor.lastSampleAt === null || cursor.lastGoodAt !== null) continue;
    found.set(subject.id, cursor);
    const key = `${maxGapSeconds} ${Math.floor(cursor.lastSampleAt / togetherMs)}`;
    const group = groups.get(key) ?? { pointIds: [], from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };
    group.pointIds.push(subject.id);
    group.from = Math.min(group.from, cursor.lastSampleAt - maxGapSeconds * 1000);
    group.to = Math.max(group.to, cursor.lastSampleAt);
    groups.set(key, group);
  }
  for (const { pointIds, from, to } of historyOf === undefined ? [] : groups.values()) {
    for (const { pointId, length, measuredAt, values, quality } of await historyOf!(pointIds, from, to)) {
      const cursor = found.get(pointId)!;
      for (let i = length - 1; i >= 0; i--) {
        const isBefore = measuredAt[i]! < cursor.lastSampleAt!;
        if (!isBefore || quality[i]! >= firstBadQuality || !Number.isFinite(values[i]!)) continue;
        found.set(pointId, { ...cursor, lastGoodAt: measuredAt[i]!, heldValue: values[i]! });
        break;
      }
    }
  }
  return (pointId) => found.get(pointId) ?? cursorOf(pointId);
}
