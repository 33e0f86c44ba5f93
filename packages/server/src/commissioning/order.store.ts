import type { DebugCheckName, DebugStatus, NotSentReason, TestChannel } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import { type CompanyTenant, inWholeProjects, type UserTenant } from '../access/index.ts';
import { containsText } from '../platform/db/containsText.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { allOf, direction, oneOf, pageOfRows, type RowRange } from '../platform/db/listQuery.ts';
import type { Item } from './checklist.ts';

export interface DebugOrderValues {
  install_unit: string;
  machine_type: string;
  person_id: number | null;
  person_name: string;
  planned_from: string | null;
  planned_to: string | null;
  region: string;
  address: string;
  estimated_minutes: number | null;
  actual_minutes: number | null;
  note: string;
}

export interface DebugOrderRow extends DebugOrderValues {
  id: number;
  number: string;
  project_id: number;
  project_name: string;
  project_name_en: string | null;
  status: DebugStatus;
  items: Item[] | null;
  created_at: Date;
  finished_at: Date | null;
  launched_at: Date | null;
  launched_by: string | null;
  launch_reason: string;
}

/** Of projects that the tenant sees as a whole: a checklist counts every device. */
const visible = (tenant: UserTenant): RawBuilder<boolean> => inWholeProjects(tenant, 'o.project_id');

const columns = sql`o.id, o.number, o.project_id, pl.name AS project_name, pl.name_en AS project_name_en, o.install_unit, o.machine_type,
  o.person_id, o.person_name, o.planned_from::text AS planned_from, o.planned_to::text AS planned_to, o.region, o.address,
  o.estimated_minutes, o.actual_minutes, o.note, o.status, o.items, o.created_at, o.finished_at,
  o.launched_at, o.launched_by, o.launch_reason`;
const tables = sql`debug_order o JOIN place_name pl ON pl.place_id = o.project_id`;
const orders = {
  number: sql`o.number`,
  project: sql`pl.name`,
  planned: sql`o.planned_from`,
  created: sql`o.created_at`,
};

export interface DebugOrderFilter {
  readonly text?: string | undefined;
  readonly projectIds?: readonly number[] | undefined;
  readonly status?: DebugStatus | undefined;
}

export async function pageOrders(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: DebugOrderFilter,
  order: { readonly by: keyof typeof orders; readonly ascending: boolean },
  range: RowRange,
): Promise<{ rows: DebugOrderRow[]; total: number }> {
  const where = allOf(
    visible(tenant),
    containsText(filter.text, 'o.number', 'o.install_unit', 'o.machine_type', 'o.person_name', 'o.address'),
    oneOf('o.project_id', filter.projectIds),
    filter.status !== undefined && sql`o.status = ${filter.status}`,
  );
  return pageOfRows<DebugOrderRow>(db, range, {
    columns,
    from: tables,
    counted: sql`debug_order o`,
    where,
    order: sql`${orders[order.by]} ${direction(order.ascending)} NULLS LAST, o.id`,
  });
}

/** Commissioning orders of projects that were made since a moment, by number, the newest first. */
export async function debugOrdersOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectIds: readonly number[],
  since: Date,
): Promise<{ id: number; project_id: number; at: Date; zh: string; en: string; is_open: boolean }[]> {
  const { rows } = await sql<{ id: number; project_id: number; at: Date; zh: string; en: string; is_open: boolean }>`
    SELECT o.id, o.project_id, o.created_at AS at, o.number AS zh, o.number AS en, o.status = 'doing' AS is_open FROM debug_order o
    WHERE o.project_id = ANY(${[...projectIds]}::int[]) AND o.created_at >= ${since} AND ${visible(tenant)}
    ORDER BY o.created_at DESC, o.id DESC`.execute(db);
  return rows;
}

/** The order where the tenant sees it, to be read. */
export async function findOrder(tenant: UserTenant, db: DbOrTransaction, id: number): Promise<DebugOrderRow | null> {
  const { rows } =
    await sql<DebugOrderRow>`SELECT ${columns} FROM ${tables} WHERE o.id = ${id} AND ${visible(tenant)}`.execute(db);
  return rows[0] ?? null;
}

/** The order where the tenant sees it; locked until a transaction ends. */
export async function lockOrder(tenant: UserTenant, db: DbOrTransaction, id: number): Promise<DebugOrderRow | null> {
  const { rows } = await sql<DebugOrderRow>`SELECT ${columns} FROM ${tables}
    WHERE o.id = ${id} AND ${visible(tenant)} FOR UPDATE OF o`.execute(db);
  return rows[0] ?? null;
}

