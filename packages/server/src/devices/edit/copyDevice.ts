import { deviceErrors } from '@watchpost/contract';
import { maySee, needInProject } from '../../access/index.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DeviceContext, DeviceDeps } from '../deviceDeps.ts';
import { propertiesOfDevices, writeValues } from '../properties/store.ts';
import { needDevice, needFreeName, settingUp } from './needDevices.ts';
import { insertDevice, lockDevices } from './store.ts';
import { tellDevices } from './tellDevices.ts';

/** Devices like one, under names of their own: without its points, and without the serial number, which is of one machine. */
export function copyDevice(
  deps: Pick<DeviceDeps, 'db' | 'clock' | 'events'>,
  context: DeviceContext,
  { projectId, id, names }: { projectId: number; id: number; names: readonly string[] },
): Promise<number[]> {
  const { caller } = context;
  const { tenant } = caller;
  needInProject(caller, projectId, settingUp);
  return inOneWrite(deps, context, async (write) => {
    const { transaction, log } = write;
    await lockDevices(tenant, transaction, projectId);
    const { id: _own, name_en: _ownToo, ...facts } = await needDevice(tenant, transaction, id, projectId);
    if (!maySee(tenant, projectId, null)) throw new Refusal(deviceErrors.onlySomeDevices);
    const properties = (await propertiesOfDevices(tenant, transaction, [id])).get(id) ?? [];
    const created_at = new Date(deps.clock.now());
    const ids: number[] = [];
    for (const name of names) {
      // Also finds a name that is in the list twice: the first copy has it by then.
      await needFreeName(tenant, transaction, { projectId, names: [name], exceptId: null });
      const copyId = await insertDevice(tenant, transaction, { ...facts, name, serial_number: '', created_at });
      ids.push(copyId);
      await writeValues(
        tenant,
        transaction,
        properties.flatMap(({ id: propertyId, value }) =>
          value === null ? [] : [{ deviceId: copyId, propertyId, value }],
        ),
      );
      log({
        companyId: tenant.companyId,
        projectId,
        subject: { kind: 'device', id: copyId, name },
        after: { name, copyOf: facts.name },
      });
    }
    tellDevices(write, deps.events, tenant.companyId, ids);
    return ids;
  });
}
