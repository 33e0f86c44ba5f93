import type { UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { findDevices } from '../edit/store.ts';
import { deviceIds } from '../list/store.ts';
import type { SheetDevice } from './propertySheet.ts';
import { propertiesOfDevices } from './store.ts';

/** The tenant's devices of a class in a project, by name, with what is said of them; `only`: of these. */
export async function devicesOfClass(
  tenant: UserTenant,
  db: DbOrTransaction,
  { projectId, classId, only }: { projectId: number; classId: number; only?: readonly number[] | undefined },
): Promise<SheetDevice[]> {
  const filter = { projectIds: [projectId], classIds: [classId], deviceIds: only };
  const ids = await deviceIds(tenant, db, filter);
  const found = new Map((await findDevices(tenant, db, ids)).map((device) => [device.id, device]));
  const properties = await propertiesOfDevices(tenant, db, ids);
  return ids.flatMap((id) => {
    const device = found.get(id);
    const values = new Map(
      (properties.get(id) ?? []).flatMap(({ id: propertyId, value }) => (value === null ? [] : [[propertyId, value]])),
    );
    return device ? [{ ...device, values }] : [];
  });
}
