import { system } from '../access/index.ts';
import type { OneWrite } from '../logs/index.ts';
import type { Clock } from '../platform/clock.ts';
import { deleteSignInCodes } from './code.store.ts';
import { revokeSessionsOf } from './session.store.ts';

/**
 * Ends the sign-ins of an account, and what one of them may have prepared for another: a code that waits to be redeemed.
 *
 * @param keepSession the sign-in in which it happens; null: none is kept
 * @returns how many sign-ins ended
 */
export async function endEveryWayIn(
  clock: Clock,
  transaction: OneWrite['transaction'],
  userId: number,
  keepSession: string | null,
): Promise<number> {
  await deleteSignInCodes(system, transaction, userId);
  return revokeSessionsOf(system, transaction, userId, keepSession, new Date(clock.now()));
}
