import type { PermissionName } from '@watchpost/contract';
import { type Caller, narrowed, tenantOf, type UserTenant } from '../access/index.ts';

/** Rights of those who are notified of alarms: their screens show alarms. */
export const alarmViewers: readonly PermissionName[] = ['monitorView', 'monitorEdit', 'alarmManage'];

/** For calls that any signed-in user may make: the caller's tenant, limited to projects in which their screens show alarms. */
export const alarmViewer = ({ userId, grants, tenant }: Caller): UserTenant =>
  grants ? narrowed(tenantOf(userId, grants, alarmViewers), tenant.projectIds) : tenant;
