import type { Language, PackStatus } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import type { SystemTenant, Tenant, UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { pageOfRows, type RowRange } from '../../platform/db/listQuery.ts';
import { wholeProject } from '../proof/proof.store.ts';

export interface PackRow {
  id: number;
  project_id: number;
  company_id: number;
  time_zone: string;
  name: string;
  device_ids: number[];
  from_day: string;
  until_day: string;
  language: Language;
  revision: number;
  status: PackStatus;
  failure: string | null;
  point_ids: number[] | null;
  facts: Buffer | null;
  sha256: Buffer | null;
  size_bytes: number | null;
  created_by: number | null;
  created_name: string | null;
  made_at: Date | null;
  published_name: string | null;
  published_at: Date | null;
  /** Days of its points that were sealed again since it was made. */
  revised: number;
}

const packColumns = sql`k.id, k.project_id, project.company_id, project.time_zone, k.name, to_jsonb(k.device_ids) AS device_ids,
  k.from_day::text AS from_day, k.until_day::text AS until_day, k.language, k.revision, k.status, k.failure, to_jsonb(k.point_ids) AS point_ids,
  k.facts, k.sha256, k.size_bytes::float8 AS size_bytes, k.created_by, maker.name AS created_name, k.made_at, publisher.name AS published_name,
  k.published_at,
  (SELECT count(*)::int FROM record_seal s JOIN project_seal r ON r.id = s.seal_id WHERE k.status = 2 AND s.point_id = ANY(k.point_ids)
    AND s.day BETWEEN k.from_day AND k.until_day AND s.revision > 1 AND r.made_at > k.made_at) AS revised`;
const packTables = sql`compliance_pack k JOIN project ON project.id = k.project_id
  LEFT JOIN person maker ON maker.user_id = k.created_by LEFT JOIN person publisher ON publisher.user_id = k.published_by`;

export async function pagePacks(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  range: RowRange,
): Promise<{ rows: PackRow[]; total: number }> {
  const where: RawBuilder<unknown> = sql`k.project_id = ${projectId} AND ${wholeProject(tenant, 'k.project_id')}`;
  return pageOfRows<PackRow>(db, range, {
    columns: packColumns,
    from: packTables,
    counted: sql`compliance_pack k`,
    where,
    order: sql`k.from_day DESC, k.id DESC`,
  });
}

/** Those of the packs that the tenant may see; `lock`: they stay as they are until the transaction ends. */
export async function findPacks(
  tenant: Tenant,
  db: DbOrTransaction,
  ids: readonly number[],
  lock: 'lock' | 'look' = 'look',
): Promise<PackRow[]> {
  const { rows } = await sql<PackRow>`
    SELECT ${packColumns} FROM ${packTables} WHERE k.id = ANY(${[...ids]}::int[]) AND ${wholeProject(tenant, 'k.project_id')}
    ORDER BY k.id ${sql.raw(lock === 'lock' ? 'FOR UPDATE OF k' : '')}`.execute(db);
  return rows;
}

export interface PackScope {
  projectId: number;
  deviceIds: readonly number[];
  fromDay: string;
  untilDay: string;
}

/** Packs of a project are made one call after the other until the transaction ends. */
export async function lockPackScope(_tenant: Tenant, transaction: DbOrTransaction, projectId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4870782, ${projectId})`.execute(transaction);
}

/** The newest pack of a scope. */
export async function newestPackOf(
  _tenant: Tenant,
  db: DbOrTransaction,
  { projectId, deviceIds, fromDay, untilDay }: PackScope,
): Promise<{ id: number; revision: number; status: PackStatus } | null> {
  const { rows } = await sql<{ id: number; revision: number; status: PackStatus }>`
    SELECT id, revision, status FROM compliance_pack WHERE project_id = ${projectId} AND device_ids = ${[...deviceIds]}::int[]
      AND from_day = ${fromDay}::date AND until_day = ${untilDay}::date ORDER BY revision DESC LIMIT 1 FOR UPDATE`.execute(
    db,
  );
  return rows[0] ?? null;
}

export async function insertPack(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  { projectId, deviceIds, fromDay, untilDay }: PackScope,
  { name, language, revision, by, at }: { name: string; language: Language; revision: number; by: number; at: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO compliance_pack (project_id, name, device_ids, from_day, until_day, language, revision, status, created_at, created_by)
    VALUES (${projectId}, ${name}, ${[...deviceIds]}::int[], ${fromDay}::date, ${untilDay}::date, ${language}, ${revision}, 0, ${at}, ${by})
    RETURNING id`.execute(transaction);
  return rows[0]!.id;
}

