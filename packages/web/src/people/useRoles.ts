import type { RoleRow } from '@watchpost/contract';
import { useMemo } from 'react';
import { useCall } from '../lib/useCall.ts';

export interface Roles {
  /** Without rights about the whole company one is told of project roles alone, so an empty list is no sign of loading. */
  readonly loaded: boolean;
  readonly error: unknown;
  readonly company: readonly RoleRow[];
  readonly project: readonly RoleRow[];
}

/**
 * The roles of the company by type, the default one first; empty while they load.
 *
 * @param projectId the project to give roles in, where the user may hold more than elsewhere; null: every project
 */
export function useRoles(projectId: number | null = null): Roles {
  const roles = useCall(
    'getCompanyRoleList',
    { query: projectId === null ? {} : { subareaId: projectId } },
    { scope: 'company', staleTime: 30_000 },
  );
  return useMemo(() => {
    const of = (type: RoleRow['RoleType']) =>
      (roles.data?.RoleList ?? [])
        .filter(({ RoleType }) => RoleType === type)
        .sort((a, b) => Number(b.IsDefault) - Number(a.IsDefault));
    return { loaded: roles.data !== undefined, error: roles.error, company: of('company'), project: of('project') };
  }, [roles.data, roles.error]);
}

/** Roles to choose from: those that grant more than the caller holds stand there and cannot be chosen. */
export const roleOptions = (roles: readonly RoleRow[]) =>
  roles.map(({ RoleId, RoleName, CanGiveSomewhere }) => ({
    value: RoleId,
    label: RoleName,
    disabled: !CanGiveSomewhere,
  }));

/** What new members get unless said otherwise, when the caller may give it. */
export const defaultRoleOf = (roles: readonly RoleRow[]): number | undefined =>
  roles.find(({ IsDefault, CanGiveSomewhere }) => IsDefault && CanGiveSomewhere)?.RoleId;

/** What is said under roles to choose from, when some cannot be chosen. */
export const beyondHint = (roles: readonly RoleRow[], words: string): string | undefined =>
  roles.some(({ CanGiveSomewhere }) => !CanGiveSomewhere) ? words : undefined;
