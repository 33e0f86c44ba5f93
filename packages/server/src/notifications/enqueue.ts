import { pushTypes } from '@watchpost/contract';
import { system } from '../access/index.ts';
import { alarmVisibilityOf } from './alarmVisibility.ts';
import type { Announcement } from './announcement.ts';
import { notifiedSeverity } from './severityRules.ts';
import { type Client, insertNotifications, readTold } from './store.ts';

export interface Enqueued {
  /** People with a new popup. */
  readonly userIds: number[];
  /** Alarms of which somebody was notified. */
  readonly alarmIds: ReadonlySet<number>;
}

/**
 * Writes one popup a person: to active members who may see the alarm now, none for projects that are not served (deleted,
 * disabled, expired). A fixed number of statements for any number of items; a step that has reached a person already is left
 * alone. An all-clear goes to earlier recipients, at the severity they know; another end is shown on the popup they have, which
 * needs no second one. An alarm that came and went while its gateway was offline is for contacts alone.
 */
export async function enqueue(client: Client, announced: readonly Announcement[], nowMs: number): Promise<Enqueued> {
  const items = announced.filter(({ pushType }) => pushType !== pushTypes.ended && pushType !== pushTypes.offline);
  if (items.length === 0) return { userIds: [], alarmIds: new Set() };
  const { companyOf, viewersOf, canView } = await alarmVisibilityOf(client, items, nowMs);

  const at = new Date(nowMs);
  const first = await insertNotifications(
    system,
    client,
    items
      .filter((item) => !item.previouslyNotifiedOnly)
      .flatMap((item) =>
        viewersOf(item).map((userId) => ({ ...item, userId, companyId: companyOf.get(item.projectId)! })),
      ),
    at,
  );
  const toTold = items.filter((item) => item.previouslyNotifiedOnly);
  const toldOf = await readTold(
    system,
    client,
    toTold.map(({ alarmId }) => alarmId),
  );
  const second = await insertNotifications(
    system,
    client,
    toTold.flatMap((item) => {
      const companyId = companyOf.get(item.projectId);
      if (companyId === undefined) return [];
      return (toldOf.get(item.alarmId) ?? []).flatMap(({ userId, severities }) => {
        const severity = notifiedSeverity(severities, (each) => canView(userId, { ...item, severity: each }));
        return severity === null ? [] : [{ ...item, severity, userId, companyId }];
      });
    }),
    at,
  );
  const all = [...first, ...second];
  return {
    userIds: [...new Set(all.flatMap(({ user_id }) => user_id ?? []))],
    alarmIds: new Set(all.map(({ alarm_id }) => alarm_id)),
  };
}
