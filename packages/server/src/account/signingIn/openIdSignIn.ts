import { createHash, timingSafeEqual } from 'node:crypto';
import { accountErrors } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { inOneWrite } from '../../logs/index.ts';
import type { CallContext } from '../../platform/http/callServer.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { AccountDeps } from '../AccountDeps.ts';
import { insertOpenIdAttempt, type OpenIdAttempt, takeOpenIdAttempt } from '../code.store.ts';
import { logsThatHear } from '../logsThatHear.ts';
import type { OpenIdIdentity } from '../openId.ts';
import { refusingTaken } from '../refusingTaken.ts';
import { sessionIsOpen } from '../session.store.ts';
import { type IssuedSession, openSession, type SignInContext } from '../signIn.ts';
import { findUser, findUserByOpenId, updateUser } from '../store.ts';

/** Long enough to look up a password for the other service. */
const attemptMs = 10 * 60_000;

/** Only the browser that was sent away may come back: nobody can be signed in by a link that somebody else prepared. */
const stateCookie = 'openIdState';

const hashOf = (state: string): Buffer => createHash('sha256').update(state).digest();

/**
 * Where to send the browser.
 *
 * @param bindTo the account to bind, and the sign-in that asks; null: somebody signs in
 * @throws Refusal `noOpenId`, `openIdUnreachable`
 */
export async function startOpenId(
  { db, clock, openId }: AccountDeps,
  context: Pick<CallContext<unknown>, 'setCookie'>,
  bindTo: { userId: number; sessionId: string } | null,
): Promise<string> {
  if (!openId) throw new Refusal(accountErrors.noOpenId);
  const { url, challenge } = await openId.begin();
  const now = clock.now();
  await insertOpenIdAttempt(system, db, {
    stateHash: hashOf(challenge.state),
    nonce: challenge.nonce,
    codeVerifier: challenge.codeVerifier,
    userId: bindTo?.userId ?? null,
    sessionId: bindTo?.sessionId ?? null,
    at: new Date(now),
    expiresAt: new Date(now + attemptMs),
  });
  context.setCookie(stateCookie, challenge.state, attemptMs / 1000);
  return url;
}

/**
 * Signs in the person who came back, or binds their account; null when it was bound.
 *
 * @param query what the service added to the redirect address
 * @throws Refusal `noOpenId`, `openIdRefused`, `openIdUnreachable`, `openIdUnknown`, `openIdTaken`, `inactive`
 */
export async function finishOpenId(
  deps: AccountDeps,
  context: SignInContext,
  query: string,
): Promise<IssuedSession | null> {
  const { openId, clock } = deps;
  const bare = query.replace(/^\?/, '');
  const state = new URLSearchParams(bare).get('state') ?? '';
  const expected = context.cookie(stateCookie) ?? '';
  context.clearCookie(stateCookie);
  if (state === '' || !timingSafeEqual(hashOf(state), hashOf(expected))) throw new Refusal(accountErrors.openIdRefused);
  if (!openId) throw new Refusal(accountErrors.noOpenId);
  const attempt = await takeOpenIdAttempt(system, deps.db, hashOf(state));
  if (!attempt || attempt.expires_at.getTime() <= clock.now()) throw new Refusal(accountErrors.openIdRefused);

  const identity = await openId.finish(bare, { state, nonce: attempt.nonce, codeVerifier: attempt.code_verifier });
  if (attempt.user_id !== null) {
    await bind(deps, context, attempt, identity);
    return null;
  }
  return openSession(deps, context, async ({ transaction }) => {
    const user = await findUserByOpenId(system, transaction, identity.issuer, identity.subject);
    if (!user) throw new Refusal(accountErrors.openIdUnknown);
    return user.id;
  });
}

async function bind(
  deps: AccountDeps,
  context: SignInContext,
  { user_id: userId, session_id: sessionId }: OpenIdAttempt,
  { issuer, subject, name }: OpenIdIdentity,
): Promise<void> {
  await inOneWrite(deps, context, async ({ transaction, log }) => {
    const stillHe =
      userId !== null && sessionId !== null && (await sessionIsOpen(system, transaction, sessionId, userId));
    const user = stillHe ? await findUser(system, transaction, userId) : undefined;
    if (!user) throw new Refusal(accountErrors.openIdRefused);
    const change = { openid_issuer: issuer, openid_subject: subject, openid_name: name };
    await refusingTaken(() => updateUser(system, transaction, user.id, change));
    for (const companyId of await logsThatHear(transaction, user.id))
      log({
        companyId,
        userId: user.id,
        subject: { kind: 'account', id: user.id, name: user.nickname },
        before: { boundAccount: user.openid_name },
        after: { boundAccount: name },
      });
  });
}
