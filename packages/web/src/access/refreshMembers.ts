import type { QueryClient } from '@tanstack/react-query';
import type { CallName } from '@watchpost/contract';

const aboutMembers: ReadonlySet<CallName> = new Set<CallName>([
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
]);

/** Asks again for everything that says who is a member, what he holds and what a role grants. */
export const refreshMembers = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => aboutMembers.has(queryKey[0] as CallName) });
