import { accountErrors } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { AccountDeps } from '../AccountDeps.ts';
import { companyNamesOf } from '../companyNamesOf.ts';
import { logsThatHear } from '../logsThatHear.ts';
import { setPassword } from '../setPassword.ts';
import type { SignInContext } from '../signIn.ts';
import { findUserByMobile, markMobileProven } from '../store.ts';
import { forgetGuesses } from '../throttleLogin.ts';
import { askerOf, checkCode, useCode } from '../verificationCode.ts';
import { needStrongPassword } from '../weakPassword.ts';

/**
 * Gives a new password to the holder of the phone and ends all their sign-ins. Wrong passwords before it no longer count.
 *
 * @throws Refusal `wrongCode`
 */
export async function resetPassword(
  deps: AccountDeps,
  context: SignInContext,
  { mobile, code: given, password }: { mobile: string; code: string; password: string },
): Promise<void> {
  const target = { channel: 'sms', to: mobile } as const;
  const code = await checkCode(deps, { purpose: 'forgotPassword', target, from: askerOf(context) }, given);
  const userId = await inOneWrite(deps, context, async (write) => {
    await useCode(write.transaction, code, deps.clock.now());
    const user = await findUserByMobile(system, write.transaction, mobile);
    // The number was given up between asking for the code and using it.
    if (!user) throw new Refusal(accountErrors.wrongCode);
    const companies = await companyNamesOf(write.transaction, user.id);
    await needStrongPassword(deps, 'Pwd', password, { ...user, companies }, context.language);
    await markMobileProven(system, write.transaction, user.id, new Date(deps.clock.now()));
    await setPassword(deps, write, user, password, { keepSession: null });
    for (const companyId of await logsThatHear(write.transaction, user.id))
      write.log({
        companyId,
        userId: user.id,
        subject: { kind: 'account', id: user.id, name: user.nickname },
        after: { password: 'reset' },
      });
    return user.id;
  });
  await forgetGuesses(deps, userId, context.address);
}
