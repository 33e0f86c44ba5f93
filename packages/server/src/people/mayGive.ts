import { type Language, permissions, wildcardPermissionId } from '@watchpost/contract';
import type { CompanyGrants } from '../access/index.ts';

/** The whole company, where a project could stand. Also what entries hold in the database. */
export const companyWide = -1;

const nameById = new Map<number, { zh: string; en: string }>(
  Object.values(permissions).map(({ id, zh, en }) => [id, { zh, en }]),
);

/**
 * What of these permissions the changer does not hold where they would count: nobody gives, or takes from others, more than
 * they hold.
 *
 * @param projectId where they would count; `companyWide`: everywhere
 */
export function beyond(
  grants: Pick<CompanyGrants, 'permissions' | 'projects'>,
  permissionIds: Iterable<number>,
  projectId: number,
): number[] {
  const inProject = projectId === companyWide ? undefined : grants.projects.get(projectId);
  if (grants.permissions.has(wildcardPermissionId) || inProject?.has(wildcardPermissionId)) return [];
  return [...permissionIds].filter((id) => !grants.permissions.has(id) && !inProject?.has(id));
}

/** What permissions are called, for a sentence. */
export const namesOfPermissions = (ids: readonly number[], language: Language): string =>
  ids
    .map((id) => (id === wildcardPermissionId ? everything[language] : (nameById.get(id)?.[language] ?? String(id))))
    .join(language === 'zh' ? '、' : ', ');

const everything = { zh: '全部权限', en: 'every permission' } as const;

export const isKnownPermission = (id: number): boolean => nameById.has(id);
