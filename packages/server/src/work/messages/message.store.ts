import type { Bilingual, WorkSubject } from '@watchpost/contract';
import { sql } from 'kysely';
import { inProjects, type SystemTenant, type Tenant, type UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { pageOfRows, type RowRange } from '../../platform/db/listQuery.ts';

export interface WorkMessage {
  readonly companyId: number;
  /** Null: of a contract, which may have several. */
  readonly projectId: number | null;
  /** Each is told once, however often they stand here. */
  readonly userIds: readonly number[];
  readonly about: { readonly kind: WorkSubject; readonly id: number };
  readonly text: Bilingual;
  readonly at: Date;
}

/** Writes what people are told of something that was found for the tenant. The outbox sends it within a minute or two. */
export async function insertWorkMessages(
  _tenant: Tenant | { companyId: number },
  transaction: DbOrTransaction,
  { companyId, projectId, userIds, about, text, at }: WorkMessage,
): Promise<void> {
  if (userIds.length === 0) return;
  await sql`INSERT INTO work_message (company_id, project_id, user_id, subject_kind, subject_id, at, text_zh, text_en)
    SELECT ${companyId}, ${projectId}, id, ${about.kind}, ${about.id}, ${at}, ${text.zh}, ${text.en}
    FROM unnest(${[...new Set(userIds)]}::int[]) AS t(id)`.execute(transaction);
}

export interface MessageRow {
  id: number;
  project_id: number | null;
  project_name: string | null;
  project_name_en: string | null;
  subject_kind: WorkSubject;
  subject_id: number;
  at: Date;
  text_zh: string;
  text_en: string;
}

/** What the user was told, newest first, of projects that they open. */
export const pageWorkMessages = (
  tenant: UserTenant,
  db: DbOrTransaction,
  range: RowRange,
): Promise<{ rows: MessageRow[]; total: number }> =>
  pageOfRows<MessageRow>(db, range, {
    columns: sql`m.id, m.project_id, place.name AS project_name, place.name_en AS project_name_en, m.subject_kind, m.subject_id, m.at,
      m.text_zh, m.text_en`,
    from: sql`work_message m LEFT JOIN subarea place ON place.id = m.project_id`,
    where: sql`m.user_id = ${tenant.userId} AND m.company_id = ${tenant.companyId}
      AND (m.project_id IS NULL OR ${inProjects(tenant, 'm.project_id')})`,
    order: sql`m.id DESC`,
  });

export interface UnsentPile {
  ids: number[];
  user_id: number;
  time_zone: string;
  texts_zh: string[];
  texts_en: string[];
}

/**
 * What waits for the outbox, a pile for each person and company that they still belong to, unless they were sent something in the
 * last minutes.
 *
 * @param asleep ids of people who are not asked again
 */
export async function lockUnsentPiles(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  { at, quietMinutes, asleep, limit }: { at: Date; quietMinutes: number; asleep: readonly number[]; limit: number },
): Promise<UnsentPile[]> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('sendWorkMessages'))`.execute(transaction);
  const { rows } = await sql<UnsentPile>`
    SELECT array_agg(m.id ORDER BY m.id) AS ids, m.user_id, c.time_zone, array_agg(m.text_zh ORDER BY m.id) AS texts_zh,
      array_agg(m.text_en ORDER BY m.id) AS texts_en
    FROM work_message m JOIN company c ON c.id = m.company_id
    JOIN membership b ON b.company_id = m.company_id AND b.user_id = m.user_id AND b.active
    WHERE m.sent_at IS NULL AND m.user_id <> ALL(${[...asleep]}::int[]) AND NOT EXISTS (SELECT 1 FROM work_message s WHERE s.user_id = m.user_id AND s.company_id = m.company_id
      AND s.sent_at > ${at}::timestamptz - ${quietMinutes} * interval '1 minute')
    GROUP BY m.user_id, m.company_id, c.time_zone ORDER BY min(m.id) LIMIT ${limit}`.execute(transaction);
  return rows;
}

export async function markPilesSent(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
  at: Date,
): Promise<void> {
  if (ids.length > 0)
    await sql`UPDATE work_message SET sent_at = ${at} WHERE id = ANY(${[...ids]}::bigint[])`.execute(transaction);
}
