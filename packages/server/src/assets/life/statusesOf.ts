import { type Caller, maySee, readsValues } from '../../access/index.ts';
import { type DeviceState, deviceStates, ofDevices } from '../../devices/index.ts';
import type { AssetDeps } from '../deps.ts';
import type { AssetRow } from '../register/asset.store.ts';

/** How the devices of assets stand now, by the id of the asset; of those whose values are open to the caller. */
export async function statusesOf(
  deps: Pick<AssetDeps, 'db' | 'points' | 'live' | 'clock'>,
  caller: Caller,
  assets: readonly AssetRow[],
): Promise<Map<number, DeviceState['status']>> {
  const watched = assets.flatMap(({ id, device_id, project_id }) =>
    device_id !== null &&
    project_id !== null &&
    readsValues(caller, project_id) &&
    maySee(caller.tenant, project_id, device_id)
      ? [{ id, deviceId: device_id, projectId: project_id }]
      : [],
  );
  if (watched.length === 0) return new Map();
  const projectIds = [...new Set(watched.map(({ projectId }) => projectId))];
  const concerned = ofDevices(watched.map(({ deviceId }) => deviceId));
  const states = await deviceStates(deps, caller.tenant, projectIds, concerned);
  return new Map(watched.map(({ id, deviceId }) => [id, states.of(deviceId).status]));
}
