import type { RoleRow } from '@watchpost/contract';
import { useMemo } from 'react';
import { useCall } from '../lib/useCall.ts';

export interface Roles {
  readonly company: readonly RoleRow[];
  readonly project: readonly RoleRow[];
}

const none: Roles = { company: [], project: [] };

/** The roles of the company by type, the default one first; empty while they load. */
export function useRoles(): Roles {
  const roles = useCall('getCompanyRoleList', { query: {} }, { scope: 'company', staleTime: 30_000 });
  return useMemo(() => {
    if (!roles.data) return none;
    const of = (type: RoleRow['RoleType']) =>
      roles.data.RoleList.filter(({ RoleType }) => RoleType === type).sort(
        (a, b) => Number(b.IsDefault) - Number(a.IsDefault),
      );
    return { company: of('company'), project: of('project') };
  }, [roles.data]);
}

/** Roles to choose from: those that grant more than the caller holds stand there and cannot be chosen. */
export const roleOptions = (roles: readonly RoleRow[]) =>
  roles.map(({ RoleId, RoleName, CanGive }) => ({ value: RoleId, label: RoleName, disabled: !CanGive }));

/** What new members get unless said otherwise, when the caller may give it. */
export const defaultRoleOf = (roles: readonly RoleRow[]): number | undefined =>
  roles.find(({ IsDefault, CanGive }) => IsDefault && CanGive)?.RoleId;
