import { sql } from 'kysely';
import { inProjects, type Tenant, type UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

export interface ReadingRow {
  id: number;
  meter_id: number;
  serial_number: string;
  read_at: Date;
  reading: number;
  /** Wh since the reading before it of the same register; null: it is the first, the register went back, or it is not counted. */
  wh: number | null;
  /** What became of an impossible difference; null: there is none, or it is accepted. */
  doubt: 'open' | 'dismissed' | null;
  note: string;
  entered_name: string | null;
}

/** Readings of a meter that people entered, newest first. */
export async function pageReadings(
  tenant: UserTenant,
  db: DbOrTransaction,
  meterId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: ReadingRow[]; total: number }> {
  const where = sql`i.meter_id = ${meterId} AND ${inProjects(tenant, 'm.project_id')}`;
  const tables = sql`energy_reading r JOIN energy_installation i ON i.id = r.installation_id JOIN energy_meter m ON m.id = i.meter_id`;
  const { rows } = await sql<ReadingRow>`
    SELECT id, meter_id, serial_number, read_at, reading, note, entered_name, doubt,
      CASE WHEN reading >= before AND doubt IS NULL THEN round((reading - before) * wh_per_unit)::float8 END AS wh
    FROM (
      SELECT r.id, i.meter_id, i.serial_number, r.read_at, r.reading, r.note, person.name AS entered_name,
        i.unit_wh * i.multiplier AS wh_per_unit, coalesce(lag(r.reading) OVER (PARTITION BY i.id ORDER BY r.read_at), i.start_reading) AS before,
        nullif(e.state, 'accepted') AS doubt
      FROM ${tables} LEFT JOIN person ON person.user_id = r.entered_by
        LEFT JOIN energy_event e ON e.meter_id = i.meter_id AND e.at = r.read_at WHERE ${where}) read
    ORDER BY read_at DESC, id DESC OFFSET ${offset} LIMIT ${limit}`.execute(db);
  const counted = await sql<{ count: number }>`SELECT count(*) FROM ${tables} WHERE ${where}`.execute(db);
  return { rows, total: counted.rows[0]!.count };
}

/** A reading that the tenant may see. */
export async function findReading(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  id: number,
): Promise<{ id: number; meter_id: number; installation_id: number; read_at: Date; reading: number } | null> {
  const { rows } = await sql<{ id: number; meter_id: number; installation_id: number; read_at: Date; reading: number }>`
    SELECT r.id, i.meter_id, r.installation_id, r.read_at, r.reading
    FROM energy_reading r JOIN energy_installation i ON i.id = r.installation_id JOIN energy_meter m ON m.id = i.meter_id
    WHERE r.id = ${id} AND ${inProjects(tenant, 'm.project_id')}`.execute(transaction);
  return rows[0] ?? null;
}

/** The readings of a register next to a moment; null: there is none on that side. `at`: one of this very moment. */
export async function readingsBeside(
  _tenant: UserTenant,
  db: DbOrTransaction,
  installationId: number,
  at: Date,
): Promise<Record<'before' | 'at' | 'after', { read_at: Date; reading: number } | null>> {
  const one = async (condition: ReturnType<typeof sql>, order: 'ASC' | 'DESC') =>
    (
      await sql<{ read_at: Date; reading: number }>`
        SELECT read_at, reading FROM energy_reading WHERE installation_id = ${installationId} AND ${condition}
        ORDER BY read_at ${sql.raw(order)} LIMIT 1`.execute(db)
    ).rows[0] ?? null;
  return {
    before: await one(sql`read_at < ${at}`, 'DESC'),
    at: await one(sql`read_at = ${at}`, 'ASC'),
    after: await one(sql`read_at > ${at}`, 'ASC'),
  };
}

export interface ReadingExtremes {
  first: number;
  last: number;
  max: number;
  last_at: Date;
  /** One of them lies below the one before it. */
  falls: boolean;
}

/** What people read off a register, first and last in time; null: nothing yet. */
export async function extremesOf(
  _tenant: UserTenant,
  db: DbOrTransaction,
  installationId: number,
): Promise<ReadingExtremes | null> {
  const { rows } = await sql<ReadingExtremes & { count: number }>`
    SELECT count(*) AS count, (array_agg(reading ORDER BY read_at))[1] AS first, (array_agg(reading ORDER BY read_at DESC))[1] AS last,
      max(reading) AS max, max(read_at) AS last_at, coalesce(bool_or(reading < before), false) AS falls
    FROM (SELECT read_at, reading, lag(reading) OVER (ORDER BY read_at) AS before
      FROM energy_reading WHERE installation_id = ${installationId}) r`.execute(db);
  return rows[0]!.count === 0 ? null : rows[0]!;
}

/** @returns its id */
export async function insertReading(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  values: { installation_id: number; read_at: Date; reading: number; note: string; entered_at: Date },
): Promise<number> {
  const { id } = await transaction
    .insertInto('energy_reading')
    .values({ ...values, entered_by: tenant.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function deleteReading(_tenant: UserTenant, transaction: DbOrTransaction, id: number): Promise<void> {
  await transaction.deleteFrom('energy_reading').where('id', '=', id).execute();
}

/** What people read off a register within [from, to), epoch ms. */
export async function readingsWithin(
  _tenant: Tenant,
  db: DbOrTransaction,
  installationId: number,
  from: number,
  to: number,
): Promise<{ at: number; value: number }[]> {
  const { rows } = await sql<{ read_at: Date; reading: number }>`
    SELECT read_at, reading FROM energy_reading
    WHERE installation_id = ${installationId} AND read_at >= ${new Date(from)} AND read_at < ${new Date(to)} ORDER BY read_at`.execute(
    db,
  );
  return rows.map(({ read_at, reading }) => ({ at: read_at.getTime(), value: reading }));
}
