import type { KnownChanges } from './evaluatorRows.ts';
import type { CursorOf } from './lastGoodCursors.ts';
import type { WatchList } from './watchList.ts';

/** What was measured before a rule ended is held against it when it comes within this time. */
const keptMs = 62 * 86_400_000;
/** An edit becomes visible when it commits, at most this long after the time from which it is valid. */
const longestEditMs = 3_600_000;

/** What is to be read of changed rules beside what a list knows of them. */
export const changesToRead = ({ changed, changesReadAt: readAt }: WatchList, now: number): KnownChanges => ({
  since: new Date(readAt === null ? now - keptMs : readAt - longestEditMs),
  known: changed,
});

/**
 * A list that was read at `now`, without changes that are no longer needed: once a point with rules has sent a sample from after a
 * change, older ones are behind it, and late.
 */
export function withoutOldChanges(list: WatchList, cursorOf: CursorOf, now: number): WatchList {
  const isNeeded = ([pointId, at]: readonly [number, number]): boolean => {
    const watched = list.subjects.get(`point:${pointId}`);
    if (watched === undefined || at < now - keptMs) return false;
    return watched.rules.length === 0 || (cursorOf(pointId)?.lastSampleAt ?? Number.NEGATIVE_INFINITY) < at;
  };
  return { ...list, changed: new Map([...list.changed].filter(isNeeded)), changesReadAt: now };
}
