import { type ReturnState, type WriteOutcome, writeOutcomes } from '@watchpost/contract';
import { sql, type Transaction } from 'kysely';
import type { SystemTenant, Tenant, UserTenant } from '../access/index.ts';
import { containsText } from '../platform/db/containsText.ts';
import type { Db, DbOrTransaction } from '../platform/db/database.ts';
import type { Tables } from '../platform/db/tables.generated.ts';
import { sameValue } from './checkWrite.ts';
import { type PointToWriteRow, type StatusWord, seenHere } from './points.store.ts';
import { moveReturn, standingIn } from './returns.store.ts';

export interface RecordRow {
  id: number;
  company_id: number;
  project_id: number;
  project_name: string;
  project_name_en: string | null;
  point_id: number;
  point_name: string;
  point_name_en: string | null;
  device_id: number | null;
  device_ids: number[];
  device_name: string | null;
  device_name_en: string | null;
  unit: string;
  decimals: number;
  status_values: StatusWord[];
  user_id: number | null;
  user_name: string;
  reason: string;
  requested_at: Date;
  sent_at: Date | null;
  finished_at: Date | null;
  old_value: number | null;
  value: number;
  read_back: number | null;
  outcome: WriteOutcome;
  exception_code: number | null;
  message: { zh: string; en: string } | null;
  batch_id: number | null;
  position: number | null;
  /** When it is taken back; of a return that failed when it did. */
  return_at: Date | null;
  /** Null: what the point read before. */
  return_value: number | null;
  return_state: ReturnState | null;
  returns_id: number | null;
}

export interface NewRecord {
  point: PointToWriteRow;
  value: number;
  oldValue: number | null;
  reason: string;
  /** Null: the system. */
  userId: number | null;
  requestedAt: Date;
  outcome: 'queued' | 'sending';
  returnAt?: Date | null;
  returnValue?: number | null;
  batch?: { id: number; position: number } | null;
  returnsId?: number | null;
}

const valuesOf = ({ point, ...record }: NewRecord, userName: string) => ({
  company_id: point.company_id,
  project_id: point.project_id,
  point_id: point.point_id,
  point_name: point.name,
  point_name_en: point.name_en,
  device_id: point.device_id,
  device_ids: point.device_ids,
  device_name: point.device_name,
  device_name_en: point.device_name_en,
  unit: point.unit,
  decimals: point.decimals,
  status_values: JSON.stringify(point.status_values),
  user_id: record.userId,
  user_name: userName,
  reason: record.reason,
  requested_at: record.requestedAt,
  old_value: record.oldValue,
  value: record.value,
  outcome: record.outcome,
  batch_id: record.batch?.id ?? null,
  position: record.batch?.position ?? null,
  return_at: record.returnAt ?? null,
  return_value: record.returnValue ?? null,
  return_state: record.returnAt ? 'waiting' : null,
  returns_id: record.returnsId ?? null,
});

async function nameOfUser(transaction: DbOrTransaction, userId: number | null): Promise<string> {
  if (userId === null) return '';
  const person = await transaction.selectFrom('person').where('user_id', '=', userId).select('name').executeTakeFirst();
  return person?.name ?? '';
}

