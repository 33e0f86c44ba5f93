import { contractReminderDays } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { markDue } from '../../assets/index.ts';
import { holdersInCompany } from '../../people/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { insertWorkMessages } from '../../work/index.ts';
import { lockEndingContracts, noteContractReminded } from './people.store.ts';

/** Tells those who keep maintenance contracts of each that ends, once for each mark before its end. */
export async function remindOfContracts({ db, clock }: { readonly db: Db; readonly clock: Clock }): Promise<void> {
  const at = new Date(clock.now());
  await db.transaction().execute(async (transaction) => {
    for (const contract of await lockEndingContracts(system, transaction, at, Math.max(...contractReminderDays))) {
      const mark = markDue(contract.days_left);
      if (mark === null || contract.told.includes(mark)) continue;
      const userIds = await holdersInCompany(system, transaction, contract.company_id, ['maintenanceContracts']);
      // Nobody keeps contracts yet: it stays due until somebody does.
      if (userIds.length === 0) continue;
      const { name, number, ends_on, days_left } = contract;
      await insertWorkMessages(system, transaction, {
        ...{ companyId: contract.company_id, projectId: null, userIds, at },
        about: { kind: 'contract', id: contract.id },
        text: {
          zh: `维保合同“${name}”（${number}）${days_left === 0 ? '今天到期' : `将于 ${ends_on} 到期，还有 ${days_left} 天`}`,
          en: `Maintenance contract “${name}” (${number}) ${days_left === 0 ? 'ends today' : `ends on ${ends_on}, in ${days_left} ${days_left === 1 ? 'day' : 'days'}`}`,
        },
      });
      await noteContractReminded(system, transaction, contract, mark);
    }
  });
}
