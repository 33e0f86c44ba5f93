import type { CompanyFlag } from '@watchpost/contract';
import { sql } from 'kysely';
import type { CompanyTenant, SystemTenant } from '../../access/index.ts';
import { containsText } from '../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { allOf, direction } from '../../platform/db/listQuery.ts';

export interface CompanyRow {
  id: number;
  name: string;
  name_en: string | null;
  data_screen_url: string | null;
  knowledge_hub_url: string | null;
  flags: Record<string, boolean>;
  /** Accounts that need no proof of identity where they signed in by the specification's login. */
  user_ids_without_proof: number[];
  /** Of lines for whose loss no policy has a rule. */
  link_alarm_severity: number;
  link_alarm_seconds: number;
  unjudged_minutes: number;
}

const companyColumns = [
  'id',
  'name',
  'name_en',
  'data_screen_url',
  'knowledge_hub_url',
  'flags',
  'user_ids_without_proof',
  'link_alarm_severity',
  'link_alarm_seconds',
  'unjudged_minutes',
] as const;

export const findCompany = async (tenant: CompanyTenant, db: DbOrTransaction): Promise<CompanyRow> =>
  (await db
    .selectFrom('company')
    .where('id', '=', tenant.companyId)
    .select(companyColumns)
    .executeTakeFirstOrThrow()) as CompanyRow;

/** Any company of the installation, held until the end of the transaction; undefined: there is none. */
export const lockCompany = async (
  _system: SystemTenant,
  db: DbOrTransaction,
  id: number,
): Promise<CompanyRow | undefined> =>
  (await db.selectFrom('company').where('id', '=', id).select(companyColumns).forUpdate().executeTakeFirst()) as
    | CompanyRow
    | undefined;

export type CompanyChange = Partial<Omit<CompanyRow, 'id'>>;

export async function updateCompany(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  { flags, ...change }: CompanyChange,
): Promise<void> {
  await db
    .updateTable('company')
    .set({ ...change, ...(flags && { flags: JSON.stringify(flags) }) })
    .where('id', '=', tenant.companyId)
    .execute();
}

/** The address of its own data screen, with places to fill in; null: it has none. */
export const dataScreenOf = async (tenant: CompanyTenant, db: DbOrTransaction): Promise<string | null> =>
  (await findCompany(tenant, db)).data_screen_url;

/** Who belongs to it and is active. */
export const activeMembers = async (tenant: CompanyTenant, db: DbOrTransaction): Promise<number[]> =>
  (
    await db
      .selectFrom('membership')
      .where('company_id', '=', tenant.companyId)
      .where('active', '=', true)
      .select('user_id')
      .execute()
  ).map(({ user_id }) => user_id);

/** The usernames of those of these people who belong to it, by their ids. */
export async function accountsOfMembers(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  userIds: readonly number[],
): Promise<Map<number, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('membership')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .where('company_id', '=', tenant.companyId)
    .where('user_id', 'in', [...userIds])
    .select(['user_id', 'account'])
    .execute();
  return new Map(rows.map(({ user_id, account }) => [user_id, account]));
}

/** A new company, without roles and members. */
export async function insertCompany(
  _system: SystemTenant,
  db: DbOrTransaction,
  company: { name: string; industry: number },
): Promise<number> {
  const row = await db.insertInto('company').values(company).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

export interface CompanyFilter {
  /** Part of the name in either language. */
  readonly text?: string | undefined;
  /** Has any of them. */
  readonly flags?: readonly CompanyFlag[] | undefined;
}

const orders = {
  name: sql`c.name`,
  nameEn: sql`coalesce(c.name_en, c.name) COLLATE natural_name`,
  createTime: sql`c.created_at`,
} as const;

export interface CompanyOfPage {
  id: number;
  name: string;
  name_en: string | null;
  industry: number;
  flags: Record<string, boolean>;
  data_screen_url: string | null;
  is_operator: boolean;
  created_at: Date;
  member_count: number;
  project_count: number;
}

/** Companies of the installation, and how many there are. */
export async function pageCompanies(
  _system: SystemTenant,
  db: DbOrTransaction,
  filter: CompanyFilter,
  page: { orderBy: keyof typeof orders; ascending: boolean; limit: number; offset: number },
): Promise<{ rows: CompanyOfPage[]; total: number }> {
  const where = allOf(
    sql`true`,
    containsText(filter.text, 'c.name', 'c.name_en'),
    filter.flags &&
      filter.flags.length > 0 &&
      sql`EXISTS (SELECT 1 FROM unnest(${[...filter.flags]}::text[]) f WHERE c.flags -> f = 'true'::jsonb)`,
  );
  const [{ rows }, counted] = await Promise.all([
    sql<CompanyOfPage>`
      SELECT c.id, c.name, c.name_en, c.industry, c.flags, c.data_screen_url, c.is_operator, c.created_at,
        (SELECT count(*)::int FROM membership m WHERE m.company_id = c.id AND m.active) AS member_count,
        (SELECT count(*)::int FROM project p WHERE p.company_id = c.id AND p.deleted_at IS NULL) AS project_count
      FROM company c WHERE ${where}
      ORDER BY ${orders[page.orderBy]} ${direction(page.ascending)}, c.id
      LIMIT ${page.limit} OFFSET ${page.offset}`.execute(db),
    sql<{ count: number }>`SELECT count(*)::int AS count FROM company c WHERE ${where}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]?.count ?? 0 };
}
