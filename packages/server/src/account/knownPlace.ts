import { system } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { networkOf } from '../platform/networksOf.ts';
import { addressesOf } from './session.store.ts';

/**
 * Whether somebody has signed in to the account from this network lately. What strangers elsewhere use up then does not
 * count: it would shut out the owner. Sign-ins are kept for 30 days after their last use.
 */
export async function isKnownPlace(db: DbOrTransaction, userId: number, address: string): Promise<boolean> {
  const network = networkOf(address);
  return (await addressesOf(system, db, userId)).some((known) => networkOf(known) === network);
}

/** The same where nobody has signed in to the account yet: then every network is as good as another. */
export async function isUsualPlace(db: DbOrTransaction, userId: number, address: string): Promise<boolean> {
  const known = await addressesOf(system, db, userId);
  return known.length === 0 || known.some((one) => networkOf(one) === networkOf(address));
}
