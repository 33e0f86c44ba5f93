import { system } from '../access/index.ts';
import type { Announcement } from './announcement.ts';
import { sightOf } from './sight.ts';
import { type Client, insertNotifications, readTold } from './store.ts';

export interface Enqueued {
  /** People for whom something new waits. */
  readonly userIds: number[];
  /** Alarms about which somebody was told. */
  readonly alarmIds: ReadonlySet<number>;
}

/**
 * Writes one popup a person: to active members who may see the alarm now, none for projects that are not served (deleted, disabled, expired). A fixed
 * number of statements for any number of items; a step that a person was told of before is left alone.
 */
export async function enqueue(client: Client, items: readonly Announcement[], nowMs: number): Promise<Enqueued> {
  if (items.length === 0) return { userIds: [], alarmIds: new Set() };
  const { companyOf, viewersOf } = await sightOf(client, items, nowMs);
  const addressed = (chosen: readonly Announcement[], isWanted: (item: Announcement, userId: number) => boolean) =>
    chosen.flatMap((item) =>
      viewersOf(item)
        .filter((userId) => isWanted(item, userId))
        .map((userId) => ({ ...item, userId, companyId: companyOf.get(item.projectId)! })),
    );

  const at = new Date(nowMs);
  const first = await insertNotifications(
    system,
    client,
    addressed(
      items.filter((item) => !item.onlyThoseTold),
      () => true,
    ),
    at,
  );
  const toTold = items.filter((item) => item.onlyThoseTold);
  const told = await readTold(
    system,
    client,
    toTold.map(({ alarmId }) => alarmId),
  );
  const second = await insertNotifications(
    system,
    client,
    addressed(toTold, ({ alarmId }, userId) => told.has(`${alarmId}:${userId}`)),
    at,
  );
  const all = [...first, ...second];
  return {
    userIds: [...new Set(all.flatMap(({ user_id }) => user_id ?? []))],
    alarmIds: new Set(all.map(({ alarm_id }) => alarm_id)),
  };
}
