import type { KnownChanges } from './evaluatorRows.ts';
import type { CursorOf } from './lastGoodCursors.ts';
import type { WatchList } from './watchList.ts';

/** What was measured before a rule ended is held against it when it comes within this time. */
const keptMs = 62 * 86_400_000;
/** An edit is seen when it commits, by then its time is past. */
const longestEditMs = 3_600_000;

/** What is to be read of changed rules; `readAt`: when that was done last, epoch ms, null at a start. */
export const changesToRead = (readAt: number | null, known: WatchList['changed'], now: number): KnownChanges => ({
  since: new Date(readAt === null ? now - keptMs : readAt - longestEditMs),
  known,
});

/** Without those that tell nothing any more: a point with rules that has sent something since is late by its last sample alone. */
export function withoutOldChanges(list: WatchList, cursorOf: CursorOf, now: number): WatchList {
  const isNeeded = ([pointId, at]: readonly [number, number]): boolean => {
    const watched = list.subjects.get(`point:${pointId}`);
    if (watched === undefined || at < now - keptMs) return false;
    return watched.rules.length === 0 || (cursorOf(pointId)?.lastSampleAt ?? Number.NEGATIVE_INFINITY) < at;
  };
  return { ...list, changed: new Map([...list.changed].filter(isNeeded)) };
}
