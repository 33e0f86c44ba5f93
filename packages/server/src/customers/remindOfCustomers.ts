import { type Bilingual, usualReminder } from '@watchpost/contract';
import { system } from '../access/index.ts';
import { mailAllHolders, nullInQuietHours, type Outbox } from '../notifications/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { localOfEpoch } from '../platform/zonedTime.ts';
import { insertEvent } from './customer.store.ts';
import {
  companiesToRemind,
  type EndingCustomer,
  lockEnding,
  noteReminded,
  type RemindedCompany,
} from './reminder.store.ts';
import { lateDays, reminderDue } from './reminderDue.ts';

export interface RemindDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly outbox: Pick<Outbox, 'available' | 'wake'>;
}

/** Mails who keeps the customers of a company about services that end, each reminder of a customer's end once. */
export async function remindOfCustomers(deps: RemindDeps, stopping: AbortSignal): Promise<void> {
  for (const company of await companiesToRemind(system, deps.db)) {
    if (stopping.aborted) return;
    await remind(deps, company);
  }
}

function lineOf({ shop_name, valid_to, days_left }: EndingCustomer): Bilingual {
  if (days_left < 0) return { zh: `${shop_name}：已于 ${valid_to} 到期`, en: `${shop_name}: ended on ${valid_to}` };
  if (days_left === 0) return { zh: `${shop_name}：今天到期`, en: `${shop_name}: ends today` };
  return {
    zh: `${shop_name}：${valid_to} 到期，还有 ${days_left} 天`,
    en: `${shop_name}: ends on ${valid_to}, in ${days_left} ${days_left === 1 ? 'day' : 'days'}`,
  };
}

async function remind({ db, clock, outbox }: RemindDeps, { id, time_zone, reminder }: RemindedCompany): Promise<void> {
  const { days_before, every } = reminder ?? { days_before: usualReminder.daysBefore, every: usualReminder.every };
  const today = localOfEpoch(clock.now(), time_zone).slice(0, 10);
  const sent = await nullInQuietHours(
    db.transaction().execute(async (transaction) => {
      const within = { daysBefore: days_before, lateDays };
      const ending = await lockEnding(system, transaction, id, today, within);
      const due = ending.filter(({ days_left, told }) => {
        const reminder = reminderDue(days_left, days_before, every);
        return reminder !== null && (told === null || told > reminder);
      });
      if (due.length === 0) return false;
      const { mailed } = await mailAllHolders(
        transaction,
        {
          companyId: id,
          permission: 'customerProfiles',
          about: 'customer',
          subject: { zh: '客户服务即将到期', en: 'Customers whose service ends' },
          lines: due.map(lineOf),
          timeZone: time_zone,
        },
        clock.now(),
        outbox.available,
      );
      // Nobody can be mailed yet: it stays due until somebody can.
      if (mailed === 0) return false;
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
      return true;
    }),
  );
  if (sent) outbox.wake();
}
