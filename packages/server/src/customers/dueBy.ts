import { usualReminder } from '@watchpost/contract';
import { type UserTenant, zoneOf } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { localOfEpoch } from '../platform/zonedTime.ts';
import type { DueBy } from './customer.store.ts';
import { reminderOf } from './reminder.store.ts';

/** Where the tenant's company is today, and from how many days before its end a service is due. */
export async function dueBy(tenant: UserTenant, db: DbOrTransaction, now: number): Promise<DueBy> {
  const rule = await reminderOf(tenant, db);
  return {
    today: localOfEpoch(now, await zoneOf(tenant, db)).slice(0, 10),
    daysBefore: rule?.days_before ?? usualReminder.daysBefore,
  };
}
