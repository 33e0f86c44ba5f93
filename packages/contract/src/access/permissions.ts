import type { Bilingual } from '../call.ts';

export type Platform = 'business' | 'data' | 'bigScreen';

export interface Permission extends Bilingual {
  /** The number of the specification (§6) where it shows one; ours start at 1000. Stored with roles: never reuse one. */
  readonly id: number;
  readonly platform: Platform;
  readonly scope: 'project' | 'company';
}

/** Grants everything. Stored like a permission id. */
export const wildcardPermissionId = 0;

/**
 * Every permission of the product. Pairs inside one platform read as view and edit (26/27, 39/40); pairs across platforms
 * as business and data (30/103, 31/104). A permission is added together with the first call or screen that asks for it.
 */
export const permissions = {
  monitorView: { id: 26, platform: 'business', scope: 'project', zh: '远程监控：查看', en: 'Monitoring: view' },
  monitorEdit: { id: 27, platform: 'business', scope: 'project', zh: '远程监控：编辑', en: 'Monitoring: edit' },
  alarmManage: { id: 34, platform: 'business', scope: 'project', zh: '报警管理', en: 'Alarm management' },
  alarmHandle: {
    id: 1000,
    platform: 'business',
    scope: 'project',
    zh: '报警确认与处理',
    en: 'Acknowledge and handle alarms',
  },
  /** Sees every project of the company without an entry of his own in each. */
  allProjects: {
    id: 1001,
    platform: 'business',
    scope: 'company',
    zh: '企业全部项目',
    en: 'All projects of the company',
  },
} as const satisfies Record<string, Permission>;

export type PermissionName = keyof typeof permissions;

export const permissionIds = (names: readonly PermissionName[]): number[] => names.map((name) => permissions[name].id);

/** True when the holder has the wildcard or any of the required permissions. Spec §6. */
export const holdsAny = (held: ReadonlySet<number>, required: readonly PermissionName[]): boolean =>
  held.has(wildcardPermissionId) || required.some((name) => held.has(permissions[name].id));
