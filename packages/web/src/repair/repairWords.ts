import type { RepairAction, RepairDetail, RepairOrder, RepairStatus, WorkClock } from '@watchpost/contract';
import type { Dates } from '../lib/dates.ts';

/** What an order is called: its device and what is wrong with it. */
export const orderTitle = (
  order: Pick<RepairOrder, 'EquipmentName' | 'Area' | 'ProjectName' | 'FaultContent'>,
): string => `${order.EquipmentName || order.Area || order.ProjectName} · ${order.FaultContent}`;

/** Its number; of a draft the word for it. */
export const orderNumber = (order: Pick<RepairOrder, 'RepairOrder'>, draft: string): string =>
  order.RepairOrder ?? draft;

export const statusNames = {
  [-1]: 'draft',
  0: 'revoked',
  1: 'awaiting',
  2: 'accepted',
  3: 'signedIn',
  4: 'rejected',
  6: 'finished',
  7: 'completed',
} as const satisfies Record<RepairStatus, string>;

/** How a clock stands: what is left or over of its target, in seconds of its calendar. */
export interface ClockLook {
  readonly seconds: number;
  readonly look: 'early' | 'late' | 'left' | 'over' | 'paused' | 'stopped' | 'cancelled';
  /** Share of the target that is used, 0 to 1. */
  readonly share: number;
}

/** @param sinceMs how old the answer is: a running clock has gone on since */
export function clockLook(clock: WorkClock, sinceMs: number): ClockLook {
  const gone = clock.State === 'running' ? Math.max(0, sinceMs) / 1000 : 0;
  const left = clock.TargetSeconds - clock.UsedSeconds - gone;
  const share = Math.min(1, Math.max(0, (clock.UsedSeconds + gone) / clock.TargetSeconds));
  const seconds = Math.abs(left);
  if (clock.State === 'cancelled') return { seconds, look: 'cancelled', share };
  if (clock.State === 'met') return { seconds, look: left >= 0 ? 'early' : 'late', share };
  if (clock.State === 'paused') return { seconds, look: 'paused', share };
  if (left < 0) return { seconds, look: 'over', share: 1 };
  return { seconds, look: clock.State === 'stopped' ? 'stopped' : 'left', share };
}

/** `1 260.00`: yuan with two decimals. */
export const yuan = (fen: number): string =>
  (fen / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).replaceAll(',', ' ');

/** The steps that take an order on; the others stand in a menu. */
const leading: readonly RepairAction[] = [
  'submit',
  'dispatch',
  'accept',
  'signIn',
  'finish',
  'startRemote',
  'remote',
  'pass',
  'fail',
  'assess',
  'settle',
  'resume',
  'reassign',
];

/** Of what somebody can do now, the steps that take the order on: rework where the fault came back. Reassigning before anybody accepted is dispatching. */
export const leadingActions = ({
  ActionList,
  Returned = null,
  ReworkList = [],
}: Pick<RepairOrder, 'ActionList'> & Partial<Pick<RepairDetail, 'Returned' | 'ReworkList'>>): readonly RepairAction[] =>
  ActionList.filter(
    (action) =>
      (leading.includes(action) || (action === 'secondMaintenance' && Returned !== null && ReworkList.length === 0)) &&
      !(action === 'reassign' && ActionList.includes('dispatch')),
  );

/** `09:49` today, `11-21 09:49` on another day: the minute in which something happened. */
export const atMinute = (dates: Dates, at: number, now: number): string => dates.byMinute(at - (at % 60_000), now);
