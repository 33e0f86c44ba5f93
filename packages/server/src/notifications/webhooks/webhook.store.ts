import { sql } from 'kysely';
import type { SystemTenant, UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

export interface WebhookValues {
  readonly name: string;
  readonly url: string;
  readonly severities: number[];
  /** Null: every project of the company. */
  readonly projectId: number | null;
  readonly enabled: boolean;
}
export interface WebhookRow extends WebhookValues {
  readonly id: number;
  readonly secret: Buffer;
  readonly lastAt: Date | null;
  readonly lastError: string | null;
  readonly failingSince: Date | null;
  readonly failedTries: number;
  readonly switchedOffAt: Date | null;
  readonly switchedOffBecause: 'gone' | 'failing' | null;
}

const columns = sql`w.id, w.name, w.url, w.severities, w.project_id AS "projectId", w.enabled, w.secret, w.last_at AS "lastAt",
  w.last_error AS "lastError", w.failing_since AS "failingSince", w.failed_tries AS "failedTries", w.switched_off_at AS "switchedOffAt",
  w.switched_off_because AS "switchedOffBecause"`;

/** Condition on a webhook `w`: the tenant's company's, of this project or of all. */
const ofProject = (tenant: UserTenant, projectId: number) =>
  sql<boolean>`w.company_id = ${tenant.companyId} AND ${projectId}::int = ANY(${[...tenant.projectIds]}::int[])
    AND (w.project_id IS NULL OR w.project_id = ${projectId})`;

export async function webhooksOf(tenant: UserTenant, db: DbOrTransaction, projectId: number): Promise<WebhookRow[]> {
  const { rows } = await sql<WebhookRow>`
    SELECT ${columns} FROM company_webhook w WHERE ${ofProject(tenant, projectId)} ORDER BY w.name, w.id`.execute(db);
  return rows;
}

/** Locked; null: this project knows none of that number. */
export async function lockWebhook(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  id: number,
): Promise<WebhookRow | null> {
  const { rows } = await sql<WebhookRow>`
    SELECT ${columns} FROM company_webhook w WHERE w.id = ${id} AND ${ofProject(tenant, projectId)} FOR UPDATE`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** @returns its number */
export async function insertWebhook(
  tenant: UserTenant,
  db: DbOrTransaction,
  { name, url, severities, projectId, enabled }: WebhookValues,
  secret: Buffer,
  at: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO company_webhook (company_id, project_id, name, url, secret, severities, enabled, created_at)
    VALUES (${tenant.companyId}, ${projectId}, ${name}, ${url}, ${secret}, ${severities}::smallint[], ${enabled}, ${at}) RETURNING id`.execute(
    db,
  );
  return rows[0]!.id;
}

/** What failed before counts no more: another address or somebody who switches it on begins anew. */
export async function updateWebhook(
  tenant: UserTenant,
  db: DbOrTransaction,
  id: number,
  { name, url, severities, projectId, enabled }: WebhookValues,
  secret: Buffer,
): Promise<void> {
  await sql`
    UPDATE company_webhook SET name = ${name}, severities = ${severities}::smallint[], project_id = ${projectId}, secret = ${secret},
      failing_since = CASE WHEN url <> ${url} OR enabled <> ${enabled} THEN NULL ELSE failing_since END,
      failed_tries = CASE WHEN url <> ${url} OR enabled <> ${enabled} THEN 0 ELSE failed_tries END,
      switched_off_at = CASE WHEN ${enabled} THEN NULL ELSE switched_off_at END,
      url = ${url}, enabled = ${enabled}
    WHERE id = ${id} AND company_id = ${tenant.companyId}`.execute(db);
}

export async function deleteWebhook(tenant: UserTenant, db: DbOrTransaction, id: number): Promise<void> {
  await sql`DELETE FROM company_webhook WHERE id = ${id} AND company_id = ${tenant.companyId}`.execute(db);
}

/** What came of a try. @returns the webhook, when it was switched off by that */
export async function writeTry(
  _system: SystemTenant,
  db: DbOrTransaction,
  id: number,
  {
    at,
    error,
    isGone,
    maxTries,
    longestMs,
  }: { at: Date; error: string | null; isGone: boolean; maxTries: number; longestMs: number },
): Promise<{ companyId: number; projectId: number | null; name: string } | null> {
  await sql`
    UPDATE company_webhook SET last_at = ${at}, last_error = ${error},
      failed_tries = CASE WHEN ${error}::text IS NULL THEN 0 ELSE failed_tries + 1 END,
      failing_since = CASE WHEN ${error}::text IS NULL THEN NULL ELSE coalesce(failing_since, ${at}) END
    WHERE id = ${id}`.execute(db);
  if (error === null) return null;
  const { rows } = await sql<{ companyId: number; projectId: number | null; name: string }>`
    UPDATE company_webhook SET enabled = false, switched_off_at = ${at},
      switched_off_because = CASE WHEN ${isGone} THEN 'gone' ELSE 'failing' END
    WHERE id = ${id} AND enabled
      AND (${isGone} OR (failed_tries >= ${maxTries} AND failing_since <= ${new Date(at.getTime() - longestMs)}))
    RETURNING company_id AS "companyId", project_id AS "projectId", name`.execute(db);
  return rows[0] ?? null;
}
