import { randomUUID } from 'node:crypto';
import { accountErrors } from '@watchpost/contract';
import { system } from '../access/index.ts';
import type { EventBus } from '../events.ts';
import { inOneWrite } from '../logs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db, DbOrTransaction } from '../platform/db/database.ts';
import type { CallContext } from '../platform/http/callServer.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { createTurns } from './createTurns.ts';
import { verifyAgainstNothing, verifyPassword } from './password.ts';
import { clearFailures, countFailures, findLogin, insertFailure, insertRefreshToken, insertSession } from './store.ts';
import { refreshTokenMs, type Tokens } from './tokens.ts';

/** Failures within this time count, and a lock lasts as long. */
const throttleWindowMs = 15 * 60_000;
/** Of one account from one address: a person mistypes a few times; a guesser needs thousands. */
const failuresPerPair = 5;
/** Of one account from anywhere. Higher, or a stranger could lock the operator out with five requests. */
const failuresPerAccount = 30;
/** A whole office may sit behind one address. */
const failuresPerAddress = 50;

export interface IssuedSession {
  token: string;
  expiresAt: number;
  refreshToken: string;
}

export interface SignInDeps {
  db: Db;
  clock: Clock;
  events: EventBus;
  tokens: Tokens;
}

interface Credentials {
  account: string;
  password: string;
}

/** The call through which he comes in. */
export type SignInContext = CallContext<null>;

/** Attempts wait for those before them: a hundred guesses sent at once would all pass a count that none has raised yet. */
const inTurn = createTurns();

/** Signs a person in. Refuses with the same words for a wrong password and for an unknown account. */
export function signIn(deps: SignInDeps, credentials: Credentials, from: SignInContext): Promise<IssuedSession> {
  const account = credentials.account.toLowerCase();
  const keys = {
    pair: `pair:${account}@${from.address}`,
    account: `account:${account}`,
    address: `address:${from.address}`,
  };
  return inTurn(keys.address, () => inTurn(keys.account, () => attempt(deps, credentials, from, keys)));
}

async function attempt(
  { db, clock, tokens }: SignInDeps,
  credentials: Credentials,
  from: SignInContext,
  keys: { pair: string; account: string; address: string },
): Promise<IssuedSession> {
  const at = new Date(clock.now());
  const since = new Date(clock.now() - throttleWindowMs);
  const locked =
    (await countFailures(system, db, keys.pair, since)) >= failuresPerPair ||
    (await countFailures(system, db, keys.account, since)) >= failuresPerAccount ||
    (await countFailures(system, db, keys.address, since)) >= failuresPerAddress;
  if (locked) throw new Refusal(accountErrors.loginLocked, { minutes: throttleWindowMs / 60_000 });

  const user = await findLogin(system, db, credentials.account);
  const right = user
    ? await verifyPassword(user.password_hash, credentials.password)
    : await verifyAgainstNothing(credentials.password);
  if (!user || !right) {
    await insertFailure(system, db, [keys.pair, keys.account, keys.address], at);
    throw new Refusal(accountErrors.wrongLogin);
  }
  if (user.active_memberships === 0) throw new Refusal(accountErrors.inactive);

  return openSession({ db, clock, tokens }, from, user.id, async (transaction) => {
    await clearFailures(system, transaction, keys.pair);
    await clearFailures(system, transaction, keys.account);
  });
}

/**
 * Opens a sign-in for a person whose identity somebody has established.
 *
 * @param alongside what else belongs into the same transaction: the code used up, the account made
 */
export async function openSession(
  { db, clock, tokens }: Pick<SignInDeps, 'db' | 'clock' | 'tokens'>,
  from: SignInContext,
  userId: number,
  alongside: (transaction: DbOrTransaction) => Promise<void>,
): Promise<IssuedSession> {
  const at = new Date(clock.now());
  const sessionId = randomUUID();
  const refreshToken = tokens.firstRefresh();
  await inOneWrite({ db, clock }, from, async ({ transaction, log }) => {
    await alongside(transaction);
    const { address, userAgent } = from;
    await insertSession(system, transaction, { id: sessionId, userId, at, address, userAgent });
    const expiresAt = new Date(clock.now() + refreshTokenMs);
    await insertRefreshToken(system, transaction, { hash: tokens.hashOf(refreshToken), sessionId, at, expiresAt });
    log({ companyId: null, userId, subject: { kind: 'session', id: sessionId, name: '' } });
  });
  return { ...(await tokens.issueAccess(userId, sessionId)), refreshToken };
}
