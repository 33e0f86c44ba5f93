import { deviceErrors } from '@watchpost/contract';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DeviceContext, DeviceDeps } from '../deviceDeps.ts';
import { needDevice } from '../edit/needDevices.ts';
import { tellDevices } from '../edit/tellDevices.ts';
import { pointsOfDevice, type ShownPoint, setShownPoints } from './store.ts';

/**
 * Chooses which of its points a device shows, in which order.
 *
 * @param mainId the big number of its card; null: the first that is shown
 */
export function setShown(
  deps: Pick<DeviceDeps, 'db' | 'clock' | 'events'>,
  context: DeviceContext,
  deviceId: number,
  { pointIds, mainId }: { pointIds: readonly number[]; mainId: number | null },
): Promise<void> {
  const { tenant } = context.caller;
  return inOneWrite(deps, context, async (write) => {
    const { transaction, log, unchanged } = write;
    const device = await needDevice(tenant, transaction, deviceId);
    const present = await pointsOfDevice(tenant, transaction, deviceId);
    const chosen = [...new Set(pointIds)];
    const own = new Set(present.map(({ point_id }) => point_id));
    if (chosen.some((id) => !own.has(id))) throw new Refusal(deviceErrors.pointNotOfDevice);
    if (mainId !== null && !chosen.includes(mainId)) throw new Refusal(deviceErrors.mainPointHidden);
    const before = told(present);
    await setShownPoints(tenant, transaction, deviceId, { pointIds: chosen, mainId: mainId ?? chosen[0] ?? null });
    const after = told(await pointsOfDevice(tenant, transaction, deviceId));
    if (JSON.stringify(before) === JSON.stringify(after)) return unchanged();
    log({
      companyId: tenant.companyId,
      projectId: device.project_id,
      subject: { kind: 'device', id: deviceId, name: device.name },
      before,
      after,
    });
    tellDevices(write, deps.events, tenant.companyId, [deviceId]);
  });
}

const told = (points: readonly ShownPoint[]) => ({
  shownPoints: points.filter(({ shown }) => shown).map(({ name }) => name),
  mainPoint: points.find(({ main }) => main)?.name ?? null,
});
