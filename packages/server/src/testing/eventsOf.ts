import type { Db } from '../platform/db/database.ts';

/** An event of a project that lasts, and notices to change and to delete. */
export interface PlatformEvents {
  eventNoticeId: number;
  spareEventNoticeId: number;
}

export async function eventsOf(
  db: Db,
  { projectId, gatewayId, userId }: { projectId: number; gatewayId: number; userId: number },
  marker: string,
): Promise<PlatformEvents> {
  const at = new Date();
  await db
    .insertInto('platform_event')
    .values({
      project_id: projectId,
      type: 'gatewayOffline',
      subject_kind: 'gateway',
      subject_id: gatewayId,
      gateway_id: gatewayId,
      subject_name: `${marker} Gateway`,
      started_at: at,
    })
    // It lasts: there is one at a time.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const notices = await db
    .insertInto('event_notice')
    .values(
      ['Notice', 'Spare notice'].map((name) => ({
        project_id: projectId,
        name: `${marker} ${name}`,
        enabled: false,
        system_type: 'gateway',
        event_types: ['gatewayOffline'],
        created_at: at,
        changed_at: at,
      })),
    )
    .returning('id')
    .execute();
  const [eventNoticeId, spareEventNoticeId] = notices.map(({ id }) => id) as [number, number];
  for (const notice_id of [eventNoticeId, spareEventNoticeId])
    await db
      .insertInto('event_notice_person')
      .values({ notice_id, user_id: userId, channels: ['email'] })
      .execute();
  return { eventNoticeId, spareEventNoticeId };
}
