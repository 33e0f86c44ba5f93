import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { chosenIds, id, pageOf, queryPage, searchText } from '../scalars.ts';
import { companyId, companyWide, subareaOrCompany } from './fields.ts';

/** A hundred members in fifty projects: given together, or nothing of it. */
export const maxGivenAtOnce = 5_000;

/** Who holds which role. */
export const roleHolderCalls = defineCalls({
  getUsersOfRole: {
    method: 'GET',
    path: '/User_Subarea/GetUser_RoleList',
    effect: 'read',
    access: ['permissionsView', 'permissionsEdit', 'membersView', 'membersEdit'],
    summary: { zh: '拥有该角色的成员（前 500 名）', en: 'Who holds a role: the first 500 by name, and how many' },
    query: z.object({ companyId, roleId: id }),
    data: pageOf(
      z.object({
        UserId: z.number().int(),
        RealName: z.string(),
        Account: z.string().describe('empty for who may not read contacts'),
        ActiveStatus: z.boolean(),
        ProjectCount: z.number().int().describe('in how many projects; 0 for a company role'),
      }),
    ),
  },
  getRoleUserList: {
    method: 'GET',
    path: '/User_Subarea/GetRole_UserList',
    effect: 'read',
    access: ['permissionsView', 'permissionsEdit', 'membersView', 'membersEdit'],
    summary: { zh: '角色成员（分页，每个项目一行）', en: 'Who holds a role, a page of entries: one a project' },
    query: z.object({ RoleId: id, companyId, UserNameOrMobile: searchText, ...queryPage }),
    data: pageOf(
      z.object({
        UserRoleId: z.number().int(),
        UserId: z.number().int(),
        RealName: z.string(),
        Account: z.string(),
        Mobile: z.string().describe('empty for who may not read contacts'),
        Depart: z.string(),
        ActiveStatus: z.boolean(),
        SubareaId: z.number().int().describe('-1: company-wide'),
        SubareaName: z.string(),
      }),
    ),
  },
  relationUserRoleSubarea: {
    method: 'POST',
    path: '/User_Subarea/RelationUser_Role_Subarea',
    effect: 'write',
    access: ['membersEdit', 'projectConfig'],
    encoding: 'json',
    summary: { zh: '为成员授予角色', en: 'Give members a role besides those they have' },
    body: z.object({
      CompanyId: companyId,
      RoleId: id,
      UserRoleSubareaIds: z
        .array(
          z.union([
            z.object({ UserId: id, SubareaId: subareaOrCompany.default(companyWide) }),
            id.describe('of an entry (UserRoleId): its member, and for a project role its project'),
          ]),
        )
        .min(1)
        .max(maxGivenAtOnce)
        .describe('who, and for a project role where'),
    }),
    data: z.object({ AddedCount: z.number().int().describe('those who had it already are not counted') }),
  },
  deleteUserRoleList: {
    method: 'DELETE',
    path: '/User_Subarea/DeleteUser_RoleList',
    effect: 'write',
    access: ['membersEdit', 'projectConfig'],
    summary: { zh: '收回成员的角色', en: 'Take roles away from members, by the ids of the entries' },
    query: z.object({ companyId, UserRoleIdS: chosenIds }),
    data: z.object({ RemovedCount: z.number().int() }),
  },
});
