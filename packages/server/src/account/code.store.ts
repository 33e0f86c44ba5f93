import { sql } from 'kysely';
import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

export async function insertCode(
  _system: SystemTenant,
  db: DbOrTransaction,
  code: {
    purpose: string;
    target: string;
    hash: Buffer;
    network: string;
    askedBy: number | null;
    at: Date;
    expiresAt: Date;
    tries: number;
    foreignTries: number;
  },
): Promise<number> {
  const row = await db
    .insertInto('verification_code')
    .values({
      purpose: code.purpose,
      target: code.target,
      code_hash: code.hash,
      network: code.network,
      asked_by: code.askedBy,
      created_at: code.at,
      expires_at: code.expiresAt,
      tries_left: code.tries,
      foreign_tries_left: code.foreignTries,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export interface TriedCode {
  id: number;
  code_hash: Buffer;
  is_own: boolean;
  last_hash: Buffer | null;
}

/** Who makes a guess: from which network and, in a sign-in, which user. */
export interface Guesser {
  readonly network: string;
  readonly userId: number | null;
}

/** The code that was sent for somebody without a sign-in and counts the longest; undefined when none counts any more. */
export const findSharedCode = (
  _system: SystemTenant,
  db: DbOrTransaction,
  { purpose, target }: { purpose: string; target: string },
  at: Date,
): Promise<{ code_hash: Buffer; expires_at: Date } | undefined> =>
  db
    .selectFrom('verification_code')
    .where('purpose', '=', purpose)
    .where('target', '=', target)
    .where('asked_by', 'is', null)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .select(['code_hash', 'expires_at'])
    .orderBy('expires_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/**
 * Takes one of the tries of the newest code for this purpose and target; undefined when there is none that still counts. A
 * code that the guesser asked for comes before one that was asked for elsewhere, and has tries of its own. The code that was sent
 * last comes with it: a phone shows no other.
 * In one statement: of ten guesses at once, no more than the tries that are left get to see the hash.
 */
export async function takeTry(
  _system: SystemTenant,
  db: DbOrTransaction,
  { purpose, target }: { purpose: string; target: string },
  { network, userId }: Guesser,
  at: Date,
): Promise<TriedCode | undefined> {
  const { rows } = await sql<TriedCode>`
    UPDATE verification_code c
    SET tries_left = c.tries_left - own.is_own::int, foreign_tries_left = c.foreign_tries_left - (NOT own.is_own)::int
    FROM (
      SELECT id, coalesce(asked_by = ${userId}::int, network = ${network}) AS is_own
      FROM verification_code
      WHERE purpose = ${purpose} AND target = ${target} AND expires_at > ${at}
        AND (asked_by IS NULL OR asked_by = ${userId}::int)
      ORDER BY is_own DESC, created_at DESC, id DESC
      LIMIT 1
    ) own
    WHERE c.id = own.id AND c.used_at IS NULL
      AND CASE WHEN own.is_own THEN c.tries_left ELSE c.foreign_tries_left END > 0
    RETURNING c.id, c.code_hash, own.is_own, (
      SELECT code_hash FROM verification_code
      WHERE purpose = ${purpose} AND target = ${target} AND expires_at > ${at} AND used_at IS NULL
        AND (asked_by IS NULL OR asked_by = ${userId}::int)
      ORDER BY created_at DESC, id DESC
      LIMIT 1
    ) AS last_hash
  `.execute(db);
  return rows[0];
}

export async function giveTryBack(
  _system: SystemTenant,
  db: DbOrTransaction,
  { id, is_own }: { id: number; is_own: boolean },
): Promise<void> {
  await db
    .updateTable('verification_code')
    .set((eb) =>
      is_own ? { tries_left: eb('tries_left', '+', 1) } : { foreign_tries_left: eb('foreign_tries_left', '+', 1) },
    )
    .where('id', '=', id)
    .execute();
}

/** Uses a code up for everybody it was shared with; false when somebody else used it in the meantime. */
export async function markUsed(
  _system: SystemTenant,
  db: DbOrTransaction,
  code: { purpose: string; target: string; hash: Buffer },
  at: Date,
): Promise<boolean> {
  const rows = await db
    .updateTable('verification_code')
    .set({ used_at: at })
    .where('purpose', '=', code.purpose)
    .where('target', '=', code.target)
    .where('code_hash', '=', code.hash)
    .where('used_at', 'is', null)
    .returning('id')
    .execute();
  return rows.length > 0;
}

/** @param now rows that only lead back from another service go once they no longer count: strangers make these rows */
export async function deleteOldCodes(
  _system: SystemTenant,
  db: DbOrTransaction,
  { before, now }: { before: Date; now: Date },
): Promise<void> {
  await db.deleteFrom('verification_code').where('created_at', '<', before).execute();
  await db.deleteFrom('sign_in_code').where('expires_at', '<', before).execute();
  await db.deleteFrom('openid_attempt').where('expires_at', '<', now).execute();
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

/** The user that the code signs in, which is used up by it; undefined when it does not count, or no longer. */
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

/** Codes made to sign a user in elsewhere end. */
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

/** Good once: whether or not it succeeds, the same address does nothing a second time. */
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
