import { deviceErrors } from '@watchpost/contract';
import { needInProject } from '../../access/index.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DeviceContext, DeviceDeps } from '../deviceDeps.ts';
import { fitToClass, takeRoles } from '../roles/fitToClass.ts';
import { plantOfProject } from '../roles/store.ts';
import { fillFacts, mergeInto } from './merge.store.ts';
import { needDevice, needDevices, settingUp } from './needDevices.ts';
import { deleteDevices, lockDevices, membersListing, pointsServing } from './store.ts';
import { tellDevices } from './tellDevices.ts';

/** Makes one device of several: what the others have goes to the first, then they are gone. @returns how many points moved */
export function mergeDevices(
  deps: Pick<DeviceDeps, 'db' | 'clock' | 'events'>,
  context: DeviceContext,
  { projectId, id, otherIds }: { projectId: number; id: number; otherIds: readonly number[] },
): Promise<number> {
  const { caller } = context;
  const { tenant } = caller;
  needInProject(caller, projectId, settingUp);
  if (otherIds.includes(id)) throw new Refusal(deviceErrors.mergeIntoItself);
  return inOneWrite(deps, context, async (write) => {
    const { transaction, log, afterCommit } = write;
    await lockDevices(tenant, transaction, projectId);
    const kept = await needDevice(tenant, transaction, id, projectId);
    const others = await needDevices(tenant, transaction, otherIds, projectId);
    const pointIds = await pointsServing(tenant, transaction, otherIds);
    const userIds = await membersListing(tenant, transaction, otherIds);
    const meant = await plantOfProject(tenant, transaction, projectId, { deviceIds: otherIds });
    const points = await mergeInto(tenant, transaction, { id, projectId }, otherIds);
    await fillFacts(tenant, transaction, id, otherIds);
    await deleteDevices(tenant, transaction, otherIds);
    meant.sort((a, b) => otherIds.indexOf(a.id) - otherIds.indexOf(b.id));
    await takeRoles(tenant, transaction, projectId, id, meant);
    // Relations of another class are none of its own.
    await fitToClass(tenant, transaction, projectId, [id]);
    const into = { mergedInto: kept.name };
    for (const other of others)
      log({
        companyId: tenant.companyId,
        projectId,
        subject: { kind: 'device', id: other.id, name: other.name },
        before: { name: other.name },
        after: into,
      });
    tellDevices(write, deps.events, tenant.companyId, [id, ...otherIds], pointIds);
    afterCommit(() => {
      if (userIds.length > 0) deps.events.emit('accessChanged', { userIds });
    });
    return points;
  });
}
