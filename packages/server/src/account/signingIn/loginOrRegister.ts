import { accountErrors } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { AccountDeps } from '../AccountDeps.ts';
import { registerAccount } from '../registerAccount.ts';
import { type IssuedSession, openSession, type SignInContext } from '../signIn.ts';
import { findUserByMobile, markMobileProven } from '../store.ts';
import { askerOf, checkCode, useCode } from '../verificationCode.ts';
import { needStrongPassword } from '../weakPassword.ts';

/**
 * Signs in the holder of the phone; a number that nobody registered gets an account first. A form that also gives a username or
 * a password means to register: then a registered number is refused, and the code stays good for signing in.
 *
 * @throws Refusal `wrongCode`, `mobileRegistered`, `accountTaken`, `inactive`
 */
export async function loginOrRegister(
  deps: AccountDeps,
  context: SignInContext,
  person: {
    mobile: string;
    code: string;
    account: string | undefined;
    password: string | undefined;
    nickname: string | undefined;
  },
): Promise<{ session: IssuedSession; isNew: boolean }> {
  const { mobile } = person;
  const target = { channel: 'sms', to: mobile } as const;
  const code = await checkCode(deps, { purpose: 'login', target, from: askerOf(context) }, person.code);
  let isNew = false;
  const session = await openSession(deps, context, async (write) => {
    await useCode(write.transaction, code, deps.clock.now());
    const user = await findUserByMobile(system, write.transaction, mobile);
    isNew = user === undefined;
    const provenAt = new Date(deps.clock.now());
    if (!user) {
      const { account = null, password } = person;
      if (password !== undefined) {
        await needStrongPassword(deps, 'Pwd', password, { account, mobile, companies: [] }, context.language);
      }
      return registerAccount(write, { ...person, provenAt });
    }
    if (person.account !== undefined || person.password !== undefined) {
      throw new Refusal(accountErrors.mobileRegistered);
    }
    await markMobileProven(system, write.transaction, user.id, provenAt);
    return user.id;
  });
  return { session, isNew };
}
