import type { WaybillStatus } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import {
  type CompanyTenant,
  deviceVisible,
  type SystemTenant,
  type Tenant,
  type UserTenant,
} from '../../access/index.ts';
import { containsText } from '../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { allOf, direction, oneOf, pageOfRows, type RowRange } from '../../platform/db/listQuery.ts';
import { type PlannedStop, stopsOfW } from './stop.store.ts';

/** What people say of a waybill. */
export interface WaybillValues {
  number: string;
  device_id: number | null;
  device_name: string | null;
  shipper: string;
  consignee: string;
  origin: string;
  destination: string;
  goods: string;
  quantity: string;
  temp_range_id: number | null;
  origin_fence_id: number | null;
  destination_fence_id: number | null;
  /** It departs and arrives by its geofences; else what they say is offered. */
  moves_by_fence: boolean;
  /** Minutes; null: goods are not estimated. */
  goods_lag_minutes: number | null;
  planned_depart: Date | null;
  planned_arrive: Date | null;
  remark: string;
}

export interface WaybillRow extends WaybillValues {
  id: number;
  company_id: number;
  project_id: number;
  project_name: string;
  project_name_en: string | null;
  status: WaybillStatus;
  device_name_en: string | null;
  fence_name: string | null;
  origin_fence_name: string | null;
  departed_by_fence: boolean;
  arrived_by_fence: boolean;
  range_name: string | null;
  range_name_en: string | null;
  low: number | null;
  high: number | null;
  departed_at: Date | null;
  arrived_at: Date | null;
  ended_at: Date | null;
  created_at: Date;
  created_name: string | null;
  tag_count: number;
  stops: PlannedStop[];
}

/** Visible with its vehicle; without one, to people who see the whole project. */
const visible = (tenant: Tenant): RawBuilder<boolean> => deviceVisible(tenant, 'w.project_id', 'w.device_id');

const columns = sql`
  w.id, place.company_id, w.project_id, place.name AS project_name, place.name_en AS project_name_en, w.number, w.status, w.device_id,
  coalesce(d.name, w.device_name) AS device_name, d.name_en AS device_name_en, w.shipper, w.consignee, w.origin, w.destination, w.destination_fence_id,
  w.origin_fence_id, w.moves_by_fence, w.departed_by_fence, w.arrived_by_fence, w.goods_lag_minutes, fence.name AS fence_name,
  start.name AS origin_fence_name, w.goods,
  w.quantity, w.remark, w.temp_range_id, r.name AS range_name, r.name_en AS range_name_en, r.low, r.high, w.planned_depart, w.planned_arrive,
  w.departed_at, w.arrived_at, w.ended_at, w.created_at, person.name AS created_name, ${stopsOfW} AS stops,
  (SELECT count(*)::int FROM waybill_tag b WHERE b.waybill_id = w.id
    AND (b.unbound_at IS NULL OR b.unbound_at = w.ended_at)) AS tag_count`;
const tables = sql`
  waybill w JOIN place_name place ON place.place_id = w.project_id LEFT JOIN device d ON d.id = w.device_id
  LEFT JOIN temp_range r ON r.id = w.temp_range_id LEFT JOIN person ON person.user_id = w.created_by
  LEFT JOIN geofence fence ON fence.id = w.destination_fence_id LEFT JOIN geofence start ON start.id = w.origin_fence_id`;

export interface WaybillFilter {
  projectIds?: readonly number[] | undefined;
  number?: string | undefined;
  statuses?: readonly number[] | undefined;
  carIds?: readonly number[] | undefined;
  text?: string | undefined;
}

const orders = {
  number: sql`w.number COLLATE natural_name`,
  status: sql`w.status`,
  depart: sql`coalesce(w.departed_at, w.planned_depart)`,
  create: sql`w.created_at`,
} as const;

export async function pageWaybills(
  tenant: UserTenant,
  db: DbOrTransaction,
  { projectIds, number, statuses, carIds, text }: WaybillFilter,
  order: { by: keyof typeof orders; ascending: boolean },
  range: RowRange,
): Promise<{ rows: WaybillRow[]; total: number }> {
  const where = allOf(
    visible(tenant),
    oneOf('w.project_id', projectIds),
    containsText(number, 'w.number'),
    oneOf('w.status', statuses),
    oneOf('w.device_id', carIds),
    containsText(text, 'w.shipper', 'w.consignee', 'w.goods', 'w.origin', 'w.destination'),
  );
  return pageOfRows<WaybillRow>(db, range, {
    columns,
    from: tables,
    counted: sql`waybill w`,
    where,
    order: sql`${orders[order.by]} ${direction(order.ascending)} NULLS LAST, w.id DESC`,
  });
}

