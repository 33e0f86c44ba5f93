import { sql } from 'kysely';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import type { CompanyTenant } from '../tenant.ts';

export interface NewAccount {
  readonly account: string;
  /** Null: signs in by SMS. */
  readonly passwordHash: string | null;
  readonly nickname: string;
  readonly mobile: string | null;
  readonly email: string | null;
}

/** Accounts that the company makes for its members; answers their ids in the same order. */
export async function insertAccounts(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  accounts: readonly NewAccount[],
): Promise<number[]> {
  if (accounts.length === 0) return [];
  const { rows } = await sql<{ id: number; account: string }>`
    INSERT INTO app_user (account, password_hash, nickname, mobile, email, created_by_company_id)
    SELECT a, h, n, m, e, ${tenant.companyId}
    FROM unnest(${accounts.map(({ account }) => account)}::text[], ${accounts.map(({ passwordHash }) => passwordHash)}::text[],
                ${accounts.map(({ nickname }) => nickname)}::text[], ${accounts.map(({ mobile }) => mobile)}::text[],
                ${accounts.map(({ email }) => email)}::text[]) AS given(a, h, n, m, e)
    RETURNING id, account`.execute(db);
  const idOf = new Map(rows.map(({ id, account }) => [account, id]));
  return accounts.map(({ account }) => idOf.get(account)!);
}

/** Sets what a new account would have on one that the company made before and nobody uses any more. */
export async function reviveAccount(
  _tenant: CompanyTenant,
  db: DbOrTransaction,
  userId: number,
  account: NewAccount,
): Promise<void> {
  await db
    .updateTable('app_user')
    .set({
      password_hash: account.passwordHash,
      nickname: account.nickname,
      mobile: account.mobile,
      email: account.email,
    })
    .where('id', '=', userId)
    .execute();
}

export async function updateAccount(
  _tenant: CompanyTenant,
  db: DbOrTransaction,
  userId: number,
  change: { mobile?: string; email?: string | null },
): Promise<void> {
  await db.updateTable('app_user').set(change).where('id', '=', userId).execute();
}

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

/** Whether the company made this account and it belongs to it alone: then it may set its phone, e-mail and password. */
export const ownsAccount = async (tenant: CompanyTenant, db: DbOrTransaction, userId: number): Promise<boolean> =>
  (
    await sql<{ own: boolean }>`
      SELECT u.created_by_company_id IS NOT DISTINCT FROM ${tenant.companyId}::int
         AND EXISTS (SELECT 1 FROM membership m WHERE m.user_id = u.id AND m.company_id = ${tenant.companyId})
         AND NOT EXISTS (SELECT 1 FROM membership m WHERE m.user_id = u.id AND m.company_id <> ${tenant.companyId}) AS own
      FROM app_user u WHERE u.id = ${userId}`.execute(db)
  ).rows[0]?.own ?? false;
