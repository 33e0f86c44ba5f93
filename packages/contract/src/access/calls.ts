import { z } from 'zod';
import { defineCalls } from '../call.ts';
import {
  accountName,
  email,
  epochMs,
  flag,
  id,
  idList,
  integer,
  mobile,
  orEmpty,
  pageOf,
  password,
  personName,
  queryPage,
  roleName,
  searchText,
} from '../scalars.ts';
import { InvitedRole, invitationCalls } from './invitationCalls.ts';
import { type PermissionGroup, type Platform, permissionGroups, permissionPlatforms } from './permissions.ts';

const CompanyRow = z.object({
  CompanyId: z.number().int(),
  CompanyName: z.string(),
  Label: z.string(),
  Industry: z.number().int(),
  /** Which platforms the company has, by flag name; a missing flag is off. */
  Flags: z.record(z.string(), z.boolean()),
  /** It runs this installation: decides about companies that apply, reads the test inbox. */
  IsOperator: z.boolean(),
  /** Where its knowledge hub stands, outside of this product; null: it has none. */
  KnowledgeHubUrl: z.string().nullable(),
});

/** Of which entries a role is: of the whole company, or of one project. */
export const roleTypes = ['company', 'project'] as const;
/** Whom the member list shows: everybody, who came with an account of his own, who is in no project. Spec §6. */
export const userTypes = ['all', 'external', 'unassigned'] as const;
export const memberSorts = ['name', 'account', 'department', 'joined'] as const;
/** Which devices of a project a member sees. `listed` with an empty list: none. */
export const deviceModes = ['all', 'listed'] as const;
export const deviceRights = ['read', 'readWrite'] as const;
export const invitationStates = ['open', 'used', 'expired', 'revoked'] as const;
/** What "why can't he?" looks at, in this order. */
export const reasonSteps = ['membership', 'roles', 'permission', 'project', 'service', 'devices', 'alarms'] as const;

/** -1 on the wire: company-wide. */
export const companyWide = -1;

/** As the web's files are far smaller: 5,000 people are about 400 KB. */
export const memberImportMaxBytes = 5 * 1024 * 1024;
export const memberImportMaxRows = 5_000;

/** Free pairs that the specification names without explaining: kept and answered as they were sent. */
const StorageSpace = z
  .array(z.object({ Key: z.string().min(1).max(100), Value: z.string().max(1_000) }))
  .max(50)
  .describe('free pairs, kept and answered as sent');

const platformType = z.enum(Object.keys(permissionPlatforms) as [Platform, ...Platform[]]);
const permissionGroup = z.enum(Object.keys(permissionGroups) as [PermissionGroup, ...PermissionGroup[]]);
const companyId = id.optional();
/** A company role by leaving it out or by -1. */
const subareaOrCompany = integer.pipe(z.union([z.literal(companyWide), z.number().int().min(1).max(2_147_483_647)]));
const userIdList = z.array(id).min(1).max(500);
const alarmLevel = integer.pipe(z.number().min(1).max(4));

export const RoleRow = z.object({
  RoleId: z.number().int(),
  RoleName: z.string(),
  RoleType: z.enum(roleTypes),
  /** Whoever joins gets it, and whoever loses his role. One of each type. */
  IsDefault: z.boolean(),
  /** Holds the wildcard: everything, now and later. Its permissions are fixed. */
  IsAdministrator: z.boolean(),
  UserCount: z.number().int().describe('members who hold it, inactive ones too'),
  /** The caller holds everything that it grants, so he may change it, give it and take it away. */
  CanGive: z.boolean(),
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
          CanGive: z.boolean().describe('the caller holds it himself'),
        }),
      ),
    }),
  ),
});
export type FuncPlatform = z.infer<typeof FuncPlatform>;

export const RoleOfMember = z.object({
  /** Of the entry, for taking it away. */
  UserRoleId: z.number().int(),
  RoleId: z.number().int(),
  RoleName: z.string(),
  SubareaId: z.number().int().describe('the project; -1: company-wide'),
  SubareaName: z.string().describe('empty: company-wide'),
});
export type RoleOfMember = z.infer<typeof RoleOfMember>;

