import { sql } from 'kysely';
import type { SystemTenant } from '../access/index.ts';
import { containsText } from '../platform/db/containsText.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

export interface UserRow {
  id: number;
  account: string;
  account_chosen: boolean;
  /** Argon2id; null: none is set. */
  password_hash: string | null;
  nickname: string;
  /** As `mobileOf` writes it. */
  mobile: string | null;
  email: string | null;
  avatar: string | null;
  department: string | null;
  /** As the person entered it. */
  company_name: string | null;
  openid_subject: string | null;
  openid_name: string | null;
}

const userColumns = [
  'id',
  'account',
  'account_chosen',
  'password_hash',
  'nickname',
  'mobile',
  'email',
  'avatar',
  'department',
  'company_name',
  'openid_subject',
  'openid_name',
] as const;

/**
 * A user by account, compared without case, or by mobile number.
 *
 * @param mobile the same text as a phone number (`mobileOf`); null when it cannot be one
 */
export const findLogin = (
  _system: SystemTenant,
  db: DbOrTransaction,
  account: string,
  mobile: string | null,
): Promise<{ id: number; password_hash: string | null } | undefined> =>
  db
    .selectFrom('app_user')
    .where((eb) =>
      eb.or([
        eb(eb.fn('lower', ['account']), '=', account.toLowerCase()),
        eb('mobile', 'in', [account, mobile ?? account]),
      ]),
    )
    .select(['id', 'password_hash'])
    // A number is its owner's, also where somebody else has it for a name.
    .orderBy((eb) => eb(eb.fn.coalesce('mobile', sql.lit('')), 'in', [account, mobile ?? account]), 'desc')
    .limit(1)
    .executeTakeFirst();

/** Whether the user has belonged to a company and is active in none any more. */
export async function isShutOut(_system: SystemTenant, db: DbOrTransaction, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .where('joined', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('membership')
            .whereRef('membership.user_id', '=', 'app_user.id')
            .where('membership.active', '=', true)
            .select('membership.company_id'),
        ),
      ),
    )
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a company still lists the user, active or not. */
export async function isListed(_system: SystemTenant, db: DbOrTransaction, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('membership')
    .where('user_id', '=', userId)
    .select('user_id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export const findUser = (_system: SystemTenant, db: DbOrTransaction, userId: number): Promise<UserRow | undefined> =>
  db.selectFrom('app_user').where('id', '=', userId).select(userColumns).executeTakeFirst();

/** @param mobile as `mobileOf` writes it */
export const findUserByMobile = (
  _system: SystemTenant,
  db: DbOrTransaction,
  mobile: string,
): Promise<UserRow | undefined> =>
  db.selectFrom('app_user').where('mobile', '=', mobile).select(userColumns).executeTakeFirst();

export const findUserByOpenId = (
  _system: SystemTenant,
  db: DbOrTransaction,
  issuer: string,
  subject: string,
): Promise<{ id: number } | undefined> =>
  db
    .selectFrom('app_user')
    .where('openid_issuer', '=', issuer)
    .where('openid_subject', '=', subject)
    .select('id')
    .executeTakeFirst();

/** Whether somebody has this account (in any case), phone number or e-mail address. */
export async function isTaken(
  _system: SystemTenant,
  db: DbOrTransaction,
  by: 'account' | 'mobile' | 'email',
  value: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('app_user')
    .where((eb) => (by === 'mobile' ? eb('mobile', '=', value) : eb(eb.fn('lower', [by]), '=', value.toLowerCase())))
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

export interface NewUser {
  account: string;
  /** False: made up; the user may choose once. Default true. */
  accountChosen?: boolean;
  /** Argon2id (`hashPassword`); null: the user signs in by code and may set one. */
  passwordHash: string | null;
  nickname: string;
  /** As `mobileOf` writes it. */
  mobile?: string | null;
  /** When a code showed that the number is the user's own; absent: none did. */
  mobileProvenAt?: Date | null;
  email?: string | null;
  /** The company that makes the account for its member; null: the user registered. */
  createdByCompanyId?: number | null;
}

/** Makes an account; a value that is taken violates a unique index, see `refusingTaken`. */
export async function insertUser(_system: SystemTenant, db: DbOrTransaction, user: NewUser): Promise<number> {
  const row = await db
    .insertInto('app_user')
    .values({
      account: user.account,
      account_chosen: user.accountChosen ?? true,
      password_hash: user.passwordHash,
      nickname: user.nickname,
      mobile: user.mobile ?? null,
      mobile_proven_at: user.mobileProvenAt ?? null,
      email: user.email ?? null,
      created_by_company_id: user.createdByCompanyId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** What users may change about themselves; an absent field stays. */
export interface UserChange {
  account?: string;
  account_chosen?: boolean;
  password_hash?: string;
  password_changed_at?: Date;
  nickname?: string;
  mobile?: string;
  mobile_proven_at?: Date;
  email?: string | null;
  avatar?: string | null;
  department?: string | null;
  company_name?: string | null;
  openid_issuer?: string | null;
  openid_subject?: string | null;
  openid_name?: string | null;
}

export async function updateUser(
  _system: SystemTenant,
  db: DbOrTransaction,
  userId: number,
  change: UserChange,
): Promise<void> {
  await db.updateTable('app_user').set(change).where('id', '=', userId).execute();
}

/** Records that a code has shown the number of the account to be the user's own. */
export async function markMobileProven(
  _system: SystemTenant,
  db: DbOrTransaction,
  userId: number,
  at: Date,
): Promise<void> {
  await db.updateTable('app_user').set({ mobile_proven_at: at }).where('id', '=', userId).execute();
}

export interface FoundUser {
  id: number;
  account: string;
  nickname: string;
  mobile: string | null;
}

/**
 * People of a company by part of their name, account or phone number, by name.
 *
 * @param by.nameAlone searches names only, so that nobody finds out accounts and numbers piece by piece
 * @param by.mobile a whole number finds its holder all the same
 */
export const searchMembers = (
  _system: SystemTenant,
  db: DbOrTransaction,
  companyId: number,
  text: string | undefined,
  limit: number,
  by: { readonly nameAlone: boolean; readonly mobile: string | null } = { nameAlone: false, mobile: null },
): Promise<FoundUser[]> =>
  db
    .selectFrom('app_user')
    .innerJoin('membership', 'membership.user_id', 'app_user.id')
    .where('membership.company_id', '=', companyId)
    .$if(text !== undefined, (query) =>
      query.where(
        sql<boolean>`(${containsText(text, 'membership.real_name', 'nickname', ...(by.nameAlone ? [] : ['account', 'mobile']))}
          OR mobile = ${by.mobile})`,
      ),
    )
    .select((eb) => [
      'app_user.id',
      'account',
      eb.fn.coalesce('membership.real_name', 'nickname').as('nickname'),
      'mobile',
    ])
    .orderBy((eb) => eb.fn.coalesce('membership.real_name', 'nickname'))
    .limit(limit)
    .execute();

export const readPreferences = async (_system: SystemTenant, db: DbOrTransaction, userId: number): Promise<string> =>
  (await db.selectFrom('app_user').where('id', '=', userId).select('preferences').executeTakeFirst())?.preferences ??
  '{}';

export async function writePreferences(
  _system: SystemTenant,
  db: DbOrTransaction,
  userId: number,
  text: string,
): Promise<void> {
  await db.updateTable('app_user').set({ preferences: text }).where('id', '=', userId).execute();
}
