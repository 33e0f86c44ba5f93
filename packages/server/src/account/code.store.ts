import { sql, type Transaction } from 'kysely';
import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import type { Tables } from '../platform/db/tables.generated.ts';

/** Makes others who name the same thing wait until the transaction ends; name things always in the same order. */
export async function lockName(_system: SystemTenant, transaction: Transaction<Tables>, name: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}

/** How many codes were asked for since, and when the last one was; by where they went or by where they were asked from. */
export async function countCodes(
  _system: SystemTenant,
  db: DbOrTransaction,
  by: 'target' | 'address',
  value: string,
  since: Date,
): Promise<{ count: number; latest: Date | null }> {
  return db
    .selectFrom('verification_code')
    .where(by, '=', value)
    .where('created_at', '>', since)
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('created_at').as('latest')])
    .executeTakeFirstOrThrow();
}

export async function insertCode(
  _system: SystemTenant,
  db: DbOrTransaction,
  code: {
    purpose: string;
    target: string;
    hash: Buffer;
    address: string;
    at: Date;
    expiresAt: Date;
    tries: number;
  },
): Promise<number> {
  const row = await db
    .insertInto('verification_code')
    .values({
      purpose: code.purpose,
      target: code.target,
      code_hash: code.hash,
      address: code.address,
      created_at: code.at,
      expires_at: code.expiresAt,
      tries_left: code.tries,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/**
 * Takes one of the tries of the newest code for this purpose and target; undefined when there is none that still counts.
 * In one statement: of ten guesses at once, no more than the tries that are left get to see the hash.
 */
export const takeTry = (
  _system: SystemTenant,
  db: DbOrTransaction,
  purpose: string,
  target: string,
  at: Date,
): Promise<{ id: number; code_hash: Buffer } | undefined> =>
  db
    .updateTable('verification_code')
    .set((eb) => ({ tries_left: eb('tries_left', '-', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('verification_code as newest')
        .where('newest.target', '=', target)
        .where('newest.purpose', '=', purpose)
        .orderBy('newest.created_at', 'desc')
        .orderBy('newest.id', 'desc')
        .limit(1)
        .select('newest.id'),
    )
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .where('tries_left', '>', 0)
    .returning(['id', 'code_hash'])
    .executeTakeFirst();

export async function giveTryBack(_system: SystemTenant, db: DbOrTransaction, id: number): Promise<void> {
  await db
    .updateTable('verification_code')
    .set((eb) => ({ tries_left: eb('tries_left', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** False when somebody else used it in the meantime. */
export async function markUsed(_system: SystemTenant, db: DbOrTransaction, id: number, at: Date): Promise<boolean> {
  const row = await db
    .updateTable('verification_code')
    .set({ used_at: at })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** @param now what only leads back from somewhere else is kept no longer than it counts: strangers make these rows */
export async function deleteOldCodes(
  _system: SystemTenant,
  db: DbOrTransaction,
  { before, now }: { before: Date; now: Date },
): Promise<void> {
  await db.deleteFrom('verification_code').where('created_at', '<', before).execute();
  await db.deleteFrom('counted_call').where('at', '<', before).execute();
  await db.deleteFrom('sign_in_code').where('expires_at', '<', before).execute();
  await db.deleteFrom('openid_attempt').where('expires_at', '<', now).execute();
}

/** How many calls were counted under a key since then, and the oldest of them. */
export const countCalls = (
  _system: SystemTenant,
  db: DbOrTransaction,
  key: string,
  since: Date,
): Promise<{ count: number; oldest: Date | null }> =>
  db
    .selectFrom('counted_call')
    .where('key', '=', key)
    .where('at', '>', since)
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('at').as('oldest')])
    .executeTakeFirstOrThrow();

export async function insertCountedCalls(
  _system: SystemTenant,
  db: DbOrTransaction,
  key: string,
  at: Date,
  times: number,
): Promise<void> {
  const rows = Array.from({ length: times }, () => ({ key, at }));
  await db.insertInto('counted_call').values(rows).execute();
}

// One-time codes for a sign-in elsewhere

export async function insertSignInCode(
  _system: SystemTenant,
  db: DbOrTransaction,
  code: { hash: Buffer; userId: number; companyId: number | null; at: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('sign_in_code')
    .values({
      code_hash: code.hash,
      user_id: code.userId,
      company_id: code.companyId,
      created_at: code.at,
      expires_at: code.expiresAt,
    })
    .execute();
}

/** Whom the code signs in, and that it was used; undefined when it does not count, or not any more. */
export const takeSignInCode = (
  _system: SystemTenant,
  db: DbOrTransaction,
  hash: Buffer,
  at: Date,
): Promise<{ user_id: number; company_id: number | null } | undefined> =>
  db
    .updateTable('sign_in_code')
    .set({ used_at: at })
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returning(['user_id', 'company_id'])
    .executeTakeFirst();

/** What was made to sign a user in elsewhere signs him in no more. */
export async function deleteSignInCodes(_system: SystemTenant, db: DbOrTransaction, userId: number): Promise<void> {
  await db.deleteFrom('sign_in_code').where('user_id', '=', userId).execute();
}

// Browsers that were sent to the sign-in service of another account

export interface OpenIdAttempt {
  nonce: string;
  code_verifier: string;
  user_id: number | null;
  session_id: string | null;
  expires_at: Date;
}

export async function insertOpenIdAttempt(
  _system: SystemTenant,
  db: DbOrTransaction,
  attempt: {
    stateHash: Buffer;
    nonce: string;
    codeVerifier: string;
    userId: number | null;
    sessionId: string | null;
    at: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await db
    .insertInto('openid_attempt')
    .values({
      state_hash: attempt.stateHash,
      nonce: attempt.nonce,
      code_verifier: attempt.codeVerifier,
      user_id: attempt.userId,
      session_id: attempt.sessionId,
      created_at: attempt.at,
      expires_at: attempt.expiresAt,
    })
    .execute();
}

/** Good once: whatever comes of it, the same address does nothing a second time. */
export const takeOpenIdAttempt = (
  _system: SystemTenant,
  db: DbOrTransaction,
  stateHash: Buffer,
): Promise<OpenIdAttempt | undefined> =>
  db
    .deleteFrom('openid_attempt')
    .where('state_hash', '=', stateHash)
    .returning(['nonce', 'code_verifier', 'user_id', 'session_id', 'expires_at'])
    .executeTakeFirst();
