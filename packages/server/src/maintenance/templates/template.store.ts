import type { Language, TemplateGroups } from '@watchpost/contract';
import { sql } from 'kysely';
import type { CompanyTenant } from '../../access/index.ts';
import { containsText } from '../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { allOf, direction, pageOfRows, type RowRange } from '../../platform/db/listQuery.ts';

export interface TemplateRow {
  id: number;
  name: string;
  type: string;
  draft: TemplateGroups;
  has_draft: boolean;
  n: number | null;
  published_at: Date | null;
  published_by: string | null;
  contract_count: number;
  /** Of the draft. */
  revision: number;
}

const columns = sql`t.id, t.name, t.type, t.draft, t.has_draft, t.revision, r.n, r.published_at, r.published_by,
  (SELECT count(*) FROM maintenance_contract_template x WHERE x.template_id = t.id)::int AS contract_count`;
const tables = sql`maintenance_template t LEFT JOIN LATERAL (
  SELECT n, published_at, published_by FROM maintenance_template_revision WHERE template_id = t.id ORDER BY n DESC LIMIT 1) r ON true`;

export async function pageTemplates(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  text: string | undefined,
  ascending: boolean,
  range: RowRange,
): Promise<{ rows: TemplateRow[]; total: number }> {
  const where = allOf(sql`t.company_id = ${tenant.companyId}`, containsText(text, 't.name', 't.type'));
  return pageOfRows<TemplateRow>(db, range, {
    columns,
    from: tables,
    counted: sql`maintenance_template t`,
    where,
    order: sql`t.name ${direction(ascending)}, t.id`,
  });
}

/** Templates of the company, in the order of their ids; locked until a transaction ends. */
export async function lockTemplates(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  ids: readonly number[],
): Promise<TemplateRow[]> {
  const { rows } = await sql<TemplateRow>`SELECT ${columns} FROM ${tables}
    WHERE t.id = ANY(${[...ids]}::int[]) AND t.company_id = ${tenant.companyId} ORDER BY t.id FOR UPDATE OF t`.execute(
    db,
  );
  return rows;
}

/** What templates of the company ask as they are published, by name. */
export async function publishedGroups(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  ids: readonly number[],
): Promise<{ name: string; groups: TemplateGroups }[]> {
  const { rows } = await sql<{ name: string; groups: TemplateGroups }>`
    SELECT t.name, r.groups FROM maintenance_template t
      JOIN LATERAL (SELECT groups FROM maintenance_template_revision WHERE template_id = t.id ORDER BY n DESC LIMIT 1) r ON true
    WHERE t.id = ANY(${[...ids]}::int[]) AND t.company_id = ${tenant.companyId} ORDER BY t.name, t.id`.execute(db);
  return rows;
}

/** Keeps the preview of a template that was found for this tenant; one before it is replaced. */
export async function keepPreview(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  templateId: number,
  language: Language,
  content: Buffer,
  at: Date,
): Promise<void> {
  await sql`INSERT INTO maintenance_preview (template_id, language, content, made_at)
    VALUES (${templateId}, ${language}, ${content}, ${at})
    ON CONFLICT (template_id, language) DO UPDATE SET content = excluded.content, made_at = excluded.made_at`.execute(
    transaction,
  );
}

/** Of a template of the company; null: none was made since it was changed. */
export async function findPreview(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  templateId: number,
  language: Language,
): Promise<Buffer | null> {
  const { rows } = await sql<{ content: Buffer }>`
    SELECT v.content FROM maintenance_preview v JOIN maintenance_template t ON t.id = v.template_id
    WHERE v.template_id = ${templateId} AND v.language = ${language} AND t.company_id = ${tenant.companyId}`.execute(
    db,
  );
  return rows[0]?.content ?? null;
}

/** A changed template has no preview yet. It was found for this tenant. */
export async function dropPreviews(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  templateId: number,
): Promise<void> {
  await sql`DELETE FROM maintenance_preview WHERE template_id = ${templateId}`.execute(transaction);
}

export async function insertTemplate(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  { draft, ...values }: { name: string; type: string; draft: TemplateGroups },
  at: Date,
): Promise<number> {
  const { id } = await transaction
    .insertInto('maintenance_template')
    .values({
      ...values,
      draft: JSON.stringify(draft),
      has_draft: true,
      company_id: tenant.companyId,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateTemplate(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  id: number,
  { draft, ...values }: { name?: string; type?: string; draft?: TemplateGroups; has_draft?: boolean },
  at: Date,
): Promise<void> {
  await transaction
    .updateTable('maintenance_template')
    .set({ ...values, ...(draft && { draft: JSON.stringify(draft) }), updated_at: at })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute();
}

/** The next revision of a template that was found for this tenant. */
export async function insertRevision(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  templateId: number,
  revision: { n: number; groups: TemplateGroups; at: Date; by: string },
): Promise<void> {
  await transaction
    .insertInto('maintenance_template_revision')
    .values({
      template_id: templateId,
      n: revision.n,
      groups: JSON.stringify(revision.groups),
      published_at: revision.at,
      published_by: revision.by,
    })
    .execute();
}

export async function deleteTemplate(tenant: CompanyTenant, transaction: DbOrTransaction, id: number): Promise<void> {
  await transaction
    .deleteFrom('maintenance_template')
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute();
}
