import type { PendingAlarm, PointValue } from '@watchpost/contract';

/** Those that nothing holds back. */
const running = ({ Pending }: Pick<PointValue, 'Pending'>): PendingAlarm[] => Pending.filter(({ HeldBy }) => !HeldBy);

/** The pending alarm that is due first; one whose delay stands still comes last. Null: none. */
export const nextPending = (point: Pick<PointValue, 'Pending'>): PendingAlarm | null =>
  running(point).reduce<PendingAlarm | null>(
    (first, each) =>
      first === null || (each.DueEPOCH ?? Number.POSITIVE_INFINITY) < (first.DueEPOCH ?? Number.POSITIVE_INFINITY)
        ? each
        : first,
    null,
  );

/** The level that colours a point's value: of its worst open alarm, else of what is about to become one. */
export const levelShown = (point: Pick<PointValue, 'AlarmLevel' | 'Pending'>): number | null =>
  point.AlarmLevel ?? nextPending(point)?.Level ?? null;
