import { commonErrors } from '@watchpost/contract';
import type { Caller } from '../../access/index.ts';
import type { OneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { findMeters, lockMeters, type MeterRow } from './meters.store.ts';

/** Meters to be changed, in the order of their ids; others wait. @throws Refusal `notFound` when one of them is missing */
export async function needMeters(
  { tenant }: Caller,
  { transaction }: OneWrite,
  ids: readonly number[],
): Promise<MeterRow[]> {
  const wanted = [...new Set(ids)];
  const meters = await findMeters(tenant, transaction, wanted, 'lock');
  if (meters.length < wanted.length) throw new Refusal(commonErrors.notFound);
  for (const projectId of new Set(meters.map(({ project_id }) => project_id)))
    await lockMeters(tenant, transaction, projectId);
  return meters;
}
