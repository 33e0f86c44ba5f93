import type { QueryClient } from '@tanstack/react-query';
import type { CallName } from '@watchpost/contract';
import { askAgain } from '../lib/askAgain.ts';

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

/** Asks again for all of them. */
export const refreshMembers = (queryClient: QueryClient): Promise<void> => askAgain(queryClient, callsAboutMembers);
