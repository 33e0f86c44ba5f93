import type { PermissionName } from '@watchpost/contract';
import { type Caller, narrowed, tenantOf, type UserTenant } from '../access/index.ts';

/** Who is called when something goes wrong: those whose screens show alarms. */
export const alarmViewers: readonly PermissionName[] = ['monitorView', 'monitorEdit', 'alarmManage'];

/** For calls that any signed-in user may make: the caller in those of his projects where his screens show alarms. */
export const alarmViewer = ({ userId, grants, tenant }: Caller): UserTenant =>
  grants ? narrowed(tenantOf(userId, grants, alarmViewers), tenant.projectIds) : tenant;
