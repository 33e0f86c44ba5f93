import { proposeRoles, rolesOfClass, withRoles } from '@watchpost/contract';
import type { UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { plantOfProject, writeRoles } from './store.ts';

/**
 * Gives points of devices the roles that are sure: those whose names and types are the roles' own, as points made of templates have
 * them. What is only likely waits for a person.
 */
export async function fillSureRoles(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  projectId: number,
  deviceIds: readonly number[],
): Promise<void> {
  const devices = await plantOfProject(tenant, transaction, projectId, {
    classCodes: Object.keys(rolesOfClass),
    deviceIds,
  });
  const changes = devices.flatMap(({ id, name, class_code, main_point_id, points }) =>
    proposeRoles(
      class_code,
      withRoles({ id, name, classCode: class_code, mainPointId: main_point_id, points }),
    ).flatMap(({ role, pointId, confidence }) => (confidence === 'sure' ? [{ deviceId: id, role, pointId }] : [])),
  );
  if (changes.length > 0) await writeRoles(tenant, transaction, changes);
}
