/** SQL of the history of deleted points. Tenant: `system`, for points of all companies. */
import { sql } from 'kysely';
import type { SystemTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { sealingLock } from '../store.ts';

export interface DeletedPoint {
  point_id: number;
  company_id: number | null;
  project_id: number | null;
  name: string;
  /** Of its project; null when that is gone as well. */
  industry: number | null;
  deleted_at: Date;
}

/** Every deleted point whose history was not erased yet, the earliest first. */
export async function listDeleted(_system: SystemTenant, db: DbOrTransaction): Promise<DeletedPoint[]> {
  return db
    .selectFrom('history_of_deleted as d')
    .leftJoin('project', 'project.id', 'd.project_id')
    .select(['d.point_id', 'd.company_id', 'd.project_id', 'd.name', 'd.deleted_at', 'project.industry'])
    .orderBy('d.deleted_at')
    .orderBy('d.point_id')
    .execute();
}

/** What went of a point: first and last day since 1970 of which something was sealed; null: nothing was. */
export interface ErasedPoint {
  first_day: number | null;
  last_day: number | null;
}

/** Takes all of a point out of history, what was put aside of it included, and notes it; waits for the turn of sealing. */
export async function eraseAll(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  pointId: number,
  at: Date,
): Promise<ErasedPoint> {
  await sql`SELECT pg_advisory_xact_lock(${sealingLock})`.execute(transaction);
  const { rows } = await sql<ErasedPoint>`
    WITH day AS (DELETE FROM history_day WHERE point_id = ${pointId} RETURNING day),
    hour AS (DELETE FROM history_segment WHERE point_id = ${pointId} RETURNING floor(hour / 24.0)::int AS day),
    rolled AS (DELETE FROM history_rollup WHERE point_id = ${pointId}),
    overwritten AS (
      DELETE FROM history_overwritten WHERE change_id IN (SELECT id FROM history_change WHERE point_id = ${pointId})),
    damaged AS (DELETE FROM history_damaged WHERE point_id = ${pointId}),
    latest AS (DELETE FROM point_latest WHERE point_id = ${pointId}),
    noted AS (DELETE FROM history_of_deleted WHERE point_id = ${pointId}),
    sealed AS (SELECT day FROM day UNION ALL SELECT day FROM hour)
    SELECT min(day) AS first_day, max(day) AS last_day FROM sealed`.execute(transaction);
  const erased = rows[0]!;
  if (erased.first_day !== null) {
    const detail = JSON.stringify({ deleted: true, firstDay: erased.first_day, lastDay: erased.last_day });
    await transaction.insertInto('history_change').values({ at, kind: 'erased', point_id: pointId, detail }).execute();
  }
  return erased;
}

/** Industries of the projects of points that are there: these points, and all of these gateways and slaves. */
export async function industriesOf(
  _system: SystemTenant,
  db: DbOrTransaction,
  { pointIds = [], gatewayIds = [], slaveIds = [] }: WhichPoints,
): Promise<number[]> {
  const { rows } = await sql<{ industry: number }>`
    SELECT DISTINCT o.industry FROM project o WHERE o.id IN (
      SELECT project_id FROM point WHERE id = ANY(${[...pointIds]}::int[])
      UNION ALL SELECT project_id FROM gateway WHERE id = ANY(${[...gatewayIds]}::int[])
      UNION ALL SELECT g.project_id FROM slave s JOIN gateway g ON g.id = s.gateway_id WHERE s.id = ANY(${[...slaveIds]}::int[]))`.execute(
    db,
  );
  return rows.map(({ industry }) => industry);
}

/** Every table that holds something of the history of points; how long a project keeps it (`history_retention`) is the project's. */
export const tablesOfHistory = [
  'sample_log',
  'history_segment',
  'history_day',
  'history_rollup',
  'point_latest',
  'history_damaged',
  'history_change',
  'history_overwritten',
  'history_of_deleted',
] as const;

/** Clears away the history of every point: of an installation in which nobody can have read it. */
export async function forgetAllHistory(_system: SystemTenant, db: DbOrTransaction): Promise<void> {
  await sql`TRUNCATE ${sql.join(tablesOfHistory.map((table) => sql.table(table)))}`.execute(db);
}

export interface WhichPoints {
  readonly pointIds?: readonly number[];
  readonly gatewayIds?: readonly number[];
  readonly slaveIds?: readonly number[];
}
