import { inOneWrite } from '../../logs/index.ts';
import type { DeviceContext, DeviceDeps } from '../deviceDeps.ts';
import { needDevices } from './needDevices.ts';
import {
  type Effect,
  effectOfDeleting,
  membersListing,
  pointsServing,
  deleteDevices as removeDevices,
} from './store.ts';
import { tellDevices } from './tellDevices.ts';

/** Deletes devices for ever; their points and what was measured stay. @returns what went with them */
export function deleteDevices(
  deps: Pick<DeviceDeps, 'db' | 'clock' | 'events'>,
  context: DeviceContext,
  ids: readonly number[],
): Promise<Effect> {
  const { tenant } = context.caller;
  return inOneWrite(deps, context, async (write) => {
    const { transaction, log, afterCommit } = write;
    const devices = await needDevices(tenant, transaction, ids);
    const effect = await effectOfDeleting(tenant, transaction, ids);
    const pointIds = await pointsServing(tenant, transaction, ids);
    const userIds = await membersListing(tenant, transaction, ids);
    await removeDevices(tenant, transaction, ids);
    for (const { id, project_id, name } of devices)
      log({
        companyId: tenant.companyId,
        projectId: project_id,
        subject: { kind: 'device', id, name },
        before: { name },
      });
    tellDevices(write, deps.events, tenant.companyId, ids, pointIds);
    afterCommit(() => {
      if (userIds.length > 0) deps.events.emit('accessChanged', { userIds });
    });
    return effect;
  });
}
