import { usualReminder } from '@watchpost/contract';
import { system } from '../access/index.ts';
import { mailAllHolders, nullInQuietHours, type Outbox } from '../notifications/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { localOfEpoch } from '../platform/zonedTime.ts';
import { insertEvent } from './customer.store.ts';
import { isReminderDay } from './isReminderDay.ts';
import { companiesToRemind, lockEnding, noteReminded, type RemindedCompany } from './reminder.store.ts';

export interface RemindDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly outbox: Pick<Outbox, 'available' | 'wake'>;
}

/** Mails who keeps the customers of a company about services that end, once a customer and day where the company is. */
export async function remindOfCustomers(deps: RemindDeps, stopping: AbortSignal): Promise<void> {
  for (const company of await companiesToRemind(system, deps.db)) {
    if (stopping.aborted) return;
    await remind(deps, company);
  }
}

async function remind({ db, clock, outbox }: RemindDeps, { id, time_zone, reminder }: RemindedCompany): Promise<void> {
  const { days_before, every } = reminder ?? { days_before: usualReminder.daysBefore, every: usualReminder.every };
  const today = localOfEpoch(clock.now(), time_zone).slice(0, 10);
  const sent = await nullInQuietHours(
    db.transaction().execute(async (transaction) => {
      const ending = await lockEnding(system, transaction, id, today, days_before);
      const due = ending.filter(({ days_left }) => isReminderDay(days_left, days_before, every));
      if (due.length === 0) return false;
      const { recipients } = await mailAllHolders(
        transaction,
        {
          companyId: id,
          permission: 'customerProfiles',
          about: 'customer',
          subject: { zh: '客户服务即将到期', en: 'Customers whose service ends' },
          lines: due.map(({ shop_name, valid_to, days_left }) => ({
            zh: days_left === 0 ? `${shop_name}：今天到期` : `${shop_name}：${valid_to} 到期，还有 ${days_left} 天`,
            en:
              days_left === 0 ? `${shop_name}: ends today` : `${shop_name}: ends on ${valid_to}, in ${days_left} days`,
          })),
          timeZone: time_zone,
        },
        clock.now(),
        outbox.available,
      );
      await noteReminded(
        system,
        transaction,
        due.map((customer) => customer.id),
        today,
      );
      for (const customer of due)
        await insertEvent(system, transaction, {
          customer_id: customer.id,
          kind: 'reminded',
          at: new Date(clock.now()),
          user_id: null,
          to_end: customer.valid_to,
          reason: '',
        });
      return recipients > 0;
    }),
  );
  if (sent) outbox.wake();
}
