import { isRole, mayLeadTo, relationFrom, roleOf, rolesOfClass } from '@watchpost/contract';
import type { UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { fillSureRoles } from './fillSureRoles.ts';
import { deleteRelations, linksOfDevices, type PlantRow, plantOfProject, writeRoles } from './store.ts';

/** What a device lost, in the words of the operation log. */
export interface LostMeaning {
  pointRoles?: Record<string, string>;
  relatedDevices?: string[];
}

/**
 * Takes from devices whose class changed the roles and relations that the new class does not have, and gives their points the roles that
 * are sure there. Relations with devices that the tenant does not see end, too, without their names.
 *
 * @returns by device what it lost; devices that lost nothing are missing
 */
export async function fitToClass(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  projectId: number,
  deviceIds: readonly number[],
): Promise<Map<number, LostMeaning>> {
  const lost = new Map<number, LostMeaning>();
  const changes = [];
  for (const { id, class_code, points } of await plantOfProject(tenant, transaction, projectId, { deviceIds })) {
    const foreign = points.filter(({ role }) => isRole(role) && !rolesOfClass[class_code]?.includes(role));
    if (foreign.length === 0) continue;
    changes.push(...foreign.map(({ role }) => ({ deviceId: id, role: role!, pointId: null })));
    lost.set(id, {
      pointRoles: Object.fromEntries(foreign.map(({ role, name }) => [isRole(role) ? roleOf(role).zh : '', name])),
    });
  }
  if (changes.length > 0) await writeRoles(tenant, transaction, changes);
  await fillSureRoles(tenant, transaction, projectId, deviceIds);

  const ended = (await linksOfDevices(tenant, transaction, deviceIds)).filter(
    ({ kind, from_class, to_class }) => relationFrom(from_class) !== kind || !mayLeadTo(kind, to_class),
  );
  if (ended.length > 0) await deleteRelations(tenant, transaction, ended);
  for (const id of deviceIds) {
    const names = ended.flatMap(({ from_id, to_id, from_name, to_name }) =>
      from_id === id ? (to_name ?? []) : to_id === id ? (from_name ?? []) : [],
    );
    if (names.length > 0) lost.set(id, { ...lost.get(id), relatedDevices: names });
  }
  return lost;
}

/** What it lost as the two sides of a line in the operation log. */
export const loggedLoss = ({ pointRoles, relatedDevices }: LostMeaning): { before: object; after: object } => ({
  before: { ...(pointRoles && { pointRoles }), ...(relatedDevices && { relatedDevices }) },
  after: {
    ...(pointRoles && { pointRoles: Object.fromEntries(Object.keys(pointRoles).map((role) => [role, ''])) }),
    ...(relatedDevices && { relatedDevices: [] }),
  },
});

/** Gives a device the roles that points have on the devices that are merged into it, where its class has them and they are free. */
export async function takeRoles(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  projectId: number,
  id: number,
  from: readonly PlantRow[],
): Promise<void> {
  const [device] = await plantOfProject(tenant, transaction, projectId, { deviceIds: [id] });
  if (!device) return;
  const known = rolesOfClass[device.class_code] ?? [];
  const roles = new Set(device.points.flatMap(({ role }) => role ?? []));
  const points = new Set(device.points.flatMap((point) => (point.role === null ? [] : [point.id])));
  const changes = [];
  for (const { role, id: pointId } of from.flatMap((each) => each.points)) {
    if (!isRole(role) || !known.includes(role) || roles.has(role) || points.has(pointId)) continue;
    roles.add(role);
    points.add(pointId);
    changes.push({ deviceId: id, role, pointId });
  }
  if (changes.length > 0) await writeRoles(tenant, transaction, changes);
}
