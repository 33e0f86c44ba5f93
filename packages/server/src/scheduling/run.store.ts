import type { Bilingual, ScheduleOutcome } from '@watchpost/contract';
import { sql } from 'kysely';
import { type SystemTenant, system, type Tenant, type UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import {
  firstProjectOf,
  groupVisible,
  isOfDeletedProjects,
  type JobRow,
  type RunRow,
  type RunWrite,
} from './schedule.store.ts';

export type DueJob = Pick<
  JobRow,
  | 'id'
  | 'company_id'
  | 'project_id'
  | 'time_zone'
  | 'latitude'
  | 'longitude'
  | 'name'
  | 'expression'
  | 'day_filter'
  | 'mode'
  | 'writes'
  | 'url'
  | 'method'
  | 'content_type'
  | 'params'
  | 'timeout_seconds'
  | 'resp_codes'
  | 'parse_mode'
  | 'parse_pointer'
  | 'parse_value'
  | 'grace_minutes'
  | 'owner_id'
  | 'next_at'
> & { readonly is_of_deleted_projects: boolean };

const columns = sql`j.id, j.company_id, coalesce(p.id, 0) AS project_id, coalesce(p.time_zone, 'UTC') AS time_zone, p.latitude, p.longitude, j.name,
  j.expression, j.day_filter, j.mode, j.writes, j.url, j.method, j.content_type, j.params, j.timeout_seconds, j.resp_codes,
  j.parse_mode, j.parse_pointer, j.parse_value, j.grace_minutes, j.owner_id, j.next_at, ${isOfDeletedProjects(system, 'j.group_id')} AS is_of_deleted_projects`;
const tables = sql`schedule_job j LEFT JOIN LATERAL ${firstProjectOf(system, 'j.group_id')} p ON true`;

/**
 * Tasks that are due, locked; those that another process is at are left to it. Of deleted projects nothing is due: after a
 * recovery the due times until then are late like those of an outage.
 */
export async function lockDueJobs(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  now: Date,
  limit: number,
): Promise<DueJob[]> {
  const { rows } =
    await sql<DueJob>`SELECT ${columns} FROM ${tables} WHERE j.next_at <= ${now} AND NOT ${isOfDeletedProjects(system, 'j.group_id')}
    ORDER BY j.next_at, j.id LIMIT ${limit} FOR UPDATE OF j SKIP LOCKED`.execute(transaction);
  return rows;
}

/** When the next task is due; null: none is. */
export async function earliestDue(_system: SystemTenant, db: DbOrTransaction): Promise<Date | null> {
  const { rows } = await sql<{ next: Date | null }>`SELECT next_at AS next FROM schedule_job j
    WHERE next_at IS NOT NULL AND NOT ${isOfDeletedProjects(system, 'j.group_id')} ORDER BY next_at LIMIT 1`.execute(
    db,
  );
  return rows[0]?.next ?? null;
}

export async function hasOpenRun(_tenant: Tenant, db: DbOrTransaction, jobId: number): Promise<boolean> {
  const { rows } =
    await sql`SELECT 1 FROM schedule_run WHERE job_id = ${jobId} AND finished_at IS NULL LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** @returns its number; null: this due time has a row already */
export async function insertRun(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  run: { jobId: number; dueAt: Date; outcome: ScheduleOutcome; finishedAt: Date | null; byUser: number | null },
  said: Bilingual | null = null,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO schedule_run (job_id, due_at, outcome, finished_at, by_user, message_zh, message_en)
    VALUES (${run.jobId}, ${run.dueAt}, ${run.outcome}, ${run.finishedAt}, ${run.byUser}, ${said?.zh ?? null}, ${said?.en ?? null})
    ON CONFLICT DO NOTHING RETURNING id::int`.execute(transaction);
  return rows[0]?.id ?? null;
}

/** Asks for a run to be carried out, once the transaction has ended. */
export async function orderRun(_tenant: Tenant, transaction: DbOrTransaction, runId: number): Promise<void> {
  await sql`SELECT graphile_worker.add_job('carryOutSchedule', ${JSON.stringify({ runId })}::json, max_attempts => 3)`.execute(
    transaction,
  );
}

/**
 * Begins a run, once.
 *
 * @returns its task; 'begun': somebody began it before; null: it has ended, or is gone
 */
export async function beginRun(
  _system: SystemTenant,
  db: DbOrTransaction,
  runId: number,
  now: Date,
): Promise<DueJob | 'begun' | null> {
  const begun = await sql<{ job_id: number }>`UPDATE schedule_run SET started_at = ${now}, outcome = 'running'
    WHERE id = ${runId} AND outcome = 'waiting' RETURNING job_id`.execute(db);
  if (begun.rows.length === 0) {
    const { rows } = await sql`SELECT 1 FROM schedule_run WHERE id = ${runId} AND outcome = 'running'`.execute(db);
    return rows.length > 0 ? 'begun' : null;
  }
  const { rows } = await sql<DueJob>`SELECT ${columns} FROM ${tables} WHERE j.id = ${begun.rows[0]!.job_id}`.execute(
    db,
  );
  return rows[0] ?? null;
}

export async function endRun(
  _system: SystemTenant,
  db: DbOrTransaction,
  runId: number,
  {
    outcome,
    said,
    response,
    writes,
    at,
  }: {
    outcome: ScheduleOutcome;
    said: Bilingual | null;
    response: string | null;
    writes: readonly RunWrite[];
    at: Date;
  },
): Promise<void> {
  await sql`UPDATE schedule_run SET outcome = ${outcome}, message_zh = ${said?.zh ?? null}, message_en = ${said?.en ?? null},
    response = ${response}, writes = ${JSON.stringify(writes)}::jsonb, finished_at = ${at} WHERE id = ${runId} AND finished_at IS NULL`.execute(
    db,
  );
}

type LockedRun = Pick<RunRow, 'job_id' | 'due_at' | 'writes' | 'undone_at' | 'finished_at'>;

/**
 * A run that is to be undone, locked until the transaction ends.
 *
 * @returns null: there is none of these tasks
 */
export async function lockRun(_tenant: Tenant, transaction: DbOrTransaction, runId: number): Promise<LockedRun | null> {
  const { rows } = await sql<LockedRun>`
    SELECT job_id, due_at, writes, undone_at, finished_at FROM schedule_run WHERE id = ${runId} FOR UPDATE`.execute(
    transaction,
  );
  return rows[0] ?? null;
}

/** Before anything is sent: nobody else undoes it meanwhile. */
export async function markUndone(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  runId: number,
  { userId, at }: { userId: number; at: Date },
): Promise<void> {
  await sql`UPDATE schedule_run SET undone_at = ${at}, undone_by = ${userId} WHERE id = ${runId}`.execute(transaction);
}

/** What did not take its old value can be undone once more. */
export async function leaveToUndo(
  _tenant: Tenant,
  db: DbOrTransaction,
  runId: number,
  writes: readonly RunWrite[],
): Promise<void> {
  await sql`UPDATE schedule_run SET undone_at = NULL, undone_by = NULL, writes = ${JSON.stringify(writes)}::jsonb
    WHERE id = ${runId}`.execute(db);
}

/** Enabled tasks of a company that write one of these points; `is_seen` as the tenant sees their groups. */
export async function jobsThatWrite(
  tenant: UserTenant,
  db: DbOrTransaction,
  pointIds: readonly number[],
  exceptJobId: number | null,
): Promise<(DueJob & { is_seen: boolean })[]> {
  const { rows } = await sql<DueJob & { is_seen: boolean }>`
    SELECT ${columns}, ${groupVisible(tenant)} AS is_seen FROM ${tables} JOIN schedule_group g ON g.id = j.group_id
    WHERE j.company_id = ${tenant.companyId} AND j.enabled AND g.enabled AND j.mode = 'write' AND j.id IS DISTINCT FROM ${exceptJobId}
      AND EXISTS (SELECT 1 FROM jsonb_array_elements(j.writes) w WHERE (w->>'pointId')::int = ANY(${[...pointIds]}::int[]))
    ORDER BY j.name, j.id`.execute(db);
  return rows;
}

/** Switches a task off, and says why; unless somebody has saved it meanwhile, whose rights count from now on. */
export async function suspendJob(
  _system: SystemTenant,
  db: DbOrTransaction,
  job: Pick<DueJob, 'id' | 'owner_id'>,
  { zh, en }: Bilingual,
): Promise<void> {
  await sql`UPDATE schedule_job SET enabled = false, next_at = NULL, suspended_zh = ${zh}, suspended_en = ${en}
    WHERE id = ${job.id} AND owner_id IS NOT DISTINCT FROM ${job.owner_id}::int`.execute(db);
}

/**
 * Ends runs that were ordered before a moment and have no end: nobody is at them any more, and their tasks wait for them.
 *
 * @returns the companies of their tasks
 */
export async function endAbandonedRuns(
  _system: SystemTenant,
  db: DbOrTransaction,
  before: Date,
  at: Date,
  { begun, neverBegun }: { begun: Bilingual; neverBegun: Bilingual },
): Promise<number[]> {
  const { rows } = await sql<{ company_id: number }>`
    UPDATE schedule_run r SET outcome = 'unknown', finished_at = ${at},
      message_zh = CASE r.outcome WHEN 'waiting' THEN ${neverBegun.zh} ELSE ${begun.zh} END,
      message_en = CASE r.outcome WHEN 'waiting' THEN ${neverBegun.en} ELSE ${begun.en} END
    FROM schedule_job j WHERE j.id = r.job_id AND r.finished_at IS NULL AND r.due_at < ${before}
      AND coalesce(r.started_at, r.due_at) < ${before}
    RETURNING j.company_id`.execute(db);
  return [...new Set(rows.map(({ company_id }) => company_id))];
}

/** Deletes runs that were due before a moment and have ended. */
export async function forgetOldRuns(_system: SystemTenant, db: DbOrTransaction, before: Date): Promise<void> {
  await sql`DELETE FROM schedule_run WHERE due_at < ${before} AND finished_at IS NOT NULL`.execute(db);
}