export async function insertRecords(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  records: readonly NewRecord[],
): Promise<number[]> {
  const userName = await nameOfUser(transaction, records[0]?.userId ?? null);
  const rows = await transaction
    .insertInto('write_record')
    .values(records.map((record) => valuesOf(record, userName)))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** One order, or one change of its limits, at a time is decided about a point, until the transaction ends. */
export async function lockPoint(_tenant: Tenant, transaction: Transaction<Tables>, pointId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4870240, ${pointId}::int)`.execute(transaction);
}

/** Whether a write to the point is under way, and when the last one was sent. */
export async function lastOrder(
  _tenant: Tenant,
  db: DbOrTransaction,
  pointId: number,
): Promise<{ isSending: boolean; lastSentAt: number | null }> {
  const { rows } = await sql<{ is_sending: boolean; last_sent_at: Date | null }>`
    SELECT coalesce(bool_or(outcome = 'sending'), false) AS is_sending,
           max(coalesce(sent_at, CASE WHEN outcome = 'unknown' THEN requested_at END)) AS last_sent_at
    FROM (SELECT outcome, sent_at, requested_at FROM write_record WHERE point_id = ${pointId}
          ORDER BY requested_at DESC LIMIT 20) AS recent`.execute(db);
  return { isSending: rows[0]?.is_sending ?? false, lastSentAt: rows[0]?.last_sent_at?.getTime() ?? null };
}

/** From waiting in a batch to being sent; false: it was cancelled meanwhile. */
export async function beginQueued(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  recordId: number,
  begun: { oldValue: number | null; returnAt: Date | null; returnValue: number | null },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('write_record')
    .set({
      outcome: 'sending',
      old_value: begun.oldValue,
      return_at: begun.returnAt,
      return_value: begun.returnValue,
      return_state: begun.returnAt ? 'waiting' : null,
    })
    .where('id', '=', recordId)
    .where('outcome', '=', 'queued')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface Completion {
  outcome: WriteOutcome;
  exceptionCode: number | null;
  readBack: number | null;
  message: { zh: string; en: string } | null;
  sentAt: Date | null;
  finishedAt: Date;
}

/**
 * Tells what became of a write, once: what is told already stays. A value that waits to be taken back makes room only for one that
 * the device has: where it is as it was, the order before still ends in time, and this one has nothing to take back. Where nobody
 * knows what it has, both wait, and when their time comes the present value decides.
 */
export async function completeRecord(tenant: Tenant, db: Db, recordId: number, completion: Completion): Promise<void> {
  const { outcome, readBack } = completion;
  const { success } = writeOutcomes[outcome];
  await db.transaction().execute(async (transaction) => {
    const record = await transaction
      .selectFrom('write_record')
      .where('id', '=', recordId)
      .where('outcome', 'in', ['sending', 'queued'])
      .select(['point_id', 'decimals', 'value', 'old_value', 'return_value'])
      .forUpdate()
      .executeTakeFirst();
    if (!record) return;
    const isReadBack = (value: number | null) =>
      readBack !== null && value !== null && sameValue(readBack, value, record.decimals);
    // Also a device that did not answer has taken something when it holds neither value: its answer got lost.
    const holdsAnother =
      outcome === 'readsBackDifferently' ||
      (outcome === 'noResponse' && readBack !== null && !isReadBack(record.old_value));
    const nothingToTakeBack =
      outcome === 'readsBackDifferently'
        ? isReadBack(record.old_value) || isReadBack(record.return_value)
        : success === false;
    await transaction
      .updateTable('write_record')
      .set({
        outcome,
        exception_code: completion.exceptionCode,
        read_back: readBack,
        message: completion.message && JSON.stringify(completion.message),
        sent_at: completion.sentAt,
        finished_at: completion.finishedAt,
        ...(nothingToTakeBack ? { return_at: null, return_state: null, return_value: null } : {}),
      })
      .where('id', '=', recordId)
      .execute();
    if (success === false && outcome !== 'readsBackDifferently') return;
    for (const before of await standingIn(tenant, transaction, record.point_id)) {
      if (before.id === recordId) continue;
      const makesRoom =
        success === true ||
        (holdsAnother
          ? !isReadBack(before.value)
          : // The same value ordered again is meant to stay, or until its own return time.
            sameValue(before.value, record.value, record.decimals));
      if (makesRoom) await moveReturn(tenant, transaction, before.id, 'waiting', 'superseded');
    }
  });
}

const found = sql`
  SELECT r.id, r.company_id, r.project_id, coalesce(project.name, '') AS project_name, project.name_en AS project_name_en, r.point_id,
         r.point_name, r.point_name_en, r.device_id, r.device_ids, r.device_name, r.device_name_en, r.unit, r.decimals,
         r.status_values, r.user_id, r.user_name, r.reason, r.requested_at, r.sent_at, r.finished_at, r.old_value, r.value,
         r.read_back, r.outcome, r.exception_code, r.message, r.batch_id, r.position, r.return_at, r.return_state, r.returns_id, r.return_value
  FROM write_record r LEFT JOIN place_name project ON project.place_id = r.project_id`;

export async function findRecord(
  tenant: Tenant,
  db: DbOrTransaction,
  recordId: number,
): Promise<RecordRow | undefined> {
  const { rows } = await sql<RecordRow>`
    ${found} WHERE r.id = ${recordId} AND ${seenHere(tenant, 'r.project_id', 'r.device_ids')}`.execute(db);
  return rows[0];
}

export async function lastRecordOf(
  tenant: Tenant,
  db: DbOrTransaction,
  pointId: number,
): Promise<RecordRow | undefined> {
  const { rows } = await sql<RecordRow>`
    ${found} WHERE r.point_id = ${pointId} AND r.outcome <> 'queued' AND ${seenHere(tenant, 'r.project_id', 'r.device_ids')}
    ORDER BY r.requested_at DESC, r.id DESC LIMIT 1`.execute(db);
  return rows[0];
}

/** Writes of points in a time, the oldest first; those that were never sent are not among them. */
export async function recordsOfPoints(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: { projectId: number; pointIds: readonly number[]; from: Date; until: Date },
): Promise<RecordRow[]> {
  const { rows } = await sql<RecordRow>`
    ${found} WHERE r.project_id = ${filter.projectId} AND r.point_id = ANY(${[...filter.pointIds]}::int[])
      AND r.requested_at >= ${filter.from} AND r.requested_at < ${filter.until} AND r.sent_at IS NOT NULL
      AND ${seenHere(tenant, 'r.project_id', 'r.device_ids')}
    ORDER BY r.requested_at, r.id LIMIT 2000`.execute(db);
  return rows;
}

export interface RecordFilter {
  projectIds?: readonly number[] | undefined;
  userIds?: readonly number[] | undefined;
  pointIds?: readonly number[] | undefined;
  outcomes?: readonly WriteOutcome[] | undefined;
  batchId?: number | undefined;
  text?: string | undefined;
  from?: Date | undefined;
  /** Exclusive. */
  until?: Date | undefined;
}

const filtered = (tenant: UserTenant, filter: RecordFilter) => sql`
    r.company_id = ${tenant.companyId} AND ${seenHere(tenant, 'r.project_id', 'r.device_ids')}
    AND (${filter.projectIds ?? null}::int[] IS NULL OR r.project_id = ANY(${filter.projectIds ?? null}::int[]))
    AND (${filter.userIds ?? null}::int[] IS NULL OR r.user_id = ANY(${filter.userIds ?? null}::int[]))
    AND (${filter.pointIds ?? null}::int[] IS NULL OR r.point_id = ANY(${filter.pointIds ?? null}::int[]))
    AND (${filter.outcomes ?? null}::text[] IS NULL OR r.outcome = ANY(${filter.outcomes ?? null}::text[]))
    AND (${filter.batchId ?? null}::int IS NULL OR r.batch_id = ${filter.batchId ?? null})
    AND (${filter.from ?? null}::timestamptz IS NULL OR r.requested_at >= ${filter.from ?? null})
    AND (${filter.until ?? null}::timestamptz IS NULL OR r.requested_at < ${filter.until ?? null})
    AND ${containsText(filter.text, 'r.point_name', 'r.point_name_en', 'r.device_name', 'r.device_name_en', 'r.reason')}`;

export async function countRecords(tenant: UserTenant, db: DbOrTransaction, filter: RecordFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM write_record r WHERE ${filtered(tenant, filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The newest first; `beforeId`: only those asked for before that one. */
export async function listRecords(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: RecordFilter,
  { limit, offset = 0, beforeId = null }: { limit: number; offset?: number; beforeId?: number | null },
): Promise<RecordRow[]> {
  const { rows } = await sql<RecordRow>`
    ${found} WHERE ${filtered(tenant, filter)} AND (${beforeId}::bigint IS NULL OR r.id < ${beforeId})
    ORDER BY r.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
}

