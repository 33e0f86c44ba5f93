import type { TagKey } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import { deviceVisible, type SystemTenant, type Tenant, type UserTenant } from '../../access/index.ts';
import { containsText } from '../../platform/db/containsText.ts';
import type { Db, DbOrTransaction } from '../../platform/db/database.ts';
import { direction, pageOfRows, type RowRange } from '../../platform/db/listQuery.ts';

export interface TagRow {
  id: number;
  company_id: number;
  project_id: number;
  project_name: string;
  project_name_en: string | null;
  device_id: number | null;
  serial_number: string;
  name: string;
  name_en: string | null;
  tag_type: 1 | 2 | 3;
  cycle_seconds: number;
  alarm_low: number | null;
  alarm_high: number | null;
  strategy_id: number | null;
  t_offset: number;
  h_offset: number;
  gateway_name: string | null;
  gateway_name_en: string | null;
  waybill_id: number | null;
  waybill_number: string | null;
  /** By what the gateway calls them. */
  points: Partial<Record<TagKey, number>>;
}

/** A tag is visible with the device that it is. */
const visible = (tenant: Tenant): RawBuilder<boolean> => deviceVisible(tenant, 't.project_id', 't.device_id');

const columns = sql`
  t.id, place.company_id, t.project_id, place.name AS project_name, place.name_en AS project_name_en, t.device_id, t.serial_number,
  coalesce(d.name, t.serial_number) AS name, d.name_en, t.tag_type, t.cycle_seconds, t.alarm_low, t.alarm_high, t.strategy_id,
  coalesce(c.t_offset, 0) AS t_offset, coalesce(c.h_offset, 0) AS h_offset, g.name AS gateway_name, g.name_en AS gateway_name_en,
  w.id AS waybill_id, w.number AS waybill_number,
  coalesce((SELECT jsonb_object_agg(p.mqtt_key, p.id) FROM point p WHERE p.kind = 'tag' AND p.mqtt_device = t.serial_number), '{}') AS points`;
const tables = sql`
  sensor_tag t JOIN subarea place ON place.id = t.project_id LEFT JOIN device d ON d.id = t.device_id
  LEFT JOIN LATERAL (SELECT t_offset, h_offset FROM tag_calibration WHERE tag_id = t.id ORDER BY valid_from DESC LIMIT 1) c ON true
  LEFT JOIN LATERAL (SELECT gateway_id FROM tag_heard WHERE tag_id = t.id ORDER BY from_at DESC LIMIT 1) h ON true
  LEFT JOIN gateway g ON g.id = h.gateway_id
  LEFT JOIN waybill_tag b ON b.tag_id = t.id AND b.unbound_at IS NULL LEFT JOIN waybill w ON w.id = b.waybill_id`;

export interface TagFilter {
  projectIds?: readonly number[] | undefined;
  text?: string | undefined;
  types?: readonly number[] | undefined;
  isBound?: boolean | undefined;
  isRecorder?: boolean | undefined;
}

const orders = {
  sn: sql`t.serial_number COLLATE natural_name`,
  name: sql`coalesce(d.name, t.serial_number) COLLATE natural_name`,
  type: sql`t.tag_type`,
  created: sql`t.created_at`,
} as const;

export async function pageTags(
  tenant: UserTenant,
  db: DbOrTransaction,
  { projectIds, text, types, isBound, isRecorder }: TagFilter,
  order: { by: keyof typeof orders; ascending: boolean },
  range: RowRange,
): Promise<{ rows: TagRow[]; total: number }> {
  const conditions: RawBuilder<unknown>[] = [visible(tenant)];
  if (projectIds) conditions.push(sql`t.project_id = ANY(${[...projectIds]}::int[])`);
  if (text !== undefined) conditions.push(containsText(text, 't.serial_number', 'd.name', 'd.name_en'));
  if (types) conditions.push(sql`t.tag_type = ANY(${[...types]}::int[])`);
  const bound = sql`EXISTS (SELECT 1 FROM waybill_tag b WHERE b.tag_id = t.id AND b.unbound_at IS NULL)`;
  if (isBound !== undefined) conditions.push(isBound ? bound : sql`NOT ${bound}`);
  const recorder = sql`EXISTS (SELECT 1 FROM tag_memory_range r WHERE r.tag_id = t.id)`;
  if (isRecorder !== undefined) conditions.push(isRecorder ? recorder : sql`NOT ${recorder}`);
  const where = sql.join(conditions, sql` AND `);
  return pageOfRows<TagRow>(db, range, {
    columns,
    from: tables,
    counted: sql`sensor_tag t LEFT JOIN device d ON d.id = t.device_id`,
    where,
    order: sql`${orders[order.by]} ${direction(order.ascending)}, t.id`,
  });
}

/** Those of the tags that the tenant may see; `lock`: they stay as they are until the transaction ends. */
export async function findTags(
  tenant: UserTenant,
  db: DbOrTransaction,
  ids: readonly number[],
  lock: 'lock' | 'look' = 'look',
): Promise<TagRow[]> {
  const { rows } = await sql<TagRow>`
    SELECT ${columns} FROM ${tables} WHERE t.id = ANY(${[...ids]}::int[]) AND ${visible(tenant)} ORDER BY t.id
    ${sql.raw(lock === 'lock' ? 'FOR UPDATE OF t' : '')}`.execute(db);
  return rows;
}

