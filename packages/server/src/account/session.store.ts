import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { executePrepared } from '../platform/db/preparedStatement.ts';

export async function insertSession(
  _system: SystemTenant,
  db: DbOrTransaction,
  session: {
    id: string;
    userId: number;
    at: Date;
    userAgent: string;
    address: string;
    bySpecifiedLogin?: boolean;
  },
): Promise<void> {
  await db
    .insertInto('session_family')
    .values({
      id: session.id,
      user_id: session.userId,
      created_at: session.at,
      user_agent: session.userAgent,
      address: session.address,
      by_specified_login: session.bySpecifiedLogin ?? false,
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
  /** When the person signed in. */
  created_at: Date;
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
    .select(['family_id', 'user_id', 'created_at', 'expires_at', 'replaced_at', 'revoked_at'])
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

/** A sign-in that can still be renewed. */
export interface SessionRow {
  id: string;
  user_agent: string | null;
  address: string | null;
  created_at: Date;
  last_seen_at: Date | null;
}

/** A user's sign-ins that have not ended, the latest first. */
export const listSessions = (
  _system: SystemTenant,
  db: DbOrTransaction,
  userId: number,
  now: Date,
): Promise<SessionRow[]> =>
  db
    .selectFrom('session_family')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('refresh_token')
          .whereRef('refresh_token.family_id', '=', 'session_family.id')
          .where('expires_at', '>', now)
          .select('token_hash'),
      ),
    )
    .select(['id', 'user_agent', 'address', 'created_at', 'last_seen_at'])
    .orderBy((eb) => eb.fn.coalesce('last_seen_at', 'created_at'), 'desc')
    .execute();

/** Ends one of a user's sign-ins; false when it is somebody else's or has ended. */
export async function revokeOwnSession(
  _system: SystemTenant,
  db: DbOrTransaction,
  userId: number,
  sessionId: string,
  at: Date,
): Promise<boolean> {
  const row = await db
    .updateTable('session_family')
    .set({ revoked_at: at })
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends all sign-ins of a user but the one that is named; returns how many. */
export async function revokeSessionsOf(
  _system: SystemTenant,
  db: DbOrTransaction,
  userId: number,
  except: string | null,
  at: Date,
): Promise<number> {
  const rows = await db
    .updateTable('session_family')
    .set({ revoked_at: at })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(except !== null, (query) => query.where('id', '!=', except!))
    .returning('id')
    .execute();
  return rows.length;
}

export async function markSeen(_system: SystemTenant, db: DbOrTransaction, sessionId: string, at: Date): Promise<void> {
  await db.updateTable('session_family').set({ last_seen_at: at }).where('id', '=', sessionId).execute();
}

export async function markIdentityProven(
  _system: SystemTenant,
  db: DbOrTransaction,
  sessionId: string,
  at: Date,
): Promise<void> {
  await db.updateTable('session_family').set({ identity_proven_at: at }).where('id', '=', sessionId).execute();
}

/** When the person behind this sign-in last proved their identity; null: never, or the sign-in has ended. */
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

/** Marks a sign-in as one of our own web, which proves identities. */
export async function markAsOfWeb(_system: SystemTenant, db: DbOrTransaction, sessionId: string): Promise<void> {
  await db.updateTable('session_family').set({ by_specified_login: false }).where('id', '=', sessionId).execute();
}

/** Whether the company excuses this person, who signed in by the specification's login, from proofs of identity. */
export const needsNoProof = async (
  _system: SystemTenant,
  db: DbOrTransaction,
  sessionId: string,
  companyId: number,
): Promise<boolean> =>
  (await db
    .selectFrom('session_family')
    .innerJoin('company', (join) => join.on('company.id', '=', companyId))
    .where('session_family.id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .where('by_specified_login', '=', true)
    .where((eb) => eb('session_family.user_id', '=', eb.fn.any('company.user_ids_without_proof')))
    .select('session_family.id')
    .executeTakeFirst()) !== undefined;

export const sessionIsOpen = async (
  _system: SystemTenant,
  db: DbOrTransaction,
  sessionId: string,
  userId: number,
): Promise<boolean> =>
  (
    await executePrepared(
      db,
      db
        .selectFrom('session_family')
        .where('id', '=', sessionId)
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .select('id'),
    )
  ).length > 0;

/** The addresses from which somebody signed in to the account, as far as its sign-ins are kept. */
export async function addressesOf(_system: SystemTenant, db: DbOrTransaction, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('session_family')
    .where('user_id', '=', userId)
    .where('address', '<>', '')
    .select('address')
    .distinct()
    .$narrowType<{ address: string }>()
    .execute();
  return rows.map(({ address }) => address);
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
