import type { AlarmPush } from '@watchpost/contract';

/** Popups on the screen and those closed in this session. */
export interface PopupQueue {
  /** Most pressing first. */
  readonly open: readonly AlarmPush[];
  /** Ids of pushes that were closed here: never shown again, also when the server still lists them. */
  readonly closed: ReadonlySet<number>;
}

export const emptyPopups = (closed: Iterable<number> = []): PopupQueue => ({ open: [], closed: new Set(closed) });

/** A recovery presses nobody; otherwise by severity, then the newest. */
const byPressure = (a: AlarmPush, b: AlarmPush): number =>
  Number(a.PushType === 3) - Number(b.PushType === 3) || a.Level - b.Level || b.AlarmPushId - a.AlarmPushId;

/**
 * Adds what the server lists as unread. A push that is shown stays until it is closed, whatever later answers hold; one that
 * was shown before does not come again. Words follow the user's language. The same queue when nothing is new.
 */
export function withUnread(queue: PopupQueue, unread: readonly AlarmPush[]): PopupQueue {
  const listed = new Map(unread.map((push) => [push.AlarmPushId, push]));
  let changed = false;
  const open = queue.open.map((push) => {
    const same = listed.get(push.AlarmPushId);
    listed.delete(push.AlarmPushId);
    if (!same || (same.AlarmSetting === push.AlarmSetting && same.ModelTreeName === push.ModelTreeName)) return push;
    changed = true;
    return same;
  });
  const fresh = [...listed.values()].filter(({ AlarmPushId }) => !queue.closed.has(AlarmPushId));
  if (fresh.length === 0 && !changed) return queue;
  return { ...queue, open: [...open, ...fresh].sort(byPressure) };
}

export const withClosed = (queue: PopupQueue, ids: readonly number[]): PopupQueue => ({
  open: queue.open.filter(({ AlarmPushId }) => !ids.includes(AlarmPushId)),
  closed: new Set([...queue.closed, ...ids]),
});
