import type { QueryClient } from '@tanstack/react-query';
import type { CallName } from '@watchpost/contract';
import { askAgain } from '../lib/askAgain.ts';

/** Calls whose replies list members, their roles, or the permissions of a role. */
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
