import {
  type Bilingual,
  type PermissionName,
  permissionIds,
  permissionsOf,
  wildcardPermissionId,
} from '@watchpost/contract';
import type { CompanyTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { insertRole } from './roles/store.ts';

export interface DefaultRole extends Bilingual {
  readonly scope: 'company' | 'project';
  /** New members get it, and members who lose their role. */
  readonly isDefault: boolean;
  readonly permissions: readonly PermissionName[] | 'all';
}

/** The roles that every company begins with; it may rename, change and delete them, and add its own. */
export const defaultRoles = {
  companyAdministrator: {
    zh: '企业管理员',
    en: 'Company administrator',
    scope: 'company',
    isDefault: false,
    permissions: 'all',
  },
  member: { zh: '企业成员', en: 'Member', scope: 'company', isDefault: true, permissions: [] },
  projectOwner: {
    zh: '项目负责人',
    en: 'Project owner',
    scope: 'project',
    isDefault: false,
    permissions: permissionsOf('project'),
  },
  operator: {
    zh: '值班员',
    en: 'Operator',
    scope: 'project',
    isDefault: false,
    permissions: [
      'monitorView',
      'historyExcel',
      'historyPdf',
      'alarmManage',
      'alarmHandle',
      'eventCenter',
      'repairView',
      'repairWork',
      'waybillEdit',
    ],
  },
  maintenanceEngineer: {
    zh: '维保工程师',
    en: 'Maintenance engineer',
    scope: 'project',
    isDefault: false,
    permissions: [
      'monitorView',
      'alarmManage',
      'alarmHandle',
      'eventCenter',
      'repairView',
      'repairWork',
      'terminals',
      'terminalsEdit',
      'tagCalibrate',
      'remoteWrite',
      'waybillEdit',
    ],
  },
  maintenanceTeamAdministrator: {
    zh: '维保单位管理员',
    en: 'Maintenance-team administrator',
    scope: 'company',
    isDefault: false,
    permissions: ['maintenanceView', 'repairView', 'repairWork', 'repairDispatch'],
  },
  /** Nothing by itself: the orders that are offered to their team, and what is lent for them. */
  externalEngineer: { zh: '外部工程师', en: 'External engineer', scope: 'company', isDefault: false, permissions: [] },
  /** Looks after the projects that they supplied: sees them with their alarms, reports faults and works on repair orders. */
  distributor: {
    zh: '经销商',
    en: 'Distributor',
    scope: 'company',
    isDefault: false,
    permissions: ['monitorView', 'alarmManage', 'repairView', 'repairWork'],
  },
  /** Sees how the work goes, in figures and in each order, and takes no part in it. */
  supervisor: {
    zh: '主管',
    en: 'Supervisor',
    scope: 'company',
    isDefault: false,
    permissions: [
      'monitorView',
      'historyExcel',
      'historyPdf',
      'alarmManage',
      'alarmPushStatistics',
      'eventCenter',
      'repairView',
      'maintenanceView',
      'assetsView',
      'energyView',
      'reportsView',
      'companyAnalysis',
    ],
  },
  viewer: { zh: '查看者', en: 'Viewer', scope: 'project', isDefault: true, permissions: ['monitorView'] },
} as const satisfies Record<string, DefaultRole>;
export type DefaultRoleKind = keyof typeof defaultRoles;

/** Gives a new company its roles; answers their ids. */
export async function addDefaultRoles(
  tenant: CompanyTenant,
  db: DbOrTransaction,
): Promise<Record<DefaultRoleKind, number>> {
  const ids: Partial<Record<DefaultRoleKind, number>> = {};
  for (const [kind, role] of Object.entries(defaultRoles) as [DefaultRoleKind, DefaultRole][]) {
    ids[kind] = await insertRole(tenant, db, {
      name: role.zh,
      nameEn: role.en,
      scope: role.scope,
      isDefault: role.isDefault,
      permissionIds: role.permissions === 'all' ? [wildcardPermissionId] : permissionIds(role.permissions),
    });
  }
  return ids as Record<DefaultRoleKind, number>;
}
