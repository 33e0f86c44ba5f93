import type { QueryClient } from '@tanstack/react-query';
import type { CallName } from '@watchpost/contract';

/** Calls whose answers say who is a member, what he holds and what a role grants. */
export const callsAboutMembers: readonly CallName[] = [
  'getCompanyAllUserDropdown',
  'getCompanyRoleList',
  'getCompanyUserDropdown',
  'getInvitationPage',
  'getRoleUserList',
  'getUserModel',
  'getUserRoleSubarea',
  'getUserRoleSubareaList',
  'getUserView',
  'getUserWhy',
  'getUsersOfRole',
];
const aboutMembers: ReadonlySet<string> = new Set(callsAboutMembers);

/** Asks again for all of them. */
export const refreshMembers = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => aboutMembers.has(queryKey[0] as string) });
