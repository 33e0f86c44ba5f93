import { sql } from 'kysely';
import type { CompanyTenant, SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

export interface CompanyAccount {
  readonly account: string;
  /** Null: signs in by SMS. */
  readonly passwordHash: string | null;
  readonly nickname: string;
  /** As `mobileOf` writes it. */
  readonly mobile: string | null;
  readonly email: string | null;
}

/** Accounts that the company makes for its members; returns their ids in the same order. */
export async function insertAccounts(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  accounts: readonly CompanyAccount[],
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

/**
 * Takes from unused accounts that the company made what a new one may have: name, number, address, and every way in. What their
 * people did stays theirs.
 */
export async function emptyAccounts(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  userIds: readonly number[],
): Promise<void> {
  await db
    .updateTable('app_user')
    .set((eb) => ({
      // No account is chosen with this character.
      account: sql<string>`${eb.ref('account')} || '~' || ${eb.ref('id')}`,
      password_hash: null,
      mobile: null,
      mobile_proven_at: null,
      email: null,
      openid_issuer: null,
      openid_subject: null,
      openid_name: null,
      created_by_company_id: null,
    }))
    .where('id', 'in', [0, ...userIds])
    .where('created_by_company_id', '=', tenant.companyId)
    .execute();
}

/**
 * Sets phone or e-mail of an account that is the company's own; false when it is not. A number set here is one that somebody
 * typed.
 */
export async function updateCompanyAccount(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  userId: number,
  change: { mobile?: string; email?: string | null },
): Promise<boolean> {
  const row = await db
    .updateTable('app_user')
    .set({ ...change, ...(change.mobile === undefined ? {} : { mobile_proven_at: null }) })
    .where('id', '=', userId)
    .where('created_by_company_id', '=', tenant.companyId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export interface LockedAccount {
  id: number;
  nickname: string;
  mobile: string | null;
  mobile_proven_at: Date | null;
  created_by_company_id: number | null;
}

/** Accounts, held until the transaction ends: by id, so that two who hold several do not wait for each other. */
export const lockAccounts = (
  _system: SystemTenant,
  db: DbOrTransaction,
  userIds: readonly number[],
): Promise<LockedAccount[]> =>
  db
    .selectFrom('app_user')
    .where('id', 'in', [0, ...userIds])
    .select(['id', 'nickname', 'mobile', 'mobile_proven_at', 'created_by_company_id'])
    .orderBy('id')
    .forUpdate()
    .execute();

/** Takes from an account what its maker knows or bound, so that it belongs to the person alone. */
export async function releaseAccount(_system: SystemTenant, db: DbOrTransaction, userId: number): Promise<void> {
  await db
    .updateTable('app_user')
    .set({
      password_hash: null,
      openid_issuer: null,
      openid_subject: null,
      openid_name: null,
      created_by_company_id: null,
    })
    .where('id', '=', userId)
    .execute();
}

/** Whether the company made this account and it works for it alone: then it may set its phone, e-mail and password. */
export const isCompanyAccount = async (
  tenant: CompanyTenant,
  db: DbOrTransaction,
  userId: number,
): Promise<boolean> => {
  const { rows } = await sql<{ own: boolean }>`
    SELECT u.created_by_company_id IS NOT DISTINCT FROM ${tenant.companyId}::int
       AND EXISTS (SELECT 1 FROM membership m WHERE m.user_id = u.id AND m.company_id = ${tenant.companyId})
       AND NOT EXISTS (SELECT 1 FROM membership m WHERE m.user_id = u.id AND m.company_id <> ${tenant.companyId}) AS own
    FROM app_user u WHERE u.id = ${userId}`.execute(db);
  return rows[0]?.own ?? false;
};