/** The number of the order that is open for a project of the tenant; null: none. */
export async function openNumber(tenant: UserTenant, db: DbOrTransaction, projectId: number): Promise<string | null> {
  const { rows } = await sql<{ number: string }>`SELECT o.number FROM debug_order o
    WHERE o.project_id = ${projectId} AND o.status = 'doing' AND ${visible(tenant)}`.execute(db);
  return rows[0]?.number ?? null;
}

/** Orders of a project are made one after the other until the transaction ends. */
export async function lockProject(_tenant: UserTenant, transaction: DbOrTransaction, projectId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4870370, ${projectId})`.execute(transaction);
}

/** Active members of the company by name. */
export async function membersByName(
  tenant: CompanyTenant,
  db: DbOrTransaction,
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT u.id, coalesce(m.real_name, u.nickname) AS name FROM membership m JOIN app_user u ON u.id = m.user_id
    WHERE m.company_id = ${tenant.companyId} AND m.active ORDER BY name, u.id LIMIT 1000`.execute(db);
  return rows;
}

export async function nameOfMember(tenant: CompanyTenant, db: DbOrTransaction, userId: number): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    SELECT coalesce(m.real_name, u.nickname) AS name FROM membership m JOIN app_user u ON u.id = m.user_id
    WHERE m.company_id = ${tenant.companyId} AND m.active AND m.user_id = ${userId}`.execute(db);
  return rows[0]?.name ?? null;
}

export async function insertOrder(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  projectId: number,
  values: DebugOrderValues & { number: string },
  at: Date,
): Promise<number> {
  const { id } = await transaction
    .insertInto('debug_order')
    .values({ ...values, project_id: projectId, status: 'doing', created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Of an order that was found for the tenant. */
export async function updateOrder(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  id: number,
  {
    items,
    ...values
  }: Partial<DebugOrderValues & Pick<DebugOrderRow, 'launched_at' | 'launched_by' | 'launch_reason'>> & {
    status?: DebugStatus;
    items?: readonly Item[] | null;
    finished_at?: Date | null;
  },
): Promise<void> {
  await transaction
    .updateTable('debug_order')
    .set({ ...values, ...(items !== undefined && { items: items === null ? null : JSON.stringify(items) }) })
    .where('id', '=', id)
    .execute();
}

/** An order that was found for the tenant. */
export async function deleteOrder(_tenant: UserTenant, transaction: DbOrTransaction, id: number): Promise<void> {
  await transaction.deleteFrom('debug_order').where('id', '=', id).execute();
}

export interface Deed {
  name: DebugCheckName;
  ticked_by: string | null;
  ticked_at: Date | null;
  note: string;
  waived_by: string | null;
  waive_reason: string;
}

/** What people did about the items of an order that was found for the tenant. */
export async function deedsOf(_tenant: UserTenant, db: DbOrTransaction, orderId: number): Promise<Deed[]> {
  const { rows } = await sql<Deed>`SELECT name, ticked_by, ticked_at, note, waived_by, waive_reason FROM debug_item
    WHERE order_id = ${orderId}`.execute(db);
  return rows;
}

export async function keepDeed(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  orderId: number,
  { name, ...deed }: Pick<Deed, 'name'> & Partial<Deed>,
): Promise<void> {
  await transaction
    .insertInto('debug_item')
    .values({ order_id: orderId, name, ...deed })
    .onConflict((conflict) => conflict.columns(['order_id', 'name']).doUpdateSet(deed))
    .execute();
}

export interface TestMessage {
  readonly userId: number;
  readonly userName: string;
  readonly channel: TestChannel;
  readonly messageId: number | null;
  readonly reason: NotSentReason | null;
}

/** Test messages of an order that was found for the tenant. */
export async function insertTests(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  orderId: number,
  tests: readonly TestMessage[],
  { at, sentBy }: { at: Date; sentBy: string },
): Promise<void> {
  await transaction
    .insertInto('debug_test')
    .values(
      tests.map(({ userId, userName, channel, messageId, reason }) => ({
        ...{ order_id: orderId, user_id: userId, user_name: userName, channel, message_id: messageId, reason },
        ...{ sent_by: sentBy, at },
      })),
    )
    .execute();
}

/** How many test messages an order, found for the tenant, has had since. */
export async function testsSince(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  orderId: number,
  since: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM debug_test
    WHERE order_id = ${orderId} AND at > ${since}`.execute(transaction);
  return rows[0]!.count;
}
