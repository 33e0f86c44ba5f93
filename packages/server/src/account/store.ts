import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

export interface UserRow {
  id: number;
  account: string;
  nickname: string;
  mobile: string | null;
  email: string | null;
  avatar: string | null;
  department: string | null;
}

/** A user by account, compared without case, or by mobile number. */
export const findLogin = (
  _system: SystemTenant,
  db: DbOrTransaction,
  account: string,
): Promise<{ id: number; password_hash: string; active_memberships: number } | undefined> =>
  db
    .selectFrom('app_user')
    .where((eb) => eb.or([eb(eb.fn('lower', ['account']), '=', account.toLowerCase()), eb('mobile', '=', account)]))
    .select((eb) => [
      'id',
      'password_hash',
      eb
        .selectFrom('membership')
        .whereRef('membership.user_id', '=', 'app_user.id')
        .where('membership.active', '=', true)
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('active_memberships'),
    ])
    // An account that looks like somebody's number wins over that number.
    .orderBy((eb) => eb(eb.fn('lower', ['account']), '=', account.toLowerCase()), 'desc')
    .limit(1)
    .executeTakeFirst();

export const findUser = (_system: SystemTenant, db: DbOrTransaction, userId: number): Promise<UserRow | undefined> =>
  db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .select(['id', 'account', 'nickname', 'mobile', 'email', 'avatar', 'department'])
    .executeTakeFirst();

export async function insertUser(
  _system: SystemTenant,
  db: DbOrTransaction,
  user: { account: string; passwordHash: string; nickname: string },
): Promise<number> {
  const row = await db
    .insertInto('app_user')
    .values({ account: user.account, password_hash: user.passwordHash, nickname: user.nickname })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

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

// Sign-ins

export async function insertSession(
  _system: SystemTenant,
  db: DbOrTransaction,
  session: { id: string; userId: number; at: Date; userAgent: string; address: string },
): Promise<void> {
  await db
    .insertInto('session_family')
    .values({
      id: session.id,
      user_id: session.userId,
      created_at: session.at,
      user_agent: session.userAgent,
      address: session.address,
    })
    .execute();
}

export async function insertRefreshToken(
  _system: SystemTenant,
  db: DbOrTransaction,
  token: { hash: Buffer; sessionId: string; at: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('refresh_token')
    .values({ token_hash: token.hash, family_id: token.sessionId, issued_at: token.at, expires_at: token.expiresAt })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .execute();
}

export interface RefreshRow {
  family_id: string;
  user_id: number;
  expires_at: Date;
  replaced_at: Date | null;
  revoked_at: Date | null;
}

/** The token's row, locked until the transaction ends, so that two tabs cannot both replace it. */
export const lockRefreshToken = (
  _system: SystemTenant,
  db: DbOrTransaction,
  hash: Buffer,
): Promise<RefreshRow | undefined> =>
  db
    .selectFrom('refresh_token')
    .innerJoin('session_family', 'session_family.id', 'refresh_token.family_id')
    .where('token_hash', '=', hash)
    .select(['family_id', 'user_id', 'expires_at', 'replaced_at', 'revoked_at'])
    .forUpdate()
    .executeTakeFirst();

export async function markReplaced(_system: SystemTenant, db: DbOrTransaction, hash: Buffer, at: Date): Promise<void> {
  await db.updateTable('refresh_token').set({ replaced_at: at }).where('token_hash', '=', hash).execute();
}

export async function revokeSession(
  _system: SystemTenant,
  db: DbOrTransaction,
  sessionId: string,
  at: Date,
): Promise<void> {
  await db
    .updateTable('session_family')
    .set({ revoked_at: at })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** When whoever signed in here last proved that it is he; null: never, or the sign-in is over. */
export const identityProvenAt = async (
  _system: SystemTenant,
  db: DbOrTransaction,
  sessionId: string,
): Promise<Date | null> =>
  (
    await db
      .selectFrom('session_family')
      .where('id', '=', sessionId)
      .where('revoked_at', 'is', null)
      .select('identity_proven_at')
      .executeTakeFirst()
  )?.identity_proven_at ?? null;

export const sessionIsOpen = async (
  _system: SystemTenant,
  db: DbOrTransaction,
  sessionId: string,
  userId: number,
): Promise<boolean> =>
  (await db
    .selectFrom('session_family')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .select('id')
    .executeTakeFirst()) !== undefined;

// Throttle of failed sign-ins

export async function countFailures(
  _system: SystemTenant,
  db: DbOrTransaction,
  key: string,
  since: Date,
): Promise<number> {
  const row = await db
    .selectFrom('login_failure')
    .where('key', '=', key)
    .where('failed_at', '>', since)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function insertFailure(
  _system: SystemTenant,
  db: DbOrTransaction,
  keys: readonly string[],
  at: Date,
): Promise<void> {
  await db
    .insertInto('login_failure')
    .values(keys.map((key) => ({ key, failed_at: at })))
    .execute();
}

export async function clearFailures(_system: SystemTenant, db: DbOrTransaction, key: string): Promise<void> {
  await db.deleteFrom('login_failure').where('key', '=', key).execute();
}

export async function deleteOldFailures(_system: SystemTenant, db: DbOrTransaction, before: Date): Promise<void> {
  await db.deleteFrom('login_failure').where('failed_at', '<', before).execute();
}

/** Sign-ins that have not been refreshed since, with their tokens. */
export async function deleteOldSessions(_system: SystemTenant, db: DbOrTransaction, before: Date): Promise<void> {
  await db
    .deleteFrom('session_family')
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refresh_token')
            .whereRef('refresh_token.family_id', '=', 'session_family.id')
            .where('issued_at', '>=', before)
            .select('token_hash'),
        ),
      ),
    )
    .execute();
}