/** Of deletable packs. */
export async function deletePacks(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<void> {
  await sql`DELETE FROM compliance_pack WHERE id = ANY(${[...ids]}::int[]) AND status < 2`.execute(transaction);
}

/** Sealed points of a project in a range that serve one of the devices; none named: of all. */
export async function pointsOfScope(
  _tenant: Tenant,
  db: DbOrTransaction,
  { projectId, deviceIds, fromDay, untilDay }: PackScope,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT s.point_id AS id FROM project_seal r JOIN record_seal s ON s.seal_id = r.id
    WHERE r.project_id = ${projectId} AND s.day BETWEEN ${fromDay}::date AND ${untilDay}::date
      AND (${deviceIds.length === 0} OR EXISTS (SELECT FROM device_point dp WHERE dp.point_id = s.point_id
        AND dp.device_id = ANY(${[...deviceIds]}::int[]))) ORDER BY 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** Which of the devices belong to a project. */
export async function devicesOfProject(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  ids: readonly number[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM device d
    WHERE d.project_id = ${projectId} AND d.id = ANY(${[...ids]}::int[]) AND ${wholeProject(tenant, 'd.project_id')}`.execute(
    db,
  );
  return rows[0]!.count;
}

/** Keeps a pack that was made, with its file; once. @returns false when somebody else has, or it is gone */
export async function keepPack(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  id: number,
  made: { pointIds: readonly number[]; facts: Buffer; sha256: Buffer; sizeBytes: number; at: Date },
): Promise<boolean> {
  const { rows } =
    await sql`UPDATE compliance_pack SET status = 1, failure = NULL, point_ids = ${[...made.pointIds]}::int[], facts = ${made.facts},
      sha256 = ${made.sha256}, size_bytes = ${made.sizeBytes}, made_at = ${made.at}
    WHERE id = ${id} AND status = 0 RETURNING id`.execute(transaction);
  return rows.length > 0;
}

export async function insertPart(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  id: number,
  part: number,
  bytes: Buffer,
): Promise<void> {
  await sql`INSERT INTO compliance_pack_part (pack_id, part, bytes) VALUES (${id}, ${part}, ${bytes})`.execute(
    transaction,
  );
}

/** A part of a pack's file; null: there are no more. */
export async function readPart(_tenant: Tenant, db: DbOrTransaction, id: number, part: number): Promise<Buffer | null> {
  const { rows } = await sql<{ bytes: Buffer }>`
    SELECT bytes FROM compliance_pack_part WHERE pack_id = ${id} AND part = ${part}`.execute(db);
  return rows[0]?.bytes ?? null;
}

export async function keepPackFailure(
  _system: SystemTenant,
  db: DbOrTransaction,
  id: number,
  failure: string,
): Promise<void> {
  await sql`UPDATE compliance_pack SET failure = ${failure.slice(0, 300)} WHERE id = ${id} AND status = 0`.execute(db);
}

export async function publishPack(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  id: number,
  { by, at }: { by: number; at: Date },
): Promise<void> {
  await sql`UPDATE compliance_pack SET status = 2, published_by = ${by}, published_at = ${at} WHERE id = ${id} AND status = 1`.execute(
    transaction,
  );
}

/** Packs that wait to be made and have not failed yet. */
export async function waitingPacks(_system: SystemTenant, db: DbOrTransaction): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM compliance_pack WHERE status = 0 AND failure IS NULL ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
}

/** What of a pack's range is not as it has to be, beside what was found and certified. */
export async function openDays(
  _tenant: Tenant,
  db: DbOrTransaction,
  pointIds: readonly number[],
  { from, until }: { from: string; until: string },
): Promise<{ point_id: number; waiting: number; sealed: number; first_day: string; last_day: string }[]> {
  const { rows } = await sql<{
    point_id: number;
    waiting: number;
    sealed: number;
    first_day: string;
    last_day: string;
  }>`
    SELECT s.point_id, count(DISTINCT s.day)::int AS sealed, min(s.day)::text AS first_day, max(s.day)::text AS last_day,
      (SELECT count(*)::int FROM seal_dirty d WHERE d.point_id = s.point_id AND to_timestamp((d.hour + 1) * 3600::float8) > min(s.from_at)
        AND to_timestamp(d.hour * 3600::float8) < max(s.to_at)) AS waiting
    FROM record_seal s WHERE s.point_id = ANY(${[...pointIds]}::int[]) AND s.day BETWEEN ${from}::date AND ${until}::date
    GROUP BY s.point_id ORDER BY s.point_id`.execute(db);
  return rows;
}

/** Asks for waiting packs to be made once the transaction has committed. */
export async function queuePacks(_tenant: Tenant, transaction: DbOrTransaction): Promise<void> {
  await sql`SELECT graphile_worker.add_job('makePacks', max_attempts := 3)`.execute(transaction);
}
