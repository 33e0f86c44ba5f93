import { randomUUID } from 'node:crypto';
import { accountErrors } from '@watchpost/contract';
import { system } from '../access/index.ts';
import type { EventBus } from '../events.ts';
import { inOneWrite, type OneWrite } from '../logs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { CallContext } from '../platform/http/callServer.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { mobileOf } from '../platform/phoneNumber.ts';
import { isUsualPlace } from './knownPlace.ts';
import { logsThatHear } from './logsThatHear.ts';
import { verifyPasswordOf } from './password.ts';
import { reportAttack } from './reportAttack.ts';
import { insertRefreshToken, insertSession } from './session.store.ts';
import { findLogin, isListed, isShutOut } from './store.ts';
import { throttleLogin } from './throttleLogin.ts';
import { refreshTokenMs, type Tokens } from './tokens.ts';

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
  /** How long a sign-in lasts at the longest, from its beginning. */
  longestSignInMs: number;
}

interface Credentials {
  account: string;
  password: string;
  /** By the call of the specification, not by that of our web. */
  bySpecifiedLogin: boolean;
}

/** The call by which somebody signs in. */
export type SignInContext = CallContext<null>;

/** Signs a person in. Refuses with the same words for a wrong password and for an unknown account. */
export async function signIn(
  deps: SignInDeps,
  { account, password, bySpecifiedLogin }: Credentials,
  from: SignInContext,
): Promise<IssuedSession> {
  const find = () => findLogin(system, deps.db, account, mobileOf(account));
  const known = await find();
  const whose = known ? { userId: known.id } : { typed: account };
  const userId = await throttleLogin(deps, { whose, from, wrong: accountErrors.wrongLogin }, async () => {
    // Once more after the wait: the password may have been changed meanwhile.
    const user = await find();
    const right = await verifyPasswordOf(user?.password_hash ?? null, password);
    return user && right ? user.id : null;
  });
  return openSession(deps, from, async () => userId, { bySpecifiedLogin });
}

/**
 * Opens a sign-in for a person whose identity is established; every way in comes through here. A member who was made inactive
 * everywhere, or was removed, is refused; a person who never belonged to a company is let in, to be invited or to apply.
 *
 * @param whoIs returns the user's id, and does in the same transaction everything else that belongs to it: uses the code up,
 *   makes the account, joins the company
 * @throws Refusal `inactive` or `inNoCompany`, and nothing is kept
 */
export async function openSession(
  { db, clock, events, tokens, longestSignInMs }: SignInDeps,
  from: SignInContext,
  whoIs: (write: OneWrite) => Promise<number>,
  { bySpecifiedLogin }: { bySpecifiedLogin: boolean } = { bySpecifiedLogin: false },
): Promise<IssuedSession> {
  const at = new Date(clock.now());
  const sessionId = randomUUID();
  const refreshToken = tokens.firstRefresh();
  let isElsewhere = false;
  const userId = await inOneWrite({ db, clock }, from, async (write) => {
    const { transaction, log } = write;
    const id = await whoIs(write);
    if (await isShutOut(system, transaction, id)) {
      throw new Refusal((await isListed(system, transaction, id)) ? accountErrors.inactive : accountErrors.inNoCompany);
    }
    const { address, userAgent } = from;
    isElsewhere = !(await isUsualPlace(transaction, id, address));
    const session = { id: sessionId, userId: id, at, address, userAgent, bySpecifiedLogin };
    await insertSession(system, transaction, session);
    const expiresAt = new Date(clock.now() + Math.min(refreshTokenMs, longestSignInMs));
    await insertRefreshToken(system, transaction, { hash: tokens.hashOf(refreshToken), sessionId, at, expiresAt });
    for (const companyId of await logsThatHear(transaction, id)) {
      log({ companyId, userId: id, subject: { kind: 'session', id: sessionId, name: '' } });
    }
    return id;
  });
  if (isElsewhere) reportAttack({ clock, events }, 'signInElsewhere', { userId }, from);
  return { ...(await tokens.issueAccess(userId, sessionId)), refreshToken };
}