/** Which of these numbers a tag of this installation has. */
export async function takenNumbers(
  _tenant: UserTenant,
  db: DbOrTransaction,
  numbers: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ serial_number: string }>`
    SELECT serial_number FROM sensor_tag WHERE serial_number = ANY(${[...numbers]}::text[]) ORDER BY serial_number`.execute(
    db,
  );
  return rows.map(({ serial_number }) => serial_number);
}

/** One change of an installation's tag numbers at a time, until the transaction ends. */
export async function lockNumbers(_tenant: UserTenant, transaction: DbOrTransaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4870303)`.execute(transaction);
}

export async function tagClass(_tenant: UserTenant, db: DbOrTransaction): Promise<number> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM device_class WHERE code = 'sensorTag'`.execute(db);
  return rows[0]!.id;
}

/** @returns ids in the order of the tags */
export async function insertTags(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  tags: readonly {
    project_id: number;
    device_id: number;
    serial_number: string;
    tag_type: number;
    cycle_seconds: number;
    created_at: Date;
  }[],
): Promise<number[]> {
  const rows = await transaction
    .insertInto('sensor_tag')
    .values([...tags])
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function updateTag(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  id: number,
  values: {
    cycle_seconds?: number;
    alarm_low?: number | null;
    alarm_high?: number | null;
    strategy_id?: number | null;
  },
): Promise<void> {
  if (Object.keys(values).length > 0)
    await transaction.updateTable('sensor_tag').set(values).where('id', '=', id).execute();
}

/** The strategy that tags of a project with exactly these limits have; null: none has them. */
export async function strategyOfLimits(
  _tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  { low, high }: { low: number | null; high: number | null },
): Promise<number | null> {
  const { rows } = await sql<{ strategy_id: number }>`
    SELECT strategy_id FROM sensor_tag WHERE project_id = ${projectId} AND strategy_id IS NOT NULL
      AND alarm_low IS NOT DISTINCT FROM ${low}::float8 AND alarm_high IS NOT DISTINCT FROM ${high}::float8 LIMIT 1`.execute(
    db,
  );
  return rows[0]?.strategy_id ?? null;
}

export async function insertCalibration(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  row: { tag_id: number; valid_from: Date; t_offset: number; h_offset: number; reason: string },
): Promise<void> {
  await transaction
    .insertInto('tag_calibration')
    .values({ ...row, user_id: tenant.userId })
    .execute();
}

export interface Calibration {
  valid_from: Date;
  t_offset: number;
  h_offset: number;
}

/** Of a tag that was found for the tenant, by time. */
export async function calibrationsOf(_tenant: Tenant, db: DbOrTransaction, tagId: number): Promise<Calibration[]> {
  return db
    .selectFrom('tag_calibration')
    .select(['valid_from', 't_offset', 'h_offset'])
    .where('tag_id', '=', tagId)
    .orderBy('valid_from')
    .execute();
}

export async function deleteTagRows(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<void> {
  await sql`DELETE FROM sensor_tag WHERE id = ANY(${[...ids]}::int[])`.execute(transaction);
}

/** Notes which gateway heard which tag: goes on with the stretch of the same gateway, or begins another. Of each tag in order of time. */
export async function writeHeardTags(_system: SystemTenant, db: Db, heard: readonly HeardTag[]): Promise<void> {
  const rounds: HeardTag[][] = [];
  const seen = new Map<string, number>();
  for (const each of heard) {
    const round = seen.get(each.serialNumber) ?? 0;
    seen.set(each.serialNumber, round + 1);
    const others = rounds[round] ?? [];
    others.push(each);
    rounds[round] = others;
  }
  await db.transaction().execute(async (transaction) => {
    // One statement sees one last stretch of a tag.
    for (const round of rounds) await writeRound(transaction, round);
  });
}

const writeRound = (transaction: DbOrTransaction, heard: readonly HeardTag[]) =>
  sql`
    INSERT INTO tag_heard AS h (tag_id, gateway_id, from_at, until_at)
    SELECT t.id, n.gateway_id, CASE WHEN last.gateway_id = n.gateway_id THEN last.from_at ELSE n.from_at END, n.until_at
    FROM unnest(${heard.map((each) => each.serialNumber)}::text[], ${heard.map((each) => each.gatewayId)}::int[],
      ${heard.map((each) => new Date(each.from))}::timestamptz[], ${heard.map((each) => new Date(each.until))}::timestamptz[])
      AS n(serial_number, gateway_id, from_at, until_at)
    JOIN sensor_tag t ON t.serial_number = n.serial_number JOIN gateway g ON g.id = n.gateway_id
    LEFT JOIN LATERAL (SELECT gateway_id, from_at FROM tag_heard WHERE tag_id = t.id ORDER BY from_at DESC LIMIT 1) last ON true
    ON CONFLICT (tag_id, from_at) DO UPDATE SET until_at = greatest(h.until_at, excluded.until_at)`.execute(
    transaction,
  );

export interface HeardTag {
  serialNumber: string;
  gatewayId: number;
  /** Epoch ms. */
  from: number;
  until: number;
}
