import type { Bilingual } from '@watchpost/contract';
import { type PermissionName, permissionIds } from '@watchpost/contract';
import { sql } from 'kysely';
import { membersOfProjects, type SystemTenant, system, type Tenant } from '../access/index.ts';
import { clientOf } from '../platform/db/clientOf.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { orderVisible } from './repair.store.ts';
import type { Viewer } from './viewer.ts';

/** Members who hold one of the permissions in the order's project and see its device; without a device, those who see all of them. */
export async function membersFor(
  _tenant: Tenant,
  db: DbOrTransaction,
  order: { project_id: number; device_id: number | null },
  permissions: readonly PermissionName[],
): Promise<number[]> {
  const members = await membersOfProjects(system, clientOf(db), [order.project_id], permissionIds(permissions));
  return members
    .filter(
      ({ devices, device_ids }) =>
        devices === 'all' || (order.device_id !== null && device_ids.includes(order.device_id)),
    )
    .map(({ user_id }) => user_id);
}

export interface Repairer {
  user_id: number;
  name: string;
  open_count: number;
}

/** Names of members, and how many orders each works on in the viewer's projects. */
export async function repairersAmong(
  tenant: Viewer,
  db: DbOrTransaction,
  userIds: readonly number[],
): Promise<Repairer[]> {
  const { rows } = await sql<Repairer>`
    SELECT u.id AS user_id, coalesce(m.real_name, u.nickname) AS name,
      (SELECT count(*)::int FROM repair_order r WHERE r.assignee_id = u.id AND r.status IN (1, 2, 3) AND ${orderVisible(tenant)}) AS open_count
    FROM app_user u JOIN membership m ON m.user_id = u.id AND m.company_id = ${tenant.companyId}
    WHERE u.id = ANY(${[...userIds]}::int[]) ORDER BY open_count, name, u.id`.execute(db);
  return rows;
}

/** Writes what people are told of an order, which was found for the tenant. */
export async function insertMessages(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  {
    orderId,
    userIds,
    text,
    urgent,
    at,
  }: {
    orderId: number;
    userIds: readonly number[];
    text: Bilingual;
    urgent: boolean;
    at: Date;
  },
): Promise<void> {
  if (userIds.length === 0) return;
  await sql`
    INSERT INTO repair_message (order_id, user_id, at, text_zh, text_en, urgent)
    SELECT ${orderId}, id, ${at}, ${text.zh}, ${text.en}, ${urgent} FROM unnest(${[...new Set(userIds)]}::int[]) AS t(id)`.execute(
    transaction,
  );
}

export interface MessageRow {
  id: number;
  order_id: number;
  /** Null: a report by QR code that is a draft. */
  number: string | null;
  project_id: number;
  project_name: string;
  project_name_en: string | null;
  severity: number;
  status: number;
  at: Date;
  text_zh: string;
  text_en: string;
}

/** What the viewer was told, newest first; of orders that they still see. */
export async function pageMessages(
  tenant: Viewer,
  db: DbOrTransaction,
  range: { offset: number; limit: number },
): Promise<{ rows: MessageRow[]; total: number }> {
  const where = sql`m.user_id = ${tenant.userId} AND ${orderVisible(tenant)}`;
  const { rows } = await sql<MessageRow>`
    SELECT m.id, m.order_id, r.number, r.project_id, place.name AS project_name, place.name_en AS project_name_en, r.severity, r.status, m.at,
      m.text_zh, m.text_en
    FROM repair_message m JOIN repair_order r ON r.id = m.order_id JOIN subarea place ON place.id = r.project_id
    WHERE ${where} ORDER BY m.id DESC OFFSET ${range.offset} LIMIT ${range.limit}`.execute(db);
  const count = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM repair_message m JOIN repair_order r ON r.id = m.order_id WHERE ${where}`.execute(
    db,
  );
  return { rows, total: count.rows[0]?.count ?? 0 };
}

export interface UnsentMessage {
  ids: number[];
  user_id: number;
  order_id: number;
  number: string | null;
  urgent: boolean;
  project_name: string;
  project_name_en: string | null;
  time_zone: string;
  texts_zh: string[];
  texts_en: string[];
}

/**
 * What waits for the outbox, a pile for each person and order, unless the person was sent something of this order in the last
 * minutes.
 */
export async function lockUnsent(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  { at, quietMinutes, limit }: { at: Date; quietMinutes: number; limit: number },
): Promise<UnsentMessage[]> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('sendRepairMessages'))`.execute(transaction);
  const { rows } = await sql<UnsentMessage>`
    SELECT array_agg(m.id ORDER BY m.id) AS ids, m.user_id, m.order_id, r.number, bool_or(m.urgent) AS urgent, place.name AS project_name,
      place.name_en AS project_name_en, p.time_zone, array_agg(m.text_zh ORDER BY m.id) AS texts_zh, array_agg(m.text_en ORDER BY m.id) AS texts_en
    FROM repair_message m JOIN repair_order r ON r.id = m.order_id JOIN project p ON p.id = r.project_id JOIN subarea place ON place.id = p.id
    WHERE m.sent_at IS NULL AND NOT EXISTS (
      SELECT 1 FROM repair_message s WHERE s.user_id = m.user_id AND s.order_id = m.order_id
        AND s.sent_at > ${at}::timestamptz - ${quietMinutes} * interval '1 minute')
    GROUP BY m.user_id, m.order_id, r.number, place.name, place.name_en, p.time_zone ORDER BY min(m.id) LIMIT ${limit}`.execute(
    transaction,
  );
  return rows;
}

export async function markSent(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
  at: Date,
): Promise<void> {
  if (ids.length > 0)
    await sql`UPDATE repair_message SET sent_at = ${at} WHERE id = ANY(${[...ids]}::bigint[])`.execute(transaction);
}
