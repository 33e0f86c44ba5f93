import { type Bilingual, contractReminderDays } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { mailAllHolders, nullInQuietHours, type Outbox } from '../../notifications/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { companiesWithEnds, type EndKind, lockEnding, noteReminded } from './reminder.store.ts';

export interface RemindOfAssetsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly outbox: Pick<Outbox, 'available' | 'wake'>;
}

/** What a mail is about: the key of its messages and its subject. */
const mails: Readonly<Record<EndKind, { about: string; subject: Bilingual }>> = {
  contract: { about: 'assetContract', subject: { zh: '资产合同即将到期', en: 'Contracts of assets that end' } },
  warranty: { about: 'assetWarranty', subject: { zh: '资产质保即将到期', en: 'Asset warranties ending soon' } },
};

/** Mails those who keep the assets of a company about contracts and warranties that end, once for each mark of an end. */
export async function remindOfAssets(deps: RemindOfAssetsDeps, stopping: AbortSignal): Promise<void> {
  for (const company of await companiesWithEnds(system, deps.db))
    for (const kind of ['contract', 'warranty'] as const) {
      if (stopping.aborted) return;
      await remind(deps, kind, company);
    }
}

/**
 * The mark that is due so many days before an end: the nearest that was reached, so that a server that was off tells late rather than
 * never, and of two missed marks one. Null: none yet.
 */
export const markDue = (daysLeft: number): number | null =>
  [...contractReminderDays].sort((a, b) => a - b).find((mark) => daysLeft <= mark) ?? null;

async function remind(
  { db, clock, outbox }: RemindOfAssetsDeps,
  kind: EndKind,
  { id, time_zone }: { id: number; time_zone: string },
): Promise<void> {
  const today = localOfEpoch(clock.now(), time_zone).slice(0, 10);
  const sent = await nullInQuietHours(
    db.transaction().execute(async (transaction) => {
      const ending = await lockEnding(system, transaction, kind, id, today, Math.max(...contractReminderDays));
      const due = ending.flatMap((each) => {
        const mark = markDue(each.days_left);
        return mark === null || each.told.includes(mark) ? [] : [{ ...each, mark }];
      });
      if (due.length === 0) return false;
      const { mailed } = await mailAllHolders(
        transaction,
        {
          companyId: id,
          permission: 'companyAssets',
          ...mails[kind],
          lines: due.map(({ number, name, ends_on, days_left }) => ({
            zh: `${name}（${number}）：${days_left === 0 ? '今天到期' : `${ends_on} 到期，还有 ${days_left} 天`}`,
            en: `${name} (${number}): ${days_left === 0 ? 'ends today' : `ends on ${ends_on}, in ${days_left} ${days_left === 1 ? 'day' : 'days'}`}`,
          })),
          timeZone: time_zone,
        },
        clock.now(),
        outbox.available,
      );
      // Nobody can be mailed yet: it stays due until somebody can.
      if (mailed === 0) return false;
      await noteReminded(system, transaction, kind, due);
      return true;
    }),
  );
  if (sent) outbox.wake();
}