const memberFields = {
  UserId: z.number().int(),
  Account: z.string(),
  RealName: z.string(),
  Nickname: z.string(),
  Avatar: z.string(),
  Mobile: z.string(),
  Email: z.string(),
  Depart: z.string(),
  /** Came with an account of his own: the company cannot touch that account. */
  External: z.boolean(),
  ActiveStatus: z.boolean(),
  JoinEPOCH: epochMs,
  CompanyRoleList: z.array(RoleOfMember),
  ProjectCount: z.number().int().describe('projects in which he has a role of his own'),
};
/** At most so many project roles stand in a row of the list; `ProjectCount` says how many there are. */
export const projectRolesInRow = 10;
export const MemberRow = z.object({
  ...memberFields,
  ProjectRoleList: z.array(RoleOfMember).max(projectRolesInRow).describe('the first of them, by name of the project'),
});
export type MemberRow = z.infer<typeof MemberRow>;

const MemberDetail = z.object({
  ...memberFields,
  ProjectRoleList: z.array(RoleOfMember).describe('all that the caller may see'),
  /** The company made this account and it belongs to it alone: phone, e-mail and password may be set. */
  MayEditAccount: z.boolean(),
  /** Nobody changes a person who can do more than he can. */
  MayChange: z.boolean(),
  StorageSpace,
});
export type MemberDetail = z.infer<typeof MemberDetail>;

const ProjectRoles = z.array(z.object({ SubareaId: id, RoleId: id })).max(20_000);

const newMemberShape = {
  UserId: id.optional().describe('somebody who has an account; else a new account is made'),
  RealName: orEmpty(personName),
  UserName: orEmpty(accountName),
  Pwd: orEmpty(password).describe('may be left out when there is a phone number: he signs in by SMS then'),
  Mobile: orEmpty(mobile).describe('with UserId: his full number, unless he is a member already'),
  Email: orEmpty(email),
  Depart: orEmpty(z.string().trim().max(50)),
  CompanyRoleId: id.optional().describe('absent: the default role'),
  ProjectRoleList: ProjectRoles.default([]),
  StorageSpace: StorageSpace.default([]),
};
const isWhole = (member: {
  UserId?: number | undefined;
  RealName?: string | undefined;
  UserName?: string | undefined;
  Pwd?: string | undefined;
  Mobile?: string | undefined;
}): string[] =>
  member.UserId !== undefined
    ? []
    : [
        ...(member.RealName === undefined ? ['RealName'] : []),
        ...(member.UserName === undefined ? ['UserName'] : []),
        ...(member.Pwd === undefined && member.Mobile === undefined ? ['Pwd'] : []),
      ];
/** Says of each field that a new account cannot do without that it is required. */
const needWhole: z.core.CheckFn<Parameters<typeof isWhole>[0]> = ({ value, issues }) => {
  for (const field of isWhole(value)) {
    issues.push({ code: 'invalid_type', expected: 'string', input: undefined, path: [field] });
  }
};
const NewMember = z.object(newMemberShape).check(needWhole);
export type NewMember = z.output<typeof NewMember>;

const ImportResult = z.object({
  TotalCount: z.number().int(),
  ImportedCount: z.number().int().describe('of a dry run: how many would be'),
  WrongCount: z.number().int(),
  IsDryRun: z.boolean(),
  /** The rows that are wrong, in the order of the file. */
  Rows: z.array(
    z.object({
      Row: z.number().int().describe('as the spreadsheet counts: the first below the headings is 2'),
      RealName: z.string(),
      UserName: z.string(),
      Errors: z.array(z.object({ Column: z.string(), Message: z.string() })),
    }),
  ),
});
export type ImportResult = z.infer<typeof ImportResult>;

const importQuery = {
  companyId,
  isDryRun: flag.default(false).describe('only say what would happen'),
  skipWrong: flag
    .default(false)
    .describe('import the right rows though others are wrong; else none while any is wrong'),
};
const importUpload = { maxBytes: memberImportMaxBytes, maxFiles: 1 };