/** Who wrote, and where. */
export async function recordChoices(
  tenant: UserTenant,
  db: DbOrTransaction,
): Promise<{ kind: 'user' | 'project'; id: number; name: string; name_en: string | null }[]> {
  const { rows } = await sql<{ kind: 'user' | 'project'; id: number; name: string; name_en: string | null }>`
    SELECT * FROM (
      SELECT DISTINCT 'user' AS kind, r.user_id AS id, coalesce(person.name, '') AS name, NULL AS name_en
        FROM write_record r JOIN person ON person.user_id = r.user_id WHERE ${filtered(tenant, {})}
      UNION ALL
      SELECT DISTINCT 'project', r.project_id, p.name, p.name_en
        FROM write_record r JOIN place_name p ON p.place_id = r.project_id WHERE ${filtered(tenant, {})}
    ) AS choices ORDER BY kind, name, id LIMIT 1000`.execute(db);
  return rows;
}

/**
 * After a start: what was being sent when we stopped has an unknown outcome, what waited in a batch is left out, and a return
 * that had begun is not begun again.
 */
export async function endInterrupted(system: SystemTenant, db: DbOrTransaction, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('write_record')
    .set({ outcome: 'unknown', finished_at: now })
    .where('outcome', '=', 'sending')
    .executeTakeFirst();
  await leaveOutQueued(system, db, null, now, {
    zh: '服务器重启，未继续执行',
    en: 'The server was restarted; the rest was not carried on with',
  });
  await db
    .updateTable('write_batch')
    .set({ state: 'interrupted', finished_at: now })
    .where('state', '=', 'running')
    .execute();
  await db
    .updateTable('write_record')
    .set({ return_state: 'failed', return_at: now })
    .where('return_state', '=', 'returning')
    .execute();
  return Number(numUpdatedRows);
}

/** What of a batch (null: of any) has not begun is not sent. */
export async function leaveOutQueued(
  _tenant: Tenant,
  db: DbOrTransaction,
  batchId: number | null,
  now: Date,
  message: { zh: string; en: string },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('write_record')
    .set({ outcome: 'notSent', finished_at: now, message: JSON.stringify(message) })
    .where('outcome', '=', 'queued')
    .$if(batchId !== null, (query) => query.where('batch_id', '=', batchId))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
