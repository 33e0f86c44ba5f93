import { energyErrors } from '@watchpost/contract';
import type { Caller } from '../../access/index.ts';
import type { OneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { closedMonthWith } from './closing.store.ts';

/** What changes the figures of closed months from one on waits until they are open again. @throws Refusal `monthClosed` */
export async function refuseIfClosed(
  { tenant }: Caller,
  { transaction }: OneWrite,
  meterIds: readonly number[],
  fromMonth = '2000-01',
): Promise<void> {
  const month = await closedMonthWith(tenant, transaction, meterIds, fromMonth);
  if (month !== null) throw new Refusal(energyErrors.monthClosed, { month });
}
