import { commonErrors, type Language } from '@watchpost/contract';
import { type Caller, grantsOfUser, lockPeople, system } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Changer } from './changer.ts';

/**
 * Lets one change of people or roles of the caller's company happen at a time, until the transaction ends, and answers what
 * they may now: it can have been taken from them since their call came in.
 *
 * @throws Refusal `notYourCompany` for who belongs to none, or to it no more
 */
export async function lockChanger(
  { caller, language }: { readonly caller: Caller; readonly language: Language },
  transaction: DbOrTransaction,
): Promise<Changer> {
  const companyId = caller.grants?.companyId;
  if (companyId === undefined) throw new Refusal(commonErrors.notYourCompany);
  await lockPeople({ companyId }, transaction);
  const grants = await grantsOfUser(system, transaction, caller.userId, companyId);
  if (!grants) throw new Refusal(commonErrors.notYourCompany);
  return { userId: caller.userId, grants, language };
}
