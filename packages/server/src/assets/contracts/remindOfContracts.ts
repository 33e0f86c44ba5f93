import { contractReminderDays } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { mailAllHolders, nullInQuietHours, type Outbox } from '../../notifications/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { companiesWithContracts, lockEndingContracts, noteContractsReminded } from './reminder.store.ts';

export interface RemindOfContractsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly outbox: Pick<Outbox, 'available' | 'wake'>;
}

/** Mails those who keep the assets of a company about contracts that end, once for each mark of a contract's end. */
export async function remindOfContracts(deps: RemindOfContractsDeps, stopping: AbortSignal): Promise<void> {
  for (const company of await companiesWithContracts(system, deps.db)) {
    if (stopping.aborted) return;
    await remind(deps, company);
  }
}

/**
 * The mark that is due so many days before an end: the nearest that was reached, so that a server that was off tells late rather than
 * never, and of two missed marks one. Null: none yet.
 */
export const markDue = (daysLeft: number): number | null =>
  [...contractReminderDays].sort((a, b) => a - b).find((mark) => daysLeft <= mark) ?? null;

async function remind(
  { db, clock, outbox }: RemindOfContractsDeps,
  { id, time_zone }: { id: number; time_zone: string },
): Promise<void> {
  const today = localOfEpoch(clock.now(), time_zone).slice(0, 10);
  const sent = await nullInQuietHours(
    db.transaction().execute(async (transaction) => {
      const ending = await lockEndingContracts(system, transaction, id, today, Math.max(...contractReminderDays));
      const due = ending.flatMap((contract) => {
        const mark = markDue(contract.days_left);
        return mark === null || contract.told.includes(mark) ? [] : [{ ...contract, mark }];
      });
      if (due.length === 0) return false;
      const { mailed } = await mailAllHolders(
        transaction,
        {
          companyId: id,
          permission: 'companyAssets',
          about: 'assetContract',
          subject: { zh: '资产合同即将到期', en: 'Contracts of assets that end' },
          lines: due.map(({ number, name, valid_to, days_left }) => ({
            zh: `${name}（${number}）：${days_left === 0 ? '今天到期' : `${valid_to} 到期，还有 ${days_left} 天`}`,
            en: `${name} (${number}): ${days_left === 0 ? 'ends today' : `ends on ${valid_to}, in ${days_left} days`}`,
          })),
          timeZone: time_zone,
        },
        clock.now(),
        outbox.available,
      );
      // Nobody can be mailed yet: it stays due until somebody can.
      if (mailed === 0) return false;
      await noteContractsReminded(system, transaction, due);
      return true;
    }),
  );
  if (sent) outbox.wake();
}
