import type { Bilingual, DownloadState, ExportKindName, Language } from '@watchpost/contract';
import { sql } from 'kysely';
import { inProjects, type SystemTenant, type UserTenant } from '../access/index.ts';
import { containsText } from '../platform/db/containsText.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import type { Seen } from './seen.ts';

export interface DownloadFacts {
  id: number;
  company_id: number;
  project_id: number | null;
  user_id: number;
  kind: string;
  title_zh: string;
  title_en: string;
  /** What it was asked to hold; null: the title says it all. */
  detail_zh: string | null;
  detail_en: string | null;
  language: string;
  parameters: unknown;
  /** `Seen` by its owner when it was made; null: not made yet. */
  seen: unknown;
  state: string;
  progress: number;
  row_count: number | null;
  size_bytes: number | null;
  file_name: string | null;
  failure_zh: string | null;
  failure_en: string | null;
  requested_at: Date;
  finished_at: Date | null;
  expires_at: Date | null;
  read_at: Date | null;
  attempts: number;
}

export interface DownloadFilter {
  generated?: boolean | undefined;
  read?: boolean | undefined;
  state?: DownloadState | undefined;
  kind?: ExportKindName | undefined;
  name?: string | undefined;
}

const isExpired = (now: Date) => sql<boolean>`(state = 'done' AND expires_at <= ${now})`;

const own = (tenant: UserTenant, db: DbOrTransaction) =>
  db.selectFrom('download').where('user_id', '=', tenant.userId).where('company_id', '=', tenant.companyId);

/** The tenant's own exports in this company, the newest first, and how many there are. */
export async function listDownloads(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: DownloadFilter,
  { now, limit, offset }: { now: Date; limit: number; offset: number },
): Promise<{ rows: DownloadFacts[]; total: number }> {
  let found = own(tenant, db);
  const { generated, read, state, kind, name } = filter;
  if (generated !== undefined) {
    const ended = sql<boolean>`(state = 'failed' OR (state = 'done' AND expires_at > ${now}))`;
    found = found.where(generated ? ended : sql<boolean>`NOT ${ended}`);
  }
  if (read !== undefined) found = found.where('read_at', read ? 'is not' : 'is', null);
  if (state === 'expired') found = found.where(isExpired(now));
  else if (state !== undefined) found = found.where('state', '=', state).where(sql<boolean>`NOT ${isExpired(now)}`);
  if (kind !== undefined) found = found.where('kind', '=', kind);
  if (name !== undefined)
    found = found.where(containsText(name, 'file_name', 'title_zh', 'title_en', 'detail_zh', 'detail_en'));
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await found.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute();
  return { rows, total };
}

export const findDownload = (tenant: UserTenant, db: DbOrTransaction, id: number): Promise<DownloadFacts | undefined> =>
  own(tenant, db).where('id', '=', id).selectAll().executeTakeFirst();

/** Null: it is none of the tenant's. */
export async function namesOfProject(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
): Promise<Bilingual | null> {
  const { rows } = await sql<Bilingual>`
    SELECT name AS zh, coalesce(name_en, name) AS en FROM place_name
    WHERE place_id = ${projectId} AND ${inProjects(tenant, 'place_id')}`.execute(db);
  return rows[0] ?? null;
}

