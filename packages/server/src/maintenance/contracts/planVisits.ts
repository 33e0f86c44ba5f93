import { planAheadDays } from '@watchpost/contract';
import { type CompanyTenant, type SystemTenant, system } from '../../access/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, DbOrTransaction } from '../../platform/db/database.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { insertWorkMessages } from '../../work/index.ts';
import { leadersOf } from '../messages/people.store.ts';
import { nominalDays } from '../nominalDay.ts';
import { contractsToPlan, insertVisits, type PlannedContract } from './contract.store.ts';

const dayMs = 86_400_000;

/** Makes the visits of every contract in effect for the days to come. Run twice or by two servers it makes each once. */
export async function planVisits(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  stopping: AbortSignal,
): Promise<void> {
  for (const contract of await contractsToPlan(system, db)) {
    if (stopping.aborted) return;
    await planContract(system, db, contract, clock.now());
  }
}

/** The same for one contract, as soon as both have signed it. */
export async function planContract(
  tenant: SystemTenant | CompanyTenant,
  db: DbOrTransaction,
  contract: PlannedContract,
  now: number,
): Promise<void> {
  const ahead = localOfEpoch(now + planAheadDays * dayMs, contract.time_zone).slice(0, 10);
  const until = ahead < contract.valid_to ? ahead : contract.valid_to;
  const days = nominalDays(contract.first_on, contract.cycle, contract.cycle_count, until);
  if (days.length === 0) return;
  const made = await insertVisits(tenant, db, contract, days);
  if (made.length > 0)
    await insertWorkMessages(tenant, db, {
      ...{ companyId: contract.company_id, projectId: null, at: new Date(now) },
      userIds: await leadersOf(tenant, db, contract.id),
      about: { kind: 'contract', id: contract.id },
      text: {
        zh: `“${contract.name}”新增 ${made.length} 张维保工单，最早 ${made[0]}，请指派`,
        en: `“${contract.name}” has ${made.length} new ${made.length === 1 ? 'visit' : 'visits'}, the first on ${made[0]}. Assign them.`,
      },
    });
}
