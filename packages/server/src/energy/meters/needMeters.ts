import { commonErrors } from '@watchpost/contract';
import type { Caller } from '../../access/index.ts';
import type { OneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { findMeters, lockMeters, type MeterRow } from './meters.store.ts';

/**
 * Meters to be changed, in the order of their ids, as they are once nobody else changes them; others wait.
 *
 * @throws Refusal `notFound` when one of them is missing
 */
export async function needMeters(
  { tenant }: Caller,
  { transaction }: OneWrite,
  ids: readonly number[],
): Promise<MeterRow[]> {
  const wanted = [...new Set(ids)];
  const seen = await findMeters(tenant, transaction, wanted);
  if (seen.length < wanted.length) throw new Refusal(commonErrors.notFound);
  // First the projects, as a meter that is added takes them.
  for (const projectId of [...new Set(seen.map(({ project_id }) => project_id))].toSorted((a, b) => a - b))
    await lockMeters(tenant, transaction, projectId);
  await findMeters(tenant, transaction, wanted, 'lock');
  // What was waited for has changed registers and terms, which the rows that were locked do not hold.
  const meters = await findMeters(tenant, transaction, wanted);
  if (meters.length < wanted.length) throw new Refusal(commonErrors.notFound);
  return meters;
}
