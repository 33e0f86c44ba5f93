import type { EventSystem, EventTypeName } from '@watchpost/contract';
import { sql } from 'kysely';
import { inProjects, type UserTenant } from '../access/index.ts';
import { containsText } from '../platform/db/containsText.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { allOf, oneOf } from '../platform/db/listQuery.ts';

export type EventChannel = 'sms' | 'voice' | 'email';

export interface NoticeValues {
  name: string;
  name_en: string | null;
  enabled: boolean;
  system_type: EventSystem;
  event_types: EventTypeName[];
  delay_minutes: number;
  tells_recovery: boolean;
}

export interface NoticePerson {
  user_id: number;
  name: string;
  channels: EventChannel[];
  is_reached: boolean;
}

export interface NoticeRow extends NoticeValues {
  id: number;
  project_id: number;
  changed_at: Date;
  created_name: string | null;
  people: NoticePerson[];
}

const columns = sql`n.*, coalesce(m.real_name, maker.nickname) AS created_name,
  coalesce((SELECT json_agg(json_build_object('user_id', p.user_id, 'name', coalesce(pm.real_name, u.nickname), 'channels', p.channels,
      'is_reached', EXISTS (SELECT 1 FROM sees_events o WHERE o.user_id = p.user_id AND o.project_id = n.project_id))
      ORDER BY coalesce(pm.real_name, u.nickname), p.user_id)
    FROM event_notice_person p JOIN app_user u ON u.id = p.user_id
    LEFT JOIN membership pm ON pm.user_id = p.user_id AND pm.company_id = project.company_id AND pm.active
    WHERE p.notice_id = n.id), '[]') AS people`;

const tables = sql`event_notice n JOIN project ON project.id = n.project_id LEFT JOIN app_user maker ON maker.id = n.created_by
  LEFT JOIN membership m ON m.user_id = n.created_by AND m.company_id = project.company_id`;

export async function pageNotices(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: {
    projectId: number;
    ids: readonly number[] | null;
    text: string | null;
    systems: readonly EventSystem[] | null;
    enabled: boolean | null;
    offset: number;
    limit: number;
  },
): Promise<{ rows: NoticeRow[]; total: number }> {
  const { ids, text, systems, enabled } = filter;
  const where = allOf(
    sql`n.project_id = ${filter.projectId}`,
    inProjects(tenant, 'n.project_id'),
    oneOf('n.id', ids),
    containsText(text, 'n.name', 'n.name_en'),
    oneOf('n.system_type', systems),
    enabled !== null && sql`n.enabled = ${enabled}`,
  );
  const { rows } = await sql<NoticeRow>`
    SELECT ${columns} FROM ${tables} WHERE ${where} ORDER BY n.name, n.id OFFSET ${filter.offset} LIMIT ${filter.limit}`.execute(
    db,
  );
  const count = await sql<{ count: number }>`SELECT count(*) FROM event_notice n WHERE ${where}`.execute(db);
  return { rows, total: count.rows[0]?.count ?? 0 };
}

/** Those of a project of the tenant, locked until the transaction ends. */
export async function lockNotices(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  projectId: number,
  ids: readonly number[],
): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    SELECT ${columns} FROM ${tables}
    WHERE n.id = ANY(${[...ids]}::int[]) AND n.project_id = ${projectId} AND ${inProjects(tenant, 'n.project_id')}
    ORDER BY n.id FOR UPDATE OF n`.execute(transaction);
  return rows;
}

/** Into a project of the tenant. @returns its id */
export async function insertNotice(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  values: NoticeValues,
  at: Date,
): Promise<number> {
  const { id } = await db
    .insertInto('event_notice')
    .values({ ...values, project_id: projectId, created_by: tenant.userId, created_at: at, changed_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Of a notice found for this tenant. */
export async function updateNotice(
  _tenant: UserTenant,
  db: DbOrTransaction,
  noticeId: number,
  values: Partial<NoticeValues>,
  at: Date,
): Promise<void> {
  await db
    .updateTable('event_notice')
    .set({ ...values, changed_at: at })
    .where('id', '=', noticeId)
    .execute();
}

/** Exactly these are told, of a notice found for this tenant. */
export async function setPeople(
  _tenant: UserTenant,
  db: DbOrTransaction,
  noticeId: number,
  people: readonly { userId: number; channels: readonly EventChannel[] }[],
): Promise<void> {
  await db.deleteFrom('event_notice_person').where('notice_id', '=', noticeId).execute();
  await db
    .insertInto('event_notice_person')
    .values(people.map(({ userId, channels }) => ({ notice_id: noticeId, user_id: userId, channels: [...channels] })))
    .execute();
}

/** Notices found for this tenant. */
export async function deleteNotices(
  _tenant: UserTenant,
  db: DbOrTransaction,
  noticeIds: readonly number[],
): Promise<void> {
  await db
    .deleteFrom('event_notice')
    .where('id', 'in', [...noticeIds])
    .execute();
}

/** Which of these people may open the events of a project of the tenant. */
export async function whoSeesEvents(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  userIds: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ user_id: number; name: string }>`
    SELECT m.user_id, coalesce(m.real_name, u.nickname) AS name FROM membership m JOIN app_user u ON u.id = m.user_id
    JOIN sees_events sees ON sees.user_id = m.user_id AND sees.project_id = ${projectId}
    WHERE m.company_id = ${tenant.companyId} AND m.user_id = ANY(${[...userIds]}::int[])`.execute(db);
  return new Map(rows.map(({ user_id, name }) => [user_id, name]));
}
