import { commonErrors, energyErrors } from '@watchpost/contract';
import type { Caller } from '../../access/index.ts';
import type { OneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isDeviceOf, type MeterValues, supplyOf } from './meters.store.ts';

/** What a meter points at exists in its project, and no circle comes of it. */
export async function checkPlace(
  { tenant }: Caller,
  { transaction }: OneWrite,
  projectId: number,
  meterId: number | null,
  { name, parent_id, device_id }: Partial<MeterValues>,
): Promise<void> {
  const meters = await supplyOf(tenant, transaction, projectId);
  if (name !== undefined && meters.some((each) => each.name === name && each.id !== meterId))
    throw new Refusal(energyErrors.nameTaken);
  if (device_id !== undefined && device_id !== null) {
    if (!(await isDeviceOf(tenant, transaction, projectId, device_id))) throw new Refusal(commonErrors.notFound);
  }
  for (let above = parent_id ?? null, steps = 0; above !== null; steps++) {
    const parent = meters.find(({ id }) => id === above);
    if (!parent) throw new Refusal(commonErrors.notFound);
    if (above === meterId || steps > meters.length) throw new Refusal(energyErrors.parentBelow);
    above = parent.parent_id;
  }
}
