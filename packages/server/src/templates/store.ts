import { type RawBuilder, sql } from 'kysely';
import type { SystemTenant, UserTenant } from '../access/index.ts';
import { containsText } from '../platform/db/containsText.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { allOf, direction } from '../platform/db/listQuery.ts';
import type { TemplateFacts } from './TemplatePoint.ts';

export interface TemplateRow extends Omit<TemplateFacts, 'points'> {
  id: number;
  company_id: number | null;
  point_count: number;
  shared: boolean;
  created_by: number | null;
  creator: string | null;
  created_at: Date;
}

export type Template = TemplateRow & Pick<TemplateFacts, 'points'>;

/** The product's own, those of the company that are shared, and those that the caller made. */
const usable = (tenant: UserTenant): RawBuilder<boolean> => sql<boolean>`
  ((t.company_id IS NULL AND t.deleted_at IS NULL)
   OR (t.company_id = ${tenant.companyId} AND (t.shared OR t.created_by = ${tenant.userId} OR t.created_by IS NULL)))`;

const columns = sql`
  t.id, t.company_id, t.kind, t.name, t.name_en, t.brand, t.model, t.category, t.category_en, t.source, t.source_name, t.description, t.description_en, t.first_address,
  t.max_registers, t.max_gap, t.baud_rate, t.data_bits, t.parity, t.stop_bits, t.value, t.point_count, t.shared, t.created_by, t.created_at,
  coalesce(m.real_name, u.nickname) AS creator`;
const tables = sql`device_template t LEFT JOIN app_user u ON u.id = t.created_by
  LEFT JOIN membership m ON m.user_id = t.created_by AND m.company_id = t.company_id`;

export interface TemplateFilter {
  text?: string | undefined;
  kind?: 'register' | 'mqtt' | undefined;
  type?: 'system' | 'custom' | undefined;
  source?: 'maker' | 'field' | 'own' | undefined;
  isMine?: boolean | undefined;
  sort: 'name' | 'num' | 'createTime';
  ascending: boolean;
  language: 'zh' | 'en';
}

export async function pageTemplates(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: TemplateFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: TemplateRow[]; total: number }> {
  const { text, kind, type, source, isMine } = filter;
  const where = allOf(
    usable(tenant),
    containsText(text, 't.name', 't.name_en', 't.brand', 't.model', 't.category'),
    kind && sql<boolean>`t.kind = ${kind}`,
    type && (type === 'system' ? sql<boolean>`t.company_id IS NULL` : sql<boolean>`t.company_id IS NOT NULL`),
    source && sql<boolean>`t.source = ${source}`,
    isMine !== undefined && sql<boolean>`(t.created_by IS NOT DISTINCT FROM ${tenant.userId}) = ${isMine}`,
  );
  const name = filter.language === 'en' ? sql`coalesce(t.name_en, t.name) COLLATE natural_name` : sql`t.name`;
  const by = { name, num: sql`t.point_count`, createTime: sql`t.created_at` }[filter.sort];
  const { rows } = await sql<TemplateRow>`
    SELECT ${columns} FROM ${tables} WHERE ${where} ORDER BY ${by} ${direction(filter.ascending)}, ${name}, t.id OFFSET ${offset} LIMIT ${limit}`.execute(
    db,
  );
  const count = await sql<{ count: number }>`SELECT count(*) FROM device_template t WHERE ${where}`.execute(db);
  return { rows, total: count.rows[0]?.count ?? 0 };
}

/** One that the caller may use. */
export async function findTemplate(tenant: UserTenant, db: DbOrTransaction, id: number): Promise<Template | undefined> {
  const { rows } =
    await sql<Template>`SELECT ${columns}, t.points FROM ${tables} WHERE t.id = ${id} AND ${usable(tenant)}`.execute(
      db,
    );
  return rows[0];
}

export async function isNameTaken(
  tenant: UserTenant,
  db: DbOrTransaction,
  name: string,
  exceptId: number | null,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM device_template WHERE company_id = ${tenant.companyId} AND name = ${name} AND id IS DISTINCT FROM ${exceptId}`.execute(
    db,
  );
  return rows.length > 0;
}

const asColumns = ({ points, ...facts }: TemplateFacts) => ({ ...facts, points: JSON.stringify(points) });

export async function insertTemplate(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  facts: TemplateFacts,
  { shared, at }: { shared: boolean; at: Date },
): Promise<number> {
  const { id } = await transaction
    .insertInto('device_template')
    .values({
      ...asColumns(facts),
      company_id: tenant.companyId,
      shared,
      created_by: tenant.userId,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The caller may change it. One of the product's own is no longer brought up to date afterwards. */
export async function updateTemplateRow(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  id: number,
  facts: TemplateFacts,
  shared: boolean,
): Promise<void> {
  await transaction
    .updateTable('device_template')
    .set({ ...asColumns(facts), shared, changed_by_hand: true })
    .where('id', '=', id)
    .execute();
}

/** One of the product's own stays away, also after the next start. */
export async function deleteTemplateRow(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  { id, company_id }: Pick<TemplateRow, 'id' | 'company_id'>,
  at: Date,
): Promise<void> {
  if (company_id === null)
    await transaction.updateTable('device_template').set({ deleted_at: at }).where('id', '=', id).execute();
  else await transaction.deleteFrom('device_template').where('id', '=', id).execute();
}

/** Brings the product's own up to date; those that were changed or deleted in this installation stay as they are. */
export async function upsertSystemTemplates(
  _system: SystemTenant,
  db: DbOrTransaction,
  templates: readonly (TemplateFacts & { code: string })[],
): Promise<void> {
  await db
    .insertInto('device_template')
    .values(templates.map((template) => ({ ...asColumns(template), shared: true })))
    .onConflict((conflict) =>
      conflict
        .column('code')
        .doUpdateSet((row) => ({
          name: row.ref('excluded.name'),
          name_en: row.ref('excluded.name_en'),
          brand: row.ref('excluded.brand'),
          model: row.ref('excluded.model'),
          category: row.ref('excluded.category'),
          category_en: row.ref('excluded.category_en'),
          source: row.ref('excluded.source'),
          source_name: row.ref('excluded.source_name'),
          description: row.ref('excluded.description'),
          description_en: row.ref('excluded.description_en'),
          first_address: row.ref('excluded.first_address'),
          max_registers: row.ref('excluded.max_registers'),
          max_gap: row.ref('excluded.max_gap'),
          baud_rate: row.ref('excluded.baud_rate'),
          parity: row.ref('excluded.parity'),
          stop_bits: row.ref('excluded.stop_bits'),
          points: row.ref('excluded.points'),
        }))
        .where('device_template.changed_by_hand', '=', false),
    )
    .execute();
}
