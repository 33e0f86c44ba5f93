import { type RawBuilder, sql } from 'kysely';

/**
 * On whose behalf a store function works. It is the first parameter of every one of them, so that no query can forget to
 * ask. `system` is for ingest, alarms and sealing, which serve all companies.
 */
export type Tenant = UserTenant | SystemTenant;

export interface UserTenant {
  readonly kind: 'user';
  readonly userId: number;
  readonly companyId: number;
  /** Projects this call may touch: the caller's own, holding a permission the call asks for. */
  readonly projectIds: readonly number[];
  /** Projects among them of which only listed devices are seen. */
  readonly listedProjectIds: readonly number[];
  /** Those listed devices. */
  readonly listedDeviceIds: readonly number[];
  /** Hidden alarm levels, as `projectId * 8 + level`. */
  readonly hiddenAlarmLevels: readonly number[];
}

/** Of store functions about people and roles, which are the whole company's. `CompanyGrants` is one. */
export interface CompanyTenant {
  readonly companyId: number;
}

export interface SystemTenant {
  readonly kind: 'system';
}

export const system: SystemTenant = { kind: 'system' };

/** The same tenant in fewer projects. */
export const narrowed = (tenant: UserTenant, projectIds: readonly number[]): UserTenant => {
  const wanted = new Set(projectIds);
  return { ...tenant, projectIds: tenant.projectIds.filter((id) => wanted.has(id)) };
};

/** Condition: the project column belongs to the tenant. */
export const inProjects = (tenant: Tenant, projectColumn: string): RawBuilder<boolean> =>
  tenant.kind === 'system'
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(projectColumn)} = ANY(${[...tenant.projectIds]}::int[])`;

/** Condition: the tenant sees the project of the column as a whole; of one with a list of devices only those. */
export const inWholeProjects = (tenant: Tenant, projectColumn: string): RawBuilder<boolean> =>
  tenant.kind === 'system' || tenant.listedProjectIds.length === 0
    ? inProjects(tenant, projectColumn)
    : sql<boolean>`(${inProjects(tenant, projectColumn)} AND NOT ${sql.ref(projectColumn)} = ANY(${[...tenant.listedProjectIds]}::int[]))`;

/** Whether the tenant sees every device of the projects: no list of devices limits them anywhere. */
export const seesEveryDevice = (tenant: Tenant): boolean =>
  tenant.kind === 'system' || tenant.listedProjectIds.length === 0;

/** Condition: the tenant may see the device of this row. A null device (an alarm of a gateway) needs the whole project. */
export const deviceVisible = (tenant: Tenant, projectColumn: string, deviceColumn: string): RawBuilder<boolean> =>
  tenant.kind === 'system'
    ? sql<boolean>`true`
    : tenant.listedProjectIds.length === 0
      ? inProjects(tenant, projectColumn)
      : sql<boolean>`(${inProjects(tenant, projectColumn)} AND ${deviceNotHidden(tenant, projectColumn, deviceColumn)})`;

/** Condition: the device is none of those hidden from the tenant. For counts of who manages projects without opening each. */
export const deviceNotHidden = (tenant: Tenant, projectColumn: string, deviceColumn: string): RawBuilder<boolean> =>
  tenant.kind === 'system' || tenant.listedProjectIds.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`(NOT ${sql.ref(projectColumn)} = ANY(${[...tenant.listedProjectIds]}::int[])
        OR ${sql.ref(deviceColumn)} = ANY(${[...tenant.listedDeviceIds]}::int[]))`;

/** Whether the tenant sees alarms of every level: none are hidden from them anywhere. */
export const seesEveryLevel = (tenant: Tenant): boolean =>
  tenant.kind === 'system' || tenant.hiddenAlarmLevels.length === 0;

/** Condition: the tenant may see alarms of this level in this project. @param level a column, or one level */
export const levelVisible = (tenant: Tenant, projectColumn: string, level: string | number): RawBuilder<boolean> =>
  tenant.kind === 'system' || tenant.hiddenAlarmLevels.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`NOT (${sql.ref(projectColumn)} * 8 + ${typeof level === 'number' ? sql`${level}::int` : sql.ref(level)} = ANY(${[...tenant.hiddenAlarmLevels]}::int[]))`;

/** The same of one level, for what is decided in memory. */
export const seesLevel = (tenant: Tenant, projectId: number, level: number): boolean =>
  tenant.kind === 'system' || !tenant.hiddenAlarmLevels.includes(hiddenLevelKey(projectId, level));

export const hiddenLevelKey = (projectId: number, level: number): number => projectId * 8 + level;

/** Whether one device or alarm may be shown, for what is decided in memory (realtime, popups). */
export function maySee(tenant: UserTenant, projectId: number, deviceId: number | null, level?: number): boolean {
  if (!tenant.projectIds.includes(projectId)) return false;
  if (tenant.listedProjectIds.includes(projectId) && (deviceId === null || !tenant.listedDeviceIds.includes(deviceId)))
    return false;
  return level === undefined || seesLevel(tenant, projectId, level);
}