export const InvitationRow = z.object({
  InvitationId: z.number().int(),
  State: z.enum(invitationStates),
  CreateName: z.string(),
  CreateEPOCH: epochMs,
  ExpireEPOCH: epochMs,
  UsedName: z.string().nullable(),
  UsedEPOCH: epochMs.nullable(),
  Note: z.string(),
  CompanyRoleName: z.string().nullable(),
  ProjectRoleList: z.array(InvitedRole),
});
export type InvitationRow = z.infer<typeof InvitationRow>;

const Dropdown = z.array(z.object({ Key: z.number().int(), Value: z.string() }));
const FuncS = z.array(z.number().int());

export const accessCalls = defineCalls({
  /** A user's permission ids: type 1 for the company, type 2 for a project. `0` in the list is the wildcard. */
  getUserFuncNewList: {
    method: 'GET',
    path: '/Role_Func/GetUser_FuncNewList',
    effect: 'read',
    access: 'session',
    summary: {
      zh: '用户权限 ID 列表；查询他人需 16',
      en: 'Permission ids of the caller, or, for who holds 16, of another member',
    },
    query: z.object({
      type: integer.pipe(z.union([z.literal(1), z.literal(2)])),
      userId: id.optional(),
      companyId,
      projectId: id.optional(),
    }),
    data: z.object({ FuncS }),
  },
  getUserRoleList: {
    method: 'GET',
    path: '/Role_Func/GetUser_RoleList',
    effect: 'read',
    access: 'session',
    summary: { zh: '用户角色；查询他人需 16', en: 'Roles of the caller, or, for who holds 16, of another member' },
    query: z.object({ userId: id.optional(), companyId, projectId: id.optional() }),
    data: z.array(
      z.object({
        RoleId: z.number().int(),
        RoleName: z.string(),
        ProjectId: z.number().int().describe('-1: company-wide'),
      }),
    ),
  },
  getUserCompanyList: {
    method: 'GET',
    path: '/User_Subarea/GetUser_CompanyList',
    effect: 'read',
    access: 'session',
    summary: { zh: '用户所属企业', en: 'Companies of the caller' },
    data: z.array(CompanyRow),
  },

  // Roles

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
      companyId,
      language: z.enum(['zh', 'en']).optional(),
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
      FuncIdS: idList,
      HalfSelection: idList.default([]).describe('remembered for the tree; grants nothing'),
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

  // Members

  getUserRoleSubareaList: {
    method: 'POST',
    path: '/User_Subarea/GetUser_Role_SubareaList',
    effect: 'read',
    access: ['membersView', 'membersEdit', 'projectConfig'],
    encoding: 'json',
    summary: {
      zh: '成员列表；仅有项目配置权限者只见自己项目的成员',
      en: 'Members; who only holds 48 sees those of his projects',
    },
    body: z.object({
      CompanyId: companyId,
      UserType: z.enum(userTypes).default('all'),
      SubareaId: id.optional().describe('a project, or a partition with all projects in it'),
      UserNameOrMobile: searchText.describe('part of name, username, phone or e-mail'),
      CompanyRoleId: id.optional(),
      ProjectRoleId: id.optional(),
      ActiveStatus: flag.optional(),
      SortType: z.enum(memberSorts).default('name'),
      IsAsc: flag.default(true),
      Language: z.enum(['zh', 'en']).optional(),
      ...queryPage,
    }),
    data: pageOf(MemberRow),
  },
  getUserRoleSubarea: {
    method: 'GET',
    path: '/User_Subarea/GetUser_Role_Subarea',
    effect: 'read',
    access: ['membersView', 'membersEdit', 'projectConfig'],
    summary: { zh: '成员详情', en: 'One member, with all his roles' },
    query: z.object({ companyId, userId: id }),
    data: MemberDetail,
  },
  addUserRoleSubarea: {
    method: 'POST',
    path: '/User_Subarea/AddUser_Role_Subarea',
    effect: 'write',
    access: ['membersEdit', 'projectConfig'],
    encoding: 'json',
    summary: { zh: '新增成员', en: 'Add a member: a new account, or somebody who has one' },
    body: z.object({ CompanyId: companyId, ...newMemberShape }).check(needWhole),
    data: z.object({ UserId: z.number().int() }),
  },
  addUserRoleSubareaList: {
    method: 'POST',
    path: '/User_Subarea/AddUser_Role_SubareaList',
    effect: 'write',
    access: ['membersEdit', 'projectConfig'],
    encoding: 'json',
    summary: { zh: '批量新增成员（全部成功或全部不成功）', en: 'Add several members: all of them or none' },
    body: z.object({ CompanyId: companyId, UserList: z.array(NewMember).min(1).max(100) }),
    data: z.object({ UserIdList: z.array(z.number().int()) }),
  },
  updateUserRoleSubarea: {
    method: 'POST',
    path: '/User_Subarea/UpdateUser_Role_Subarea',
    effect: 'write',
    access: ['membersEdit', 'projectConfig'],
    encoding: 'json',
    summary: {
      zh: '编辑成员；未提供的内容保持不变',
      en: 'Change a member; what is not given stays as it is',
    },
    body: z.object({
      CompanyId: companyId,
      UserId: id,
      RealName: personName.optional(),
      Depart: z.string().trim().max(50).optional(),
      Mobile: mobile.optional().describe('only where MayEditAccount'),
      Email: email.or(z.literal('')).optional().describe('only where MayEditAccount; empty: none'),
      CompanyRoleIdList: z.array(id).max(100).optional(),
      ProjectRoleList: ProjectRoles.optional().describe('all project roles he is to have'),
      SubareaId: id.optional().describe('ProjectRoleList is about this project alone'),
      StorageSpace: StorageSpace.optional(),
    }),
    data: z.null(),
  },
  setUserActive: {
    method: 'POST',
    path: '/User_Subarea/SetUserActive',
    effect: 'write',
    access: ['membersEdit'],
    encoding: 'json',
    summary: { zh: '启用或停用成员（仅限本企业）', en: 'Activate or inactivate members in this company' },
    body: z.object({ CompanyId: companyId, UserIdList: userIdList, ActiveStatus: flag }),
    data: z.object({ ChangedCount: z.number().int() }),
  },
  deleteUserRoleSubarea: {
    method: 'POST',
    path: '/User_Subarea/DeleteUser_Role_Subarea',
    effect: 'write',
    access: ['membersEdit', 'projectConfig'],
    encoding: 'json',
    summary: {
      zh: '移出项目；不带项目时移出企业（需验证身份）',
      en: 'Remove members from a project; without SubareaId from the company, which asks for proof of identity',
    },
    body: z.object({
      CompanyId: companyId,
      SubareaId: subareaOrCompany.optional().describe('the project; absent or -1: the company'),
      UserIdList: userIdList,
      StorageSpace: StorageSpace.optional(),
    }),
    data: z.object({ RemovedCount: z.number().int() }),
  },

  // Who holds which role

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
        Account: z.string(),
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
        Mobile: z.string(),
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
        .array(z.object({ UserId: id, SubareaId: subareaOrCompany.default(companyWide) }))
        .min(1)
        .max(1_000)
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
    query: z.object({ companyId, UserRoleIdS: idList }),
    data: z.object({ RemovedCount: z.number().int() }),
  },
  getCompanyUserDropdown: {
    method: 'GET',
    path: '/User_Subarea/GetCompanyUserDropdown',
    effect: 'read',
    access: [
      'membersView',
      'membersEdit',
      'projectConfig',
      'alarmManage',
      'projectLogs',
      'companyLogs',
      'projectsView',
    ],
    summary: {
      zh: '在职成员下拉（前 500 名）；无人员权限者只见同项目成员',
      en: 'Active members to choose from, the first 500; without 11 or 12 those who share a project with the caller',
    },
    query: z.object({ companyId, mobileOrName: searchText }),
    data: Dropdown,
  },
  getCompanyAllUserDropdown: {
    method: 'GET',
    path: '/User_Subarea/GetCompanyAllUserDropdown',
    effect: 'read',
    access: [
      'membersView',
      'membersEdit',
      'projectConfig',
      'alarmManage',
      'projectLogs',
      'companyLogs',
      'projectsView',
    ],
    summary: {
      zh: '全部成员下拉，含已停用（前 500 名）',
      en: 'The same with inactive members',
    },
    query: z.object({ companyId, mobileOrName: searchText }),
    data: Dropdown,
  },

  // Import from a spreadsheet

  getImportUserTemplate: {
    method: 'GET',
    path: '/User_Subarea/GetImportUserTemplate',
    effect: 'read',
    access: ['membersEdit', 'projectConfig'],
    summary: { zh: '成员导入模板', en: 'The spreadsheet to fill in' },
    query: z.object({ companyId, projectSubareaId: id.optional().describe('for ImportProjectUser') }),
    data: 'file',
  },
  importCompanyUser: {
    method: 'POST',
    path: '/User_Subarea/ImportCompanyUser',
    effect: 'write',
    access: ['membersEdit'],
    encoding: 'multipart',
    upload: importUpload,
    summary: { zh: '导入企业成员', en: 'Import members of the company from a spreadsheet' },
    query: z.object(importQuery),
    data: ImportResult,
  },
  importProjectUser: {
    method: 'POST',
    path: '/User_Subarea/ImportProjectUser',
    effect: 'write',
    access: ['membersEdit', 'projectConfig'],
    encoding: 'multipart',
    upload: importUpload,
    summary: { zh: '导入项目成员', en: 'Import members of a project from a spreadsheet' },
    query: z.object({
      ...importQuery,
      projectSubareaId: id,
      isSystemImport: flag.default(false).describe('only people who are members of the company; no account is made'),
    }),
    data: ImportResult,
  },
  correctImportUser: {
    method: 'POST',
    path: '/User_Subarea/CorrectImportUser',
    effect: 'read',
    access: ['membersEdit', 'projectConfig'],
    encoding: 'multipart',
    upload: importUpload,
    summary: {
      zh: '下载待修正的行：同一文件的错误行及原因',
      en: 'The wrong rows of the same spreadsheet, each with what is wrong, to correct and import again',
    },
    query: z.object({
      companyId,
      projectSubareaId: id.optional(),
      isSystemImport: flag.default(false),
    }),
    data: 'file',
  },

  // What a member sees inside a project

  getUserModel: {
    method: 'GET',
    path: '/ModelTree/GetUserModel',
    effect: 'read',
    access: ['membersView', 'membersEdit', 'projectConfig'],
    summary: { zh: '成员在项目内的设备与报警权限', en: 'Which devices and alarms of a project a member sees' },
    query: z.object({ companyId, projectId: id, userId: id }),
    data: z.object({
      ProjectId: z.number().int(),
      UserId: z.number().int(),
      DeviceMode: z.enum(deviceModes),
      /** What he may do with each device while the mode is `all`. */
      ReadWrite: z.enum(deviceRights),
      AlarmLevelList: z.array(z.number().int()),
      /** Devices of the project that the caller sees himself, by name. */
      ModelTreeList: z.array(
        z.object({
          ModelTreeId: z.number().int(),
          ModelTreeName: z.string(),
          AreaName: z.string(),
          Listed: z.boolean(),
          ReadWrite: z.enum(deviceRights),
        }),
      ),
    }),
  },
  batchSetUserModelTreeAndAlarmLevel: {
    method: 'POST',
    path: '/ModelTree/BatchSetUserModelTreeAndAlarmLevel',
    effect: 'write',
    access: ['membersEdit', 'projectConfig'],
    encoding: 'json',
    summary: {
      zh: '批量设置成员的设备与报警权限',
      en: 'Set which devices and alarms of a project members see; what is not given stays as it is',
    },
    body: z.object({
      CompanyId: companyId,
      ProjectId: id,
      UserIdList: userIdList,
      DeviceMode: z.enum(deviceModes).optional(),
      ReadWrite: z.enum(deviceRights).optional().describe('for the mode all'),
      ModelTreeList: z
        .array(z.object({ ModelTreeId: id, ReadWrite: z.enum(deviceRights).default('read') }))
        .max(5_000)
        .optional()
        .describe('for the mode listed: all devices he is to see'),
      AlarmLevelList: z.array(alarmLevel).max(4).optional(),
    }),
    data: z.null(),
  },
  resetUserModel: {
    method: 'POST',
    path: '/ModelTree/ResetUserModel',
    effect: 'write',
    access: ['membersEdit', 'projectConfig'],
    encoding: 'json',
    summary: { zh: '恢复为全部设备与报警', en: 'Let members see all devices and alarms of a project again' },
    body: z.object({ CompanyId: companyId, ProjectId: id, UserIdList: userIdList }),
    data: z.null(),
  },

  // Invitations

  addInvitation: {
    method: 'POST',
    path: '/User_Subarea/AddInvitation',
    effect: 'write',
    access: ['membersEdit', 'projectConfig'],
    encoding: 'json',
    summary: { zh: '生成邀请链接（24 小时，一次有效）', en: 'Make an invitation: for one person, within 24 hours' },
    body: z.object({
      CompanyId: companyId,
      CompanyRoleId: id.optional().describe('absent: the default role'),
      ProjectRoleList: ProjectRoles.max(100).default([]),
      Note: z.string().trim().max(200).default(''),
    }),
    data: z.object({
      InvitationId: z.number().int(),
      InvitationCode: z.string().describe('for /invite?code=…; told this once'),
      ExpireEPOCH: epochMs,
    }),
  },
  getInvitationPage: {
    method: 'GET',
    path: '/User_Subarea/GetInvitationPage',
    effect: 'read',
    access: ['membersView', 'membersEdit', 'projectConfig'],
    summary: {
      zh: '邀请记录；仅有项目配置权限者只见自己发出的',
      en: 'Invitations, the latest first; who only holds 48 sees his own',
    },
    query: z.object({ companyId, State: z.enum(invitationStates).optional(), ...queryPage }),
    data: pageOf(InvitationRow),
  },
  revokeInvitation: {
    method: 'POST',
    path: '/User_Subarea/RevokeInvitation',
    effect: 'write',
    access: ['membersEdit', 'projectConfig'],
    encoding: 'json',
    summary: { zh: '撤销邀请', en: 'Revoke an invitation' },
    body: z.object({ CompanyId: companyId, InvitationId: id }),
    data: z.null(),
  },
  ...invitationCalls,

  // Explaining rights

  getUserView: {
    method: 'GET',
    path: '/Role_Func/GetUser_View',
    effect: 'read',
    access: ['permissionsView', 'permissionsEdit'],
    summary: { zh: '以该成员身份查看', en: 'What a member may do: company-wide, and a page of his projects' },
    query: z.object({ companyId, userId: id, projectName: searchText, ...queryPage }),
    data: z.object({
      UserId: z.number().int(),
      RealName: z.string(),
      /** False: he sees nothing of this company, whatever stands below. */
      ActiveStatus: z.boolean(),
      RoleList: z.array(RoleOfMember).describe('company-wide'),
      FuncS: FuncS.describe('company-wide; 0: everything'),
      Projects: pageOf(
        z.object({
          ProjectId: z.number().int(),
          ProjectName: z.string(),
          FuncS: FuncS.describe('of his entries there; the company-wide ones count besides'),
          DeviceMode: z.enum(deviceModes),
          DeviceCount: z.number().int().nullable().describe('of the listed devices; null: all'),
          AlarmLevelList: z.array(z.number().int()),
        }),
      ),
    }),
  },
  getUserWhy: {
    method: 'GET',
    path: '/Role_Func/GetUser_Why',
    effect: 'read',
    access: ['permissionsView', 'permissionsEdit'],
    summary: {
      zh: '为什么他不能：逐项说明',
      en: 'Why a member can or cannot: any of these permissions, in a project, step by step',
    },
    query: z.object({
      companyId,
      userId: id,
      funcIdS: idList.describe('what the screen or the call asks for: any of these'),
      projectId: id.optional(),
      modelTreeId: id.optional().describe('a device of the project'),
      alarmLevel: alarmLevel.optional(),
    }),
    data: z.object({
      Allowed: z.boolean(),
      /** In the order in which they are asked; a step that does not concern the question is left out. */
      Reasons: z.array(z.object({ Step: z.enum(reasonSteps), Passed: z.boolean(), Text: z.string() })),
    }),
  },
});
