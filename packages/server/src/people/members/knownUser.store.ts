import { sql } from 'kysely';
import type { CompanyTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

export interface KnownUser {
  id: number;
  account: string;
  nickname: string;
  mobile: string | null;
  email: string | null;
  is_member: boolean;
  is_active: boolean;
  /** Made by this company and member nowhere: only this company ever used it. */
  abandoned: boolean;
}

/** Accounts of the whole installation that have one of these names, numbers, addresses (without case) or ids. */
export async function findAccounts(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  wanted: {
    ids: readonly number[];
    accounts: readonly string[];
    mobiles: readonly string[];
    emails: readonly string[];
  },
): Promise<KnownUser[]> {
  const lower = (texts: readonly string[]) => texts.map((text) => text.toLowerCase());
  const { rows } = await sql<KnownUser>`
    SELECT u.id, u.account, u.nickname, u.mobile, u.email, m.user_id IS NOT NULL AS is_member,
           coalesce(m.active, false) AS is_active,
           u.created_by_company_id IS NOT DISTINCT FROM ${tenant.companyId}::int
             AND NOT EXISTS (SELECT 1 FROM membership o WHERE o.user_id = u.id) AS abandoned
    FROM app_user u LEFT JOIN membership m ON m.user_id = u.id AND m.company_id = ${tenant.companyId}
    WHERE u.id = ANY(${[...wanted.ids]}::int[]) OR lower(u.account) = ANY(${lower(wanted.accounts)}::text[])
       OR u.mobile = ANY(${[...wanted.mobiles]}::text[]) OR lower(u.email) = ANY(${lower(wanted.emails)}::text[])`.execute(
    db,
  );
  return rows;
}

/** What the company is called, in each language that it has a name in. */
export async function namesOfCompany(tenant: CompanyTenant, db: DbOrTransaction): Promise<string[]> {
  const row = await db
    .selectFrom('company')
    .where('id', '=', tenant.companyId)
    .select(['name', 'name_en'])
    .executeTakeFirst();
  return [row?.name, row?.name_en].filter((name) => typeof name === 'string');
}
