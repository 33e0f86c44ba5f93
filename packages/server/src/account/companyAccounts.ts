import { accountErrors } from '@watchpost/contract';
import { type CompanyTenant, system } from '../access/index.ts';
import type { EventBus } from '../events.ts';
import type { OneWrite } from '../logs/index.ts';
import type { Clock } from '../platform/clock.ts';
import { Refusal } from '../platform/http/refusal.ts';
import {
  type CompanyAccount,
  emptyAccounts,
  insertAccounts,
  isCompanyAccount,
  lockAccounts,
  releaseAccount,
  updateCompanyAccount,
} from './companyAccount.store.ts';
import { endEveryWayIn } from './endEveryWayIn.ts';
import type { Messenger } from './messenger.ts';
import { refusingTaken } from './refusingTaken.ts';

/**
 * Makes accounts for people of a company, in the transaction of the call; returns their ids in the same order. The account
 * that somebody who left had under such a name is no part of the new one: `replaces` is emptied and its sign-ins end.
 *
 * @throws Refusal `accountTaken`, `mobileRegistered`, `emailRegistered`, also when somebody else is taking it at this moment
 */
export async function makeCompanyAccounts(
  { clock }: { clock: Clock },
  { transaction }: Pick<OneWrite, 'transaction'>,
  tenant: CompanyTenant,
  accounts: readonly (CompanyAccount & { readonly replaces: number | null })[],
): Promise<number[]> {
  const replaced = accounts.map(({ replaces }) => replaces).filter((id) => id !== null);
  await emptyAccounts(tenant, transaction, replaced);
  for (const userId of replaced) await endEveryWayIn(clock, transaction, userId, null);
  return refusingTaken(() => insertAccounts(tenant, transaction, accounts));
}

/** Refuses unless the account is the company's own; held until the transaction ends, so that it stays so. */
export async function needCompanyAccount(
  transaction: OneWrite['transaction'],
  tenant: CompanyTenant,
  userId: number,
): Promise<void> {
  await lockAccounts(system, transaction, [userId]);
  if (!(await isCompanyAccount(tenant, transaction, userId))) throw new Refusal(accountErrors.foreignAccount);
}

/**
 * Sets phone or e-mail of an account that is the company's own (`needCompanyAccount`).
 *
 * @throws Refusal `foreignAccount`, `mobileRegistered`, `emailRegistered`
 */
export async function changeCompanyAccount(
  transaction: OneWrite['transaction'],
  tenant: CompanyTenant,
  userId: number,
  change: { mobile?: string; email?: string | null },
): Promise<void> {
  const changed = await refusingTaken(() => updateCompanyAccount(tenant, transaction, userId, change));
  if (!changed) throw new Refusal(accountErrors.foreignAccount);
}

/** What it takes to let somebody with an account into a company. */
export interface JoiningDeps {
  clock: Clock;
  events: EventBus;
  messenger: Messenger;
}

/**
 * Called for everybody with an account who joins a company: an account that another company made becomes the person's own. What
 * its maker knows (the first password) or may have bound opens it no more; the person signs in by phone and sets a password.
 *
 * @param joining.companyId the company that is joined
 * @param joining.mobile the number by which the person was found: refused when it is no longer theirs; undefined: not by number
 * @param joining.keepSession the sign-in in which the person joins: then only with a phone that a code has shown to be theirs
 * @throws Refusal `ownPhoneFirst`, `smsNeeded`, `userNotFound`
 */
export async function needOwnAccount(
  { clock, events, messenger }: JoiningDeps,
  { transaction, log, afterCommit }: OneWrite,
  joining: { userId: number; companyId: number; mobile?: string | null; keepSession: string | null },
): Promise<void> {
  const { userId, companyId, mobile, keepSession } = joining;
  const [account] = await lockAccounts(system, transaction, [userId]);
  if (!account || (mobile !== undefined && account.mobile !== mobile)) throw new Refusal(accountErrors.userNotFound);
  const { created_by_company_id: maker, mobile_proven_at: provenAt } = account;
  if (maker === null || maker === companyId) return;
  if (account.mobile === null || (keepSession !== null && provenAt === null)) {
    throw new Refusal(accountErrors.ownPhoneFirst);
  }
  if (messenger.sms === null) throw new Refusal(accountErrors.smsNeeded);
  await releaseAccount(system, transaction, userId);
  await endEveryWayIn(clock, transaction, userId, keepSession);
  const subject = { kind: 'account', id: userId, name: account.nickname } as const;
  log({ companyId: null, userId, subject, after: { password: 'removed' } });
  afterCommit(() => events.emit('accessChanged', { userIds: [userId] }));
}
