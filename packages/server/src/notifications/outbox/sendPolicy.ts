import { type NotSentReason, type OutboundChannel, pushTypes } from '@watchpost/contract';
import type { AlarmVisibility, SeenAlarm } from '../alarmVisibility.ts';
import { isNotified } from '../severityRules.ts';
import { isAllClear } from './isAllClear.ts';

/** A notification on its way, with its alarm as it stands now. */
export interface OnItsWay extends SeenAlarm {
  readonly pushType: number;
  /** A later step of the ladder, as opposed to a severity that rose. */
  readonly isLadderStep: boolean;
  /** It waited for quiet hours to end. */
  readonly held: boolean;
  /** Of its alarm now, or the last one of what is over. */
  readonly presentSeverity: number;
  readonly acknowledgedAt: Date | null;
  readonly returnedAt: Date | null;
  /** Shelved, out of service or in a maintenance window; if it is still active when that is over, it is told again. */
  readonly hidden: boolean;
}

/** Why it may be told to this receiver by no way any more; null: it may. A company's own systems see all of the company. */
export const noAccessReason = (
  row: SeenAlarm,
  visibility: AlarmVisibility,
  userId: number | null,
): NotSentReason | null =>
  visibility.notServedReason(row.projectId) ?? (userId !== null && !visibility.canView(userId, row) ? 'noRight' : null);

/**
 * What has fallen since is told, and judged, as it stands now. That it rose is news of its own; what is over stands with what is
 * said of it.
 */
export const isDowngraded = (row: OnItsWay): boolean =>
  !isAllClear(row) &&
  !isFallenRise(row) &&
  row.returnedAt === null &&
  row.presentSeverity > row.severity &&
  isNotified(row.presentSeverity);

/** A rise of severity that is no longer true: what it says of the alarm was over before anybody read it. */
export const isFallenRise = (row: OnItsWay): boolean =>
  row.pushType === pushTypes.escalation &&
  !row.isLadderStep &&
  row.returnedAt === null &&
  row.presentSeverity > row.severity;

/**
 * Why it calls nobody any more; null: it does. Asked when a message is put together and again before each later try, so that both
 * judge alike. A webhook calls nobody: it is told everything.
 */
export function suppressionReason(
  row: OnItsWay,
  { channel, isLater }: { channel: OutboundChannel; isLater: boolean },
): NotSentReason | null {
  if (channel === 'webhook') return null;
  const isOver = isAllClear(row);
  if (!isOver && row.acknowledgedAt !== null) return 'acknowledged';
  // That it is over is said to whoever was told before it was hidden; it is not told again later.
  if (!isOver && row.hidden) return 'hidden';
  if (isFallenRise(row)) return 'becameMilder';
  // Should it become worse again, that is news of its own.
  if (!isOver && row.returnedAt === null && !isNotified(row.presentSeverity)) return 'recordOnly';
  // What waited for the morning and is over by then is no news of the morning; nobody is rung up for it either.
  const isLate = row.held || (isLater && channel === 'voice');
  return !isOver && isLate && row.returnedAt !== null ? 'returned' : null;
}
