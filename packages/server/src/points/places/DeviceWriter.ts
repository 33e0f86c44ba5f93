import type { UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

/** What points have done to devices. Devices stand on points, so that these are handed in. All is of one project of the tenant. */
export interface DeviceWriter {
  /** Devices of the project are changed one call after the other until the transaction ends, so that a free name stays free. */
  lockDevices(tenant: UserTenant, transaction: DbOrTransaction, projectId: number): Promise<void>;
  /** Names that begin so, of all devices of the project: for a free one beside them. */
  namesBeginning(
    tenant: UserTenant,
    db: DbOrTransaction,
    wanted: { projectId: number; start: string },
  ): Promise<string[]>;
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
  /** Of one device, or (null) of all that the tenant may see. @returns which point lost which device */
  unlinkDevices(
    tenant: UserTenant,
    transaction: DbOrTransaction,
    pointIds: readonly number[],
    deviceId: number | null,
  ): Promise<{ point_id: number; device_id: number }[]>;
}
