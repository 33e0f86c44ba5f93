import { type AlarmPush, pushTypes } from '@watchpost/contract';

/** The process is back, or its rule went away: it is not urgent any more. */
export const isOver = (push: AlarmPush): boolean => push.ClearedEpoch !== null || push.PushType === pushTypes.clear;

/** Nobody has taken it in hand, and it goes on. */
const waits = (push: AlarmPush): boolean => !isOver(push) && push.AckedEpoch === null;

/** Interrupts a screen reader; the rest waits its turn. */
export const isPressing = (push: AlarmPush): boolean => push.Level === 1 && waits(push);

/** Alarms that nobody has taken on first; then by severity, then the newest. Ended ones come last. */
const byPressure = (a: AlarmPush, b: AlarmPush): number =>
  Number(isOver(a)) - Number(isOver(b)) ||
  Number(!waits(a)) - Number(!waits(b)) ||
  a.Level - b.Level ||
  b.AlarmPushId - a.AlarmPushId;

/**
 * The popups to show: what the server lists as unread, as it is now, without those closed in this session. What it lists no
 * longer was read elsewhere (by confirming, or in another window), was replaced by a newer push of the same alarm, or is not
 * the user's to see any more.
 *
 * @returns most pressing first
 */
export const openPopups = (unread: readonly AlarmPush[], closed: ReadonlySet<number>): AlarmPush[] =>
  unread.filter(({ AlarmPushId }) => !closed.has(AlarmPushId)).sort(byPressure);
