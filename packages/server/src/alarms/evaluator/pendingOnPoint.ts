import type { Bilingual } from '@watchpost/contract';
import type { PendingOnPoint } from '../../events.ts';
import { type EngineMemory, pendingAlarms, type Suppression, suppressedBy, suppressedOn } from '../engine/index.ts';
import type { Place } from './watchList.ts';

/**
 * What is not an alarm yet, in words: what is pending on a point, and what the state of another point suppresses.
 *
 * @param placeOf where a point is and what it is called; undefined: nothing watches it
 */
export function createPendingOnPoint(
  memory: EngineMemory,
  now: () => number,
  placeOf: (pointId: number) => Place | undefined,
) {
  /** The point that suppresses something on this one, with its state; without its name for readers who may not see it. */
  function heldByInWords(pointId: number, { byPointId, byValue }: Suppression): Bilingual {
    const [own, place] = [placeOf(pointId), placeOf(byPointId)];
    if (!own || !place || !isSeenWith(own, place)) return { zh: '另一点位', en: 'Another point' };
    const state = place.statusValues.find(({ value }) => value === byValue);
    const name = place.subjectNameEn ?? place.subjectName;
    return {
      zh: state ? `${place.subjectName}（${state.zh}）` : place.subjectName,
      en: state ? `${name} (${state.en})` : name,
    };
  }

  return {
    /** The alarms whose delay runs on a point now, which a restart restores, and the suppressed ones. */
    pendingOnPoint(pointId: number): readonly PendingOnPoint[] {
      const held = suppressedOn(memory, pointId, now());
      const holds = new Set(held.map(({ kind }) => kind));
      return [
        ...pendingAlarms(memory, pointId).filter(({ kind, dueAt }) => dueAt !== null || !holds.has(kind)),
        ...held.map((each) => ({
          kind: each.kind,
          severity: each.severity,
          since: each.since,
          dueAt: null,
          heldBy: { ...heldByInWords(pointId, each), until: each.until, isSettling: each.isSettling },
        })),
      ];
    },

    /** What an alarm's point suppresses on others of its device, and what suppresses its own condition; at the visible levels. */
    relatedSuppressions(alarm: { point_id: number | null; kind: string }, sees: (level: number) => boolean) {
      const { point_id: pointId } = alarm;
      if (pointId === null) return { own: [], others: [] };
      const at = now();
      const own = suppressedOn(memory, pointId, at).filter(({ kind }) => kind === alarm.kind);
      const others = suppressedBy(memory, pointId, at).flatMap((each) => {
        const [own, place] = [placeOf(pointId), placeOf(each.pointId)];
        if (!own || !place || !isSeenWith(own, place) || !sees(each.severity)) return [];
        return [{ ...each, name: { zh: place.subjectName, en: place.subjectNameEn ?? place.subjectName } }];
      });
      return { own: own.map((each) => ({ ...each, by: heldByInWords(pointId, each) })), others };
    },
  };
}

/** A viewer of the one sees the other: people are limited to devices, and each device of the one has the other, too. */
const isSeenWith = (seen: Place, other: Place): boolean =>
  seen.deviceIds.length > 0 && seen.deviceIds.every((id) => other.deviceIds.includes(id));
