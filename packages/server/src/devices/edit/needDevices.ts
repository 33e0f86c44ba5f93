import { commonErrors, deviceErrors, type PermissionName } from '@watchpost/contract';
import { mayInProject, type UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DeviceContext } from '../deviceDeps.ts';
import { findClass } from '../properties/store.ts';
import { deviceOfName, findDevices, isAreaOf, type ManagedDevice } from './store.ts';

/** What it takes to set up devices. */
export const settingUp: readonly PermissionName[] = ['projectConfig'];

/** Devices the caller may see and set up, all of them or a refusal; locked until the transaction ends. */
export async function needDevices(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
  projectId?: number,
): Promise<ManagedDevice[]> {
  const found = await findDevices(tenant, transaction, ids, { lock: true });
  const own = projectId === undefined ? found : found.filter((device) => device.project_id === projectId);
  if (own.length < new Set(ids).size) throw new Refusal(commonErrors.notFound);
  return own;
}

/** One device, as `needDevices`. */
export async function needDevice(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  id: number,
  projectId?: number,
): Promise<ManagedDevice> {
  const [device] = await needDevices(tenant, transaction, [id], projectId);
  return device!;
}

/** Whether the caller may set up devices of a project. */
export const maySetUp = ({ grants }: DeviceContext['caller'], projectId: number): boolean =>
  grants !== null && mayInProject(grants, projectId, settingUp);

/** Names are unique in a project, those in one language among those in the other, too: either may stand alone on a screen. The project's devices are locked, so what is free stays free until the commit. */
export async function needFreeName(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  wanted: { projectId: number; names: readonly string[]; exceptId: number | null },
): Promise<void> {
  const taken = await deviceOfName(tenant, transaction, wanted);
  if (!taken) return;
  const name = wanted.names.find((each) => each === taken.name || each === taken.name_en);
  throw new Refusal(deviceErrors.nameTaken, { name: name ?? taken.name });
}

export async function needAreaOf(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  { areaId, projectId }: { areaId: number | null | undefined; projectId: number },
): Promise<void> {
  if (areaId === null || areaId === undefined) return;
  if (!(await isAreaOf(tenant, transaction, { areaId, projectId })))
    throw new Refusal(deviceErrors.areaOfAnotherProject);
}

export async function needClass(tenant: UserTenant, transaction: DbOrTransaction, classId: number): Promise<void> {
  if (!(await findClass(tenant, transaction, classId))) throw new Refusal(deviceErrors.unknownClass);
}
