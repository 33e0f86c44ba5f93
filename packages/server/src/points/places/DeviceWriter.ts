import type { UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

/** What points have done to devices. Devices stand on points, so that these are handed in. All is of one project of the tenant. */
export interface DeviceWriter {
  /** @returns ids in the order of the devices */
  insertDevices(
    tenant: UserTenant,
    transaction: DbOrTransaction,
    projectId: number,
    devices: readonly { name: string; classId: number; areaId: number | null }[],
  ): Promise<number[]>;
  /** @returns how many links are new */
  linkDevices(
    tenant: UserTenant,
    transaction: DbOrTransaction,
    projectId: number,
    pointIds: readonly number[],
    deviceIds: readonly number[],
  ): Promise<number>;
  /** Of one device, or (null) of all. @returns which point lost which device */
  unlinkDevices(
    tenant: UserTenant,
    transaction: DbOrTransaction,
    pointIds: readonly number[],
    deviceId: number | null,
  ): Promise<{ point_id: number; device_id: number }[]>;
}
