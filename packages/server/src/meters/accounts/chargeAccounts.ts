import { fenOfMicro } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { dayAfter, localOfEpoch } from '../../platform/zonedTime.ts';
import type { PrepaidDeps } from '../deps.ts';
import { judgeDeliveries } from '../recharges/judgeDeliveries.ts';
import { type AccountRow, findAccount, openAccounts, updateAccount } from './accounts.store.ts';
import { book, costThrough } from './ledger.store.ts';

/**
 * Posts the energy of an account through a day that is over: fen of everything since its beginning, less what was posted. Posted twice
 * it posts nothing. The account is locked.
 */
export async function chargeThrough(
  transaction: DbOrTransaction,
  account: AccountRow,
  day: string,
  at: Date,
): Promise<void> {
  if (day < account.charge_from || (account.charged_through !== null && day <= account.charged_through)) return;
  const micro = await costThrough(system, transaction, account, day);
  const due = Number(fenOfMicro(BigInt(micro))) - account.charged_fen;
  if (due !== 0)
    await book(system, transaction, {
      accountId: account.id,
      kind: 'charge',
      amountFen: -due,
      against: 'income',
      at,
      throughDay: day,
      byUser: null,
    });
  await updateAccount(system, transaction, account.id, { charged_through: day, charged_micro: micro });
}

/**
 * Charges every open account once its day is settled, and finds out what became of recharges on their way to meters: by the number
 * of purchases that the meter says, never by sending once more.
 */
export async function chargeAccounts(
  { db, clock, live, events }: Pick<PrepaidDeps, 'db' | 'clock' | 'live' | 'events'>,
  stopping: AbortSignal,
): Promise<void> {
  const now = new Date(clock.now());
  const changed = new Set<number>();
  for (const seen of await openAccounts(system, db)) {
    stopping.throwIfAborted();
    const settled = seen.settled_through && localOfEpoch(seen.settled_through.getTime(), seen.time_zone).slice(0, 10);
    if (!settled) continue;
    // Settled until within a day: the day before it is complete.
    const day = dayAfter(settled, -1);
    if (seen.charged_through !== null && day <= seen.charged_through) continue;
    await db.transaction().execute(async (transaction) => {
      const account = await findAccount(system, transaction, seen.id, 'lock');
      if (account && !account.closed_at) await chargeThrough(transaction, account, day, now);
    });
    changed.add(seen.company_id);
  }
  for (const companyId of await judgeDeliveries({ db, live })) changed.add(companyId);
  for (const companyId of changed) events.emit('listsChanged', { companyId, kinds: ['energy'] });
}
