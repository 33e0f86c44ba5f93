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

/** Whether its value exceeds a limit, judged or not. */
export const isBeyond = ({ Band }: Pick<PointValue, 'Band'>): boolean => Band !== null && Band !== 'within';

/** How a value beyond a limit looks while no alarm says how severe that is: important beyond an outer limit, else general. */
export const levelBeyond = ({ Band }: Pick<PointValue, 'Band'>): 2 | 3 =>
  Band === 'highHigh' || Band === 'lowLow' ? 2 : 3;

/** The level that colours a point's value: of its worst open alarm, else of what is about to become one, else of the limit it exceeds. */
export const levelShown = (point: Pick<PointValue, 'AlarmLevel' | 'Band' | 'Pending'>): number | null =>
  point.AlarmLevel ?? nextPending(point)?.Level ?? (isBeyond(point) ? levelBeyond(point) : null);
