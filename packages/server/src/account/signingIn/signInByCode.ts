import { createHash, randomBytes } from 'node:crypto';
import { accountErrors } from '@watchpost/contract';
import type { Transaction } from 'kysely';
import { system } from '../../access/index.ts';
import type { Tables } from '../../platform/db/tables.generated.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { AccountDeps } from '../AccountDeps.ts';
import { countFailed, limitsByNetwork } from '../allowance.ts';
import { insertSignInCode, takeSignInCode } from '../code.store.ts';
import { type IssuedSession, openSession, type SignInContext } from '../signIn.ts';

/** A redirect takes a second; the address in a log must be worth nothing later. */
const signInCodeMs = 60_000;

/** From one network. A code has 256 bits: this keeps guessers from burning processor time. */
const wrongCodesAllowed = { count: 30, withinMs: 10 * 60_000 };

const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();

/** Makes a code that signs the user in elsewhere, once and within a minute; in the transaction of the call. */
export async function makeSignInCode(
  { clock }: Pick<AccountDeps, 'clock'>,
  transaction: Transaction<Tables>,
  { userId, companyId }: { userId: number; companyId: number | null },
): Promise<{ code: string; expiresAt: number }> {
  const code = randomBytes(32).toString('base64url');
  const now = clock.now();
  const expiresAt = now + signInCodeMs;
  await insertSignInCode(system, transaction, {
    hash: hashOf(code),
    userId,
    companyId,
    at: new Date(now),
    expiresAt: new Date(expiresAt),
  });
  return { code, expiresAt };
}

/** @throws Refusal `signInCodeRefused` for a code that was never issued, was used or is too old; `inactive`, `tooManyRequests` */
export async function signInByCode(
  deps: AccountDeps,
  context: SignInContext,
  code: string,
): Promise<{ session: IssuedSession; companyId: number | null }> {
  let companyId: number | null = null;
  const limits = limitsByNetwork('signInCode', context.address, wrongCodesAllowed);
  const openIt = () =>
    openSession(deps, context, async ({ transaction }) => {
      const taken = await takeSignInCode(system, transaction, hashOf(code), new Date(deps.clock.now()));
      if (!taken) throw new Refusal(accountErrors.signInCodeRefused);
      companyId = taken.company_id;
      return taken.user_id;
    });
  const session = await countFailed(deps, limits, openIt);
  return { session, companyId };
}
