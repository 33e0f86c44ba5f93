import { dayMs, planAheadDays } from '@watchpost/contract';
import { type CompanyTenant, type SystemTenant, system } from '../../access/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, DbOrTransaction } from '../../platform/db/database.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { insertWorkMessages } from '../../work/index.ts';
import { leadersOf } from '../messages/people.store.ts';
import { nominalDays } from '../nominalDay.ts';
import {
  contractsToPlan,
  cyclePlans,
  insertCycleVisits,
  insertVisits,
  lockVisitsOfContract,
  type PlannedContract,
} from './contract.store.ts';

/** Makes the visits of every contract in effect for the days to come. Run twice or by two servers it makes each once. */
export async function planVisits(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  stopping: AbortSignal,
): Promise<void> {
  for (const contract of await contractsToPlan(system, db)) {
    if (stopping.aborted) return;
    if (!contract.has_cycles) await planContract(system, db, contract, clock.now());
    else
      await db.transaction().execute(async (transaction) => {
        await lockVisitsOfContract(system, transaction, contract.id);
        // It may have been changed or terminated while it was waited for.
        const [present] = await contractsToPlan(system, transaction, contract.id);
        if (present) await planContract(system, transaction, present, clock.now());
      });
  }
}

/** The same for one contract, as soon as both have signed it. Visits by its own cycle come first: those of other cycles join them. */
export async function planContract(
  tenant: SystemTenant | CompanyTenant,
  db: DbOrTransaction,
  contract: PlannedContract,
  now: number,
): Promise<void> {
  const ahead = localOfEpoch(now + planAheadDays * dayMs, contract.time_zone).slice(0, 10);
  const until = ahead < contract.valid_to ? ahead : contract.valid_to;
  const days = nominalDays(contract.first_on, contract.cycle, contract.cycle_count, until);
  const made = days.length === 0 ? [] : await insertVisits(tenant, db, contract, days);
  if (contract.has_cycles)
    for (const plan of await cyclePlans(tenant, db, contract.id)) {
      const project_ids = contract.project_ids.filter((id) => plan.project_id === null || plan.project_id === id);
      const wanted = nominalDays(plan.first_on, plan.cycle, plan.cycle_count, until)
        .map((day, k) => ({ k, day }))
        .filter(({ day }) => day >= plan.made_from);
      if (wanted.length > 0)
        made.push(...(await insertCycleVisits(tenant, db, { ...contract, project_ids }, plan, wanted)));
    }
  made.sort();
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
