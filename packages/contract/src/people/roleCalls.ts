import { z } from 'zod';
import { type PermissionGroup, type Platform, permissionGroups, permissionPlatforms } from '../access/permissions.ts';
import { defineCalls } from '../call.ts';
import { answerLanguage, id, idList, integer, roleName } from '../scalars.ts';
import { companyId, StorageSpace } from './fields.ts';

/** Of which entries a role is: of the whole company, or of one project. */
export const roleTypes = ['company', 'project'] as const;

const platformNames = Object.keys(permissionPlatforms) as [Platform, ...Platform[]];
const folded = (name: string): string => name.replaceAll('_', '').toLowerCase();
/** As the specification writes the switches of platforms, too: `DATA_ANALYSIS`. */
const platformType = z.preprocess(
  (value) =>
    typeof value === 'string' ? (platformNames.find((name) => folded(name) === folded(value)) ?? value) : value,
  z.enum(platformNames),
) as unknown as z.ZodType<Platform, string>;

const permissionGroup = z.enum(Object.keys(permissionGroups) as [PermissionGroup, ...PermissionGroup[]]);

export const RoleRow = z.object({
  RoleId: z.number().int(),
  RoleName: z.string(),
  RoleType: z.enum(roleTypes),
  /** New members get it, and members who lose their role. One of each type. */
  IsDefault: z.boolean(),
  /** Holds the wildcard: everything, now and later. Its permissions are fixed. */
  IsAdministrator: z.boolean(),
  UserCount: z.number().int().describe('members who hold it, inactive ones too'),
  /** The caller holds everything that it grants, and so may give it and take it away; company-wide also change it. */
  CanGive: z.boolean().describe('everywhere; asked with subareaId, of a project role, in that project'),
  CanGiveSomewhere: z
    .boolean()
    .describe(
      'like CanGive; asked without subareaId, of a project role, in one of the projects of the caller at least',
    ),
  StorageSpaceExtendList: StorageSpace,
});

export type RoleRow = z.infer<typeof RoleRow>;

const checked = z.enum(['all', 'some', 'none']).describe('some: half-selected; shown, and no right by itself');

const FuncPlatform = z.object({
  PlatformType: platformType,
  PlatformName: z.string(),
  Checked: checked,
  Children: z.array(
    z.object({
      Group: permissionGroup,
      GroupName: z.string(),
      Checked: checked,
      Children: z.array(
        z.object({
          FuncId: z.number().int(),
          FuncName: z.string(),
          Hint: z.string(),
          Scope: z.enum(roleTypes),
          Checked: z.boolean(),
          HalfSelected: z.boolean().describe('remembered for the tree; grants nothing'),
          CanGive: z.boolean().describe('the caller holds it, too'),
        }),
      ),
    }),
  ),
});

export type FuncPlatform = z.infer<typeof FuncPlatform>;

/** Roles and what they grant. */
export const roleCalls = defineCalls({
  getPermissionList: {
    method: 'GET',
    path: '/Role_Func/GetPermissionList',
    effect: 'read',
    access: 'session',
    summary: { zh: '权限清单', en: 'Every permission of the product that means something in this company' },
    query: z.object({ companyId }),
    data: z.array(
      z.object({
        FuncId: z.number().int(),
        FuncName: z.string(),
        Hint: z.string(),
        PlatformType: platformType,
        PlatformName: z.string(),
        Group: permissionGroup,
        GroupName: z.string(),
        Scope: z.enum(roleTypes).describe('project: held for one project, or by a company role for all of them'),
      }),
    ),
  },
  getCompanyRoleList: {
    method: 'GET',
    path: '/Role_Func/GetCompany_RoleList',
    effect: 'read',
    access: ['permissionsView', 'permissionsEdit', 'membersView', 'membersEdit', 'projectConfig'],
    summary: {
      zh: '企业角色；带角色时附权限树',
      en: 'Roles of the company; with roleId that role and its tree of permissions',
    },
    query: z.object({
      roleId: id.optional(),
      PlatformType: platformType.optional(),
      industry: integer.pipe(z.number().min(1).max(4)).optional().describe('accepted; no permission depends on it'),
      subareaId: id.optional().describe('CanGive of project roles is asked of this project alone'),
      companyId,
      language: answerLanguage,
    }),
    data: z.object({
      RoleList: z.array(RoleRow),
      /** Empty without a role, and for who holds neither 16 nor 17. */
      Tree: z.array(FuncPlatform),
    }),
  },
  updateRoleFunc: {
    method: 'POST',
    path: '/Role_Func/UpdateRole_Func',
    effect: 'write',
    access: ['permissionsEdit'],
    encoding: 'json',
    summary: { zh: '保存角色权限', en: 'Set the permissions of a role' },
    body: z.object({
      CompanyId: companyId,
      RoleId: id,
      FuncIdS: idList.optional().describe('all that it is to hold; absent: what follows is given and taken'),
      AddFuncIdS: idList.optional().describe('given besides what it holds at that moment'),
      RemoveFuncIdS: idList.optional().describe('taken from what it holds'),
      HalfSelection: idList.optional().describe('all that are half-selected; remembered for the tree, grants nothing'),
      PlatformType: platformType.optional().describe('only the permissions of this platform are replaced'),
      StorageSpaceExtendList: StorageSpace.optional(),
    }),
    data: z.null(),
  },
  addRole: {
    method: 'POST',
    path: '/Role_Func/AddRole',
    effect: 'write',
    access: ['permissionsEdit'],
    encoding: 'json',
    summary: { zh: '新增角色', en: 'Add a role' },
    body: z.object({
      CompanyId: companyId,
      RoleName: roleName,
      RoleType: z.enum(roleTypes),
      CopyRoleId: id.optional().describe('begins with the permissions of this role of the same type'),
    }),
    data: z.object({ RoleId: z.number().int() }),
  },
  updateRole: {
    method: 'POST',
    path: '/Role_Func/UpdateRole',
    effect: 'write',
    access: ['permissionsEdit'],
    encoding: 'json',
    summary: { zh: '重命名角色', en: 'Rename a role' },
    body: z.object({ CompanyId: companyId, RoleId: id, RoleName: roleName }),
    data: z.null(),
  },
  setDefaultRole: {
    method: 'POST',
    path: '/Role_Func/SetDefaultRole',
    effect: 'write',
    access: ['permissionsEdit'],
    encoding: 'json',
    summary: { zh: '设为默认角色', en: 'Make a role the default of its type' },
    body: z.object({ CompanyId: companyId, RoleId: id }),
    data: z.null(),
  },
  deleteRole: {
    method: 'DELETE',
    path: '/Role_Func/DeleteRole',
    effect: 'write',
    access: ['permissionsEdit'],
    summary: {
      zh: '删除角色，成员改为默认角色',
      en: 'Delete a role; its members move to the default role of its type',
    },
    query: z.object({ companyId, roleId: id }),
    data: z.object({ MovedCount: z.number().int().describe('members who moved') }),
  },
});
