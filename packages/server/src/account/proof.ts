import { accountErrors, type CodePurpose, commonErrors } from '@watchpost/contract';
import { type Caller, system } from '../access/index.ts';
import type { CallContext } from '../platform/http/callServer.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Messenger } from './messenger.ts';
import { verifyPasswordOf } from './password.ts';
import { createHasProvenIdentity } from './provenIdentity.ts';
import { findUser, type UserRow } from './store.ts';
import { throttleLogin } from './throttleLogin.ts';
import { askerOf, type CodeDeps, type CodeTarget, checkCode, type RightCode } from './verificationCode.ts';

export async function needSelf({ db }: Pick<CodeDeps, 'db'>, caller: Caller): Promise<UserRow> {
  const user = await findUser(system, db, caller.userId);
  if (!user) throw new Refusal(commonErrors.sessionExpired);
  return user;
}

/** Where somebody's own codes go: to the phone, else to the e-mail address, as far as there is a way to send there. */
export function ownTarget(user: UserRow, messenger: Messenger): CodeTarget {
  const { mobile, email } = user;
  if (mobile !== null && (messenger.sms !== null || email === null || messenger.mail === null)) {
    return { channel: 'sms', to: mobile };
  }
  if (email !== null) return { channel: 'mail', to: email };
  throw new Refusal(accountErrors.nowhereToSend);
}

/** Whether somebody is reached by codes: has a phone or an e-mail address, and there is a way to send there. */
export const isReached = ({ mobile, email }: UserRow, { sms, mail }: Messenger): boolean =>
  (mobile !== null && sms !== null) || (email !== null && mail !== null);

async function provePassword(
  deps: CodeDeps,
  from: CallContext<Caller>,
  user: UserRow,
  password: string,
): Promise<void> {
  if (user.password_hash === null) throw new Refusal(accountErrors.noPassword);
  const { sessionId } = from.caller;
  const guess = { whose: { userId: user.id }, from, wrong: accountErrors.wrongPassword, sessionId };
  await throttleLogin(deps, guess, async () => ((await verifyPasswordOf(user.password_hash, password)) ? true : null));
}

/**
 * Asks somebody to prove who they are, by their password or a code that was sent to them (`ownCode`). Of both, both are right. A code
 * is answered, to be used up in the transaction of what it was asked for.
 *
 * @throws Refusal `proofMissing`, `wrongPassword`, `noPassword`, `loginLocked`, `wrongCode`
 */
export async function proveSelf(
  deps: CodeDeps,
  context: CallContext<Caller>,
  user: UserRow,
  proof: { password: string | undefined; code: string | undefined; purpose: CodePurpose },
): Promise<RightCode | null> {
  if (proof.code !== undefined) {
    if (proof.password !== undefined && user.password_hash !== null) {
      await provePassword(deps, context, user, proof.password);
    }
    const target = ownTarget(user, deps.messenger);
    return checkCode(deps, { purpose: proof.purpose, target, from: askerOf(context) }, proof.code);
  }
  if (proof.password === undefined) throw new Refusal(accountErrors.proofMissing);
  await provePassword(deps, context, user, proof.password);
  return null;
}

/**
 * Asks somebody to prove who they are, by their password. Without one, they must have proven it in another way a moment ago.
 *
 * @throws Refusal `proofMissing`, `wrongPassword`, `loginLocked`, `identityNeeded`
 */
export async function proveByPassword(
  deps: CodeDeps,
  context: CallContext<Caller>,
  user: UserRow,
  password: string | undefined,
): Promise<void> {
  if (user.password_hash !== null) {
    if (password === undefined) throw new Refusal(accountErrors.proofMissing);
    await provePassword(deps, context, user, password);
    return;
  }
  const hasProven = createHasProvenIdentity(deps.db, deps.clock);
  if (!(await hasProven(context.caller.sessionId))) throw new Refusal(commonErrors.identityNeeded);
}
