import { fenOfMicro } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { dayAfter, localOfEpoch } from '../../platform/zonedTime.ts';
import type { PrepaidDeps } from '../deps.ts';
import { judgeDeliveries } from '../recharges/judgeDeliveries.ts';
import { endLeftSwitches } from '../switching/switching.store.ts';
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
 * of purchases that the meter says, never by sending once more. Switches that nobody waits for any more end as their writes did.
 */
export async function chargeAccounts(
  { db, clock, live, events, log }: Pick<PrepaidDeps, 'db' | 'clock' | 'live' | 'events'> & { readonly log: Log },
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
    try {
      await db.transaction().execute(async (transaction) => {
        const account = await findAccount(system, transaction, seen.id, 'lock');
        if (account && !account.closed_at) await chargeThrough(transaction, account, day, now);
      });
      changed.add(seen.company_id);
    } catch (error) {
      // The others are charged all the same; this one is tried again a minute later.
      log.error({ err: error, accountId: seen.id, day }, 'A prepaid account could not be charged');
    }
  }
  for (const companyId of await judgeDeliveries({ db, live })) changed.add(companyId);
  for (const companyId of await endLeftSwitches(system, db, now)) changed.add(companyId);
  for (const companyId of changed) events.emit('listsChanged', { companyId, kinds: ['energy'] });
}
