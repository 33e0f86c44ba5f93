import { countingWhereLimited, holdsAny, type PermissionName } from '@watchpost/contract';
import { useSession } from './session.ts';
import { useCall } from './useCall.ts';

/**
 * True when the user holds any of the permissions in a project that need not be the current one; false until that is known. The
 * rights are read as those of the current project are.
 */
export function useMayIn(projectId: number, ...names: PermissionName[]): boolean {
  const { permissions, project, company, limitedProjects, switching } = useSession();
  const isHere = project?.ProjectId === projectId && !switching;
  const { CompanyId: companyId } = company;
  const ofCompany = useCall('getUserFuncNewList', isHere ? null : { query: { type: 1, companyId } }, options);
  const there = useCall('getUserFuncNewList', isHere ? null : { query: { type: 2, companyId, projectId } }, options);
  const held = isHere ? permissions : new Set([...(ofCompany.data?.FuncS ?? []), ...(there.data?.FuncS ?? [])]);
  return holdsAny(held, limitedProjects.has(projectId) ? countingWhereLimited(names) : names);
}

/** As the shell keeps them. */
const options = { scope: 'company', staleTime: Number.POSITIVE_INFINITY } as const;