/** How many of the user's exports wait or run. Others of the user that are asked for wait until the transaction has ended. */
export async function lockUnfinished(tenant: UserTenant, transaction: DbOrTransaction): Promise<number> {
  const key = `downloads of user ${tenant.userId}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(transaction);
  const { count } = await transaction
    .selectFrom('download')
    .where('user_id', '=', tenant.userId)
    .where('state', 'in', ['waiting', 'running'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Notes the wish and puts the job into the queue, both or neither. */
export async function insertDownload(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  wish: {
    kind: ExportKindName;
    projectId: number | null;
    titleZh: string;
    titleEn: string;
    detail: Bilingual | null;
    language: Language;
    parameters: object;
    requestedAt: Date;
  },
): Promise<number> {
  const { id } = await transaction
    .insertInto('download')
    .values({
      company_id: tenant.companyId,
      project_id: wish.projectId,
      user_id: tenant.userId,
      kind: wish.kind,
      title_zh: wish.titleZh,
      title_en: wish.titleEn,
      detail_zh: wish.detail?.zh ?? null,
      detail_en: wish.detail?.en ?? null,
      language: wish.language,
      parameters: JSON.stringify(wish.parameters),
      requested_at: wish.requestedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await queueDownload(transaction, id, tenant.userId);
  return id;
}

/** One after the other of each person: ten of one do not keep the exports of others waiting. */
async function queueDownload(transaction: DbOrTransaction, id: number, userId: number): Promise<void> {
  await sql`
    SELECT graphile_worker.add_job('makeDownload', json_build_object('downloadId', ${id}::bigint),
                                   queue_name := 'downloads of ' || ${userId}::bigint, max_attempts := 10)`.execute(
    transaction,
  );
}

export async function markRead(
  tenant: UserTenant,
  db: DbOrTransaction,
  ids: readonly number[],
  at: Date,
): Promise<void> {
  await db
    .updateTable('download')
    .set({ read_at: at })
    .where('id', 'in', [0, ...ids])
    .where('user_id', '=', tenant.userId)
    .where('company_id', '=', tenant.companyId)
    .where('read_at', 'is', null)
    .execute();
}

/** @returns those of them that were the tenant's */
export const deleteDownloads = (
  tenant: UserTenant,
  db: DbOrTransaction,
  ids: readonly number[],
): Promise<DownloadFacts[]> =>
  db
    .deleteFrom('download')
    .where('id', 'in', [0, ...ids])
    .where('user_id', '=', tenant.userId)
    .where('company_id', '=', tenant.companyId)
    .returningAll()
    .execute();

// --- The job ----------------------------------------------------------------------------------------------------

/** Begins an export, or begins it again; undefined: it is over, or was deleted. */
export const beginDownload = (
  _system: SystemTenant,
  db: DbOrTransaction,
  id: number,
): Promise<DownloadFacts | undefined> =>
  db
    .updateTable('download')
    .set((eb) => ({ state: 'running', progress: 0, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .returningAll()
    .executeTakeFirst();

/** Takes a beginning back as if it had not been, and puts the export into the queue again; nothing, when it was deleted. */
export async function giveBackDownload(_system: SystemTenant, transaction: DbOrTransaction, id: number): Promise<void> {
  const given = await transaction
    .updateTable('download')
    .set((eb) => ({ state: 'waiting', progress: 0, attempts: eb('attempts', '-', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning('user_id')
    .executeTakeFirst();
  if (given) await queueDownload(transaction, id, given.user_id);
}

/** @returns false when it was deleted meanwhile */
export async function writeProgress(
  _system: SystemTenant,
  db: DbOrTransaction,
  id: number,
  progress: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('download')
    .set({ progress })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns false when it was deleted meanwhile */
export async function finishDownload(
  _system: SystemTenant,
  db: DbOrTransaction,
  id: number,
  done: { rowCount: number; sizeBytes: number; fileName: string; finishedAt: Date; expiresAt: Date; seen: Seen },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('download')
    .set({
      state: 'done',
      progress: 100,
      row_count: done.rowCount,
      size_bytes: done.sizeBytes,
      file_name: done.fileName,
      finished_at: done.finishedAt,
      expires_at: done.expiresAt,
      seen: JSON.stringify(done.seen),
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function failDownload(
  _system: SystemTenant,
  db: DbOrTransaction,
  id: number,
  failure: { zh: string; en: string; at: Date },
): Promise<void> {
  await db
    .updateTable('download')
    .set({ state: 'failed', failure_zh: failure.zh, failure_en: failure.en, finished_at: failure.at })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
}

// --- Housekeeping -----------------------------------------------------------------------------------------------

/** Whether the file of this export is still good, or still to come. */
export const isToKeep = async (_system: SystemTenant, db: DbOrTransaction, id: number, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('download')
    .where('id', '=', id)
    .where((eb) => eb.or([eb('state', 'in', ['waiting', 'running']), eb('expires_at', '>', now)]))
    .select('id')
    .executeTakeFirst()) !== undefined;

export async function deleteDownloadsBefore(
  _system: SystemTenant,
  db: DbOrTransaction,
  requestedBefore: Date,
): Promise<void> {
  await db.deleteFrom('download').where('requested_at', '<', requestedBefore).execute();
}

/** Those of the points and devices that were not deleted. */
export async function findStanding(
  _tenant: SystemTenant,
  db: DbOrTransaction,
  { pointIds, deviceIds }: { pointIds: readonly number[]; deviceIds: readonly number[] },
): Promise<{ pointIds: ReadonlySet<number>; deviceIds: ReadonlySet<number> }> {
  const [row] = (
    await sql<{ points: number[]; devices: number[] }>`
      SELECT ARRAY(SELECT id FROM point WHERE id = ANY(${[...pointIds]}::int[])) AS points,
             ARRAY(SELECT id FROM device WHERE id = ANY(${[...deviceIds]}::int[])) AS devices`.execute(db)
  ).rows;
  return { pointIds: new Set(row!.points), deviceIds: new Set(row!.devices) };
}
