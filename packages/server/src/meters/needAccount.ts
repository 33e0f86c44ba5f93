import { commonErrors, prepaidErrors } from '@watchpost/contract';
import type { Caller } from '../access/index.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { type AccountRow, findAccount } from './accounts/accounts.store.ts';

export async function needAccount(
  { tenant }: Caller,
  client: Parameters<typeof findAccount>[1],
  id: number,
  lock: 'lock' | 'look' = 'look',
) {
  const account = await findAccount(tenant, client, id, lock);
  if (!account) throw new Refusal(commonErrors.notFound);
  return account;
}
export const needOpen = (account: AccountRow): AccountRow => {
  if (account.closed_at) throw new Refusal(prepaidErrors.closed);
  return account;
};