/** A waybill that the tenant may see; `lock`: it stays as it is until the transaction ends. */
export async function findWaybill(
  tenant: Tenant,
  db: DbOrTransaction,
  id: number,
  lock: 'lock' | 'look' = 'look',
): Promise<WaybillRow | undefined> {
  const { rows } = await sql<WaybillRow>`
    SELECT ${columns} FROM ${tables} WHERE w.id = ${id} AND ${visible(tenant)}
    ${sql.raw(lock === 'lock' ? 'FOR UPDATE OF w' : '')}`.execute(db);
  return rows[0];
}

/** Which of these numbers waybills of the project have. */
export async function takenWaybillNumbers(
  _tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  numbers: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    SELECT number FROM waybill WHERE project_id = ${projectId} AND number = ANY(${[...numbers]}::text[])`.execute(db);
  return rows.map(({ number }) => number);
}

/** Waybills of a project are added one call after the other until the transaction ends, so that a free number stays free. */
export async function lockWaybills(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  projectId: number,
): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4870304, ${projectId})`.execute(transaction);
}

/** @returns ids in the order of the waybills */
export async function insertWaybills(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  projectId: number,
  waybills: readonly WaybillValues[],
  at: Date,
): Promise<number[]> {
  const ids: number[] = [];
  // PostgreSQL takes 65,535 parameters at most.
  for (let from = 0; from < waybills.length; from += 1_000) {
    const rows = await transaction
      .insertInto('waybill')
      .values(
        waybills.slice(from, from + 1_000).map((values) => ({
          ...values,
          project_id: projectId,
          status: 0,
          created_at: at,
          created_by: tenant.userId,
        })),
      )
      .returning('id')
      .execute();
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

/** Open waybills that follow their geofences. */
export async function waybillsByFence(_system: SystemTenant, db: DbOrTransaction): Promise<WaybillRow[]> {
  const { rows } = await sql<WaybillRow>`
    SELECT ${columns} FROM ${tables} JOIN project ON project.id = w.project_id AND project.deleted_at IS NULL
    WHERE w.moves_by_fence AND w.status < 3 AND w.device_id IS NOT NULL
      AND (w.origin_fence_id IS NOT NULL OR w.destination_fence_id IS NOT NULL) ORDER BY w.id`.execute(db);
  return rows;
}

/** Waybills that go to stops with geofences: those on their way, and those whose positions may still come, for a day after their end. */
export async function waybillsWithStops(_system: SystemTenant, db: DbOrTransaction, now: Date): Promise<WaybillRow[]> {
  const { rows } = await sql<WaybillRow>`
    SELECT ${columns} FROM ${tables} JOIN project ON project.id = w.project_id AND project.deleted_at IS NULL
    WHERE w.departed_at IS NOT NULL AND w.device_id IS NOT NULL AND w.status <> 5
      AND (w.ended_at IS NULL OR w.ended_at > ${now}::timestamptz - interval '1 day')
      AND EXISTS (SELECT FROM waybill_stop s WHERE s.waybill_id = w.id AND s.geofence_id IS NOT NULL) ORDER BY w.id`.execute(
    db,
  );
  return rows;
}

/** @param id of a waybill that was found for the tenant */
export async function updateWaybill(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  id: number,
  values: Partial<WaybillValues> & {
    status?: WaybillStatus;
    departed_at?: Date;
    arrived_at?: Date;
    ended_at?: Date;
    departed_by_fence?: boolean;
    arrived_by_fence?: boolean;
  },
): Promise<void> {
  if (Object.keys(values).length > 0)
    await transaction.updateTable('waybill').set(values).where('id', '=', id).execute();
}

export interface BoundTag {
  id: number;
  tag_id: number | null;
  serial_number: string;
  name: string;
  name_en: string | null;
  place: string;
  bound_at: Date;
  unbound_at: Date | null;
  cycle_seconds: number | null;
  point_id: number | null;
}

/** Every tag that a waybill has or had, in the order in which they were bound. */
export async function tagsOf(_tenant: Tenant, db: DbOrTransaction, waybillId: number): Promise<BoundTag[]> {
  const { rows } = await sql<BoundTag>`
    SELECT b.id, b.tag_id, b.serial_number, coalesce(d.name, b.name) AS name, d.name_en, b.place, b.bound_at, b.unbound_at, t.cycle_seconds, p.id AS point_id
    FROM waybill_tag b LEFT JOIN sensor_tag t ON t.id = b.tag_id LEFT JOIN device d ON d.id = t.device_id
    LEFT JOIN point p ON p.kind = 'tag' AND p.mqtt_device = t.serial_number AND p.mqtt_key = 'temperature'
    WHERE b.waybill_id = ${waybillId} ORDER BY b.bound_at, b.id`.execute(db);
  return rows;
}

export async function bindTags(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  rows: readonly {
    waybill_id: number;
    tag_id: number;
    serial_number: string;
    name: string;
    place: string;
    bound_at: Date;
  }[],
): Promise<void> {
  await transaction
    .insertInto('waybill_tag')
    .values([...rows])
    .execute();
}

/**
 * Takes tags off a waybill.
 *
 * @param tagIds null: all; one that was taken off after `at` counts as taken off then
 * @returns the numbers of the tags that were taken off
 */
export async function unbindTags(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  waybillId: number,
  tagIds: readonly number[] | null,
  at: Date,
): Promise<string[]> {
  const { rows } = await sql<{ serial_number: string }>`
    UPDATE waybill_tag SET unbound_at = greatest(${at}, bound_at) WHERE waybill_id = ${waybillId}
      AND (unbound_at IS NULL OR ${tagIds === null}::boolean AND unbound_at > ${at})
      AND (${tagIds === null}::boolean OR tag_id = ANY(${[...(tagIds ?? [])]}::int[])) RETURNING serial_number`.execute(
    transaction,
  );
  return rows.map(({ serial_number }) => serial_number);
}

export interface WaybillEvent {
  at: Date;
  user_name: string | null;
  text_zh: string;
  text_en: string;
}

export async function insertEvent(
  tenant: Tenant,
  transaction: DbOrTransaction,
  waybillId: number,
  at: Date,
  text: { zh: string; en: string },
): Promise<void> {
  const userId = tenant.kind === 'user' ? tenant.userId : null;
  await sql`
    INSERT INTO waybill_event (waybill_id, at, user_id, user_name, text_zh, text_en)
    VALUES (${waybillId}, ${at}, ${userId}, (SELECT name FROM person WHERE user_id = ${userId} LIMIT 1), ${text.zh}, ${text.en})`.execute(
    transaction,
  );
}

/** Newest first. */
export async function eventsOf(_tenant: UserTenant, db: DbOrTransaction, waybillId: number): Promise<WaybillEvent[]> {
  const { rows } = await sql<WaybillEvent>`
    SELECT at, user_name, text_zh, text_en FROM waybill_event WHERE waybill_id = ${waybillId} ORDER BY id DESC`.execute(
    db,
  );
  return rows;
}

export interface TempRangeRow {
  id: number;
  company_id: number | null;
  name: string;
  name_en: string | null;
  low: number | null;
  high: number | null;
}

/** Those of the platform, then those of the company. */
export async function listRanges(tenant: CompanyTenant, db: DbOrTransaction): Promise<TempRangeRow[]> {
  const { rows } = await sql<TempRangeRow>`
    SELECT id, company_id, name, name_en, low, high FROM temp_range
    WHERE company_id IS NULL OR company_id = ${tenant.companyId}
    ORDER BY company_id NULLS FIRST, coalesce(low, -300), high, id`.execute(db);
  return rows;
}

/** Temperature ranges of a company are changed one call after the other until the transaction ends. */
export async function lockRanges(tenant: CompanyTenant, transaction: DbOrTransaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4870305, ${tenant.companyId})`.execute(transaction);
}

export async function insertRange(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  values: { name: string; low: number | null; high: number | null },
): Promise<number> {
  const { id } = await transaction
    .insertInto('temp_range')
    .values({ ...values, company_id: tenant.companyId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateRange(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  id: number,
  values: { name?: string; low?: number | null; high?: number | null },
): Promise<void> {
  await transaction
    .updateTable('temp_range')
    .set(values)
    .where('id', '=', id)
    .where('company_id', '=', tenant.companyId)
    .execute();
}

/** How many waybills a range of the company is used by, wherever they are. */
export async function usesOfRange(_tenant: CompanyTenant, db: DbOrTransaction, id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) FROM waybill WHERE temp_range_id = ${id}`.execute(db);
  return rows[0]!.count;
}

export async function deleteRange(tenant: CompanyTenant, transaction: DbOrTransaction, id: number): Promise<void> {
  await sql`DELETE FROM temp_range WHERE id = ${id} AND company_id = ${tenant.companyId}`.execute(transaction);
}
