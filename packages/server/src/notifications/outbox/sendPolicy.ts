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
  /** The severity of its alarm now, or the last one of an ended alarm. */
  readonly presentSeverity: number;
  readonly acknowledgedAt: Date | null;
  readonly returnedAt: Date | null;
  /** Shelved, out of service or in a maintenance window; an alarm that is still active after that is notified again. */
  readonly hidden: boolean;
}

/** Why this recipient may no longer be told of it by any way; null: they may. A company's own systems see all of the company. */
export const noAccessReason = (
  row: SeenAlarm,
  visibility: AlarmVisibility,
  userId: number | null,
): NotSentReason | null =>
  visibility.notServedReason(row.projectId) ?? (userId !== null && !visibility.canView(userId, row) ? 'noRight' : null);

/**
 * If the severity dropped meanwhile, send the current one, and judge by it. A rise is a separate notification. Ended alarms keep
 * the severity they are reported with.
 */
export const isDowngraded = (row: OnItsWay): boolean =>
  !isAllClear(row) &&
  !isFallenRise(row) &&
  row.returnedAt === null &&
  row.presentSeverity > row.severity &&
  isNotified(row.presentSeverity);

/** A rise in severity that ended before anybody read it. */
export const isFallenRise = (row: OnItsWay): boolean =>
  row.pushType === pushTypes.escalation &&
  !row.isLadderStep &&
  row.returnedAt === null &&
  row.presentSeverity > row.severity;

/**
 * Why it notifies nobody any more; null: it does. Asked when a message is put together and again before each later try, so that
 * both judge alike. A webhook gets everything.
 */
export function suppressionReason(
  row: OnItsWay,
  { channel, isLater }: { channel: OutboundChannel; isLater: boolean },
): NotSentReason | null {
  if (channel === 'webhook') return null;
  const isOver = isAllClear(row);
  if (!isOver && row.acknowledgedAt !== null) return 'acknowledged';
  // Recipients from before the suppression get the all-clear, because it does not come again later.
  if (!isOver && row.hidden) return 'hidden';
  if (isFallenRise(row)) return 'becameMilder';
  // Should it become worse again, that is a notification of its own.
  if (!isOver && row.returnedAt === null && !isNotified(row.presentSeverity)) return 'recordOnly';
  // An alarm that waited for the morning and returned by then is no news; a late call is not made for it either.
  const isLate = row.held || (isLater && channel === 'voice');
  return !isOver && isLate && row.returnedAt !== null ? 'returned' : null;
}
