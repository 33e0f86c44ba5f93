import { z } from 'zod';
import { defineCalls } from '../call.ts';
import {
  accountName,
  answerLanguage,
  email,
  epochMs,
  flag,
  id,
  mobile,
  orEmpty,
  pageOf,
  password,
  personName,
  queryPage,
  searchText,
} from '../scalars.ts';
import {
  alarmLevel,
  companyId,
  deviceModes,
  deviceRights,
  ProjectRoles,
  RoleOfMember,
  StorageSpace,
  subareaOrCompany,
} from './fields.ts';

/** Whom the member list shows: everybody, who came with their own account, who is in no project. Spec §6. */
export const userTypes = ['all', 'external', 'unassigned'] as const;

export const memberSorts = ['name', 'account', 'department', 'joined'] as const;

const userIdList = z.array(id).min(1).max(500);

const memberFields = {
  UserId: z.number().int(),
  Account: z.string(),
  RealName: z.string(),
  Nickname: z.string(),
  Avatar: z.string(),
  Mobile: z.string(),
  Email: z.string(),
  Depart: z.string(),
  /** Came with their own account: the company cannot touch it. */
  External: z.boolean(),
  ActiveStatus: z.boolean(),
  JoinEPOCH: epochMs,
  CompanyRoleList: z.array(RoleOfMember),
  ProjectCount: z.number().int().describe('projects in which the member has a role'),
};

/** At most so many project roles stand in a row of the list; `ProjectCount` says how many there are. */
export const projectRolesInRow = 10;

/** What a member may do with the devices of a project, and which alarms they see there. */
const DataAccess = z.object({
  DeviceMode: z.enum(deviceModes),
  /** With all devices while the mode is `all`. */
  ReadWrite: z.enum(deviceRights),
  DeviceCount: z.number().int().describe('listed devices; 0 while the mode is all'),
  WritableCount: z.number().int().describe('those of them that the member may write to'),
  AlarmLevelList: z.array(z.number().int()),
});

export type DataAccess = z.infer<typeof DataAccess>;

export const MemberRow = z.object({
  ...memberFields,
  ProjectRoleList: z
    .array(RoleOfMember)
    .max(projectRolesInRow)
    .describe('the first of them: those in the place that was asked for, then by name of the project'),
  OwnAccount: z.boolean().describe('the company made the account and it belongs to it alone: its password may be set'),
  DataAccess: DataAccess.nullable().describe('in the project that was asked for; null: none was'),
  LimitedCount: z
    .number()
    .int()
    .describe('projects in which the member does not see all devices and alarms, or may not write to all devices'),
});

export type MemberRow = z.infer<typeof MemberRow>;

const MemberDetail = z.object({
  ...memberFields,
  ProjectRoleList: z.array(RoleOfMember).describe('all that the caller may see'),
  /** The company made this account and it belongs to it alone: phone, e-mail and password may be set. */
  MayEditAccount: z.boolean(),
  /** Nobody changes a person who can do more than they can. */
  MayChange: z.boolean(),
  StorageSpace,
});

export type MemberDetail = z.infer<typeof MemberDetail>;

const newMemberShape = {
  UserId: id.optional().describe('somebody who has an account; else a new account is made'),
  RealName: orEmpty(personName),
  UserName: orEmpty(accountName),
  Pwd: orEmpty(password).describe('may be left out when there is a phone number: the member signs in by SMS then'),
  Mobile: orEmpty(mobile).describe('with UserId: the full number, unless this is a member already'),
  Email: orEmpty(email),
  Depart: orEmpty(z.string().trim().max(50)),
  CompanyRoleId: id.optional().describe('absent: the default role'),
  ProjectRoleList: ProjectRoles.default([]),
  SubareaId: id.optional().describe('one project alone, instead of ProjectRoleList'),
  ProjectRoleId: id.optional().describe('the role in SubareaId; none: the default role of projects'),
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

/** Where somebody who has a role in a project has it. */
const isPlaced = (member: { SubareaId?: number | undefined; ProjectRoleId?: number | undefined }): boolean =>
  member.ProjectRoleId === undefined || member.SubareaId !== undefined;

/** Says of each field that a new account cannot do without that it is required. */
const needWhole: z.core.CheckFn<Parameters<typeof isWhole>[0] & Parameters<typeof isPlaced>[0]> = ({
  value,
  issues,
}) => {
  for (const field of [...isWhole(value), ...(isPlaced(value) ? [] : ['SubareaId'])]) {
    issues.push({ code: 'invalid_type', expected: 'string', input: undefined, path: [field] });
  }
};

const NewMember = z.object(newMemberShape).check(needWhole);

export type NewMember = z.output<typeof NewMember>;

const Dropdown = z.array(z.object({ Key: z.number().int(), Value: z.string() }));

/** Members, their roles in projects, and what they see there. */
export const memberCalls = defineCalls({
  getUserRoleSubareaList: {
    method: 'POST',
    path: '/User_Subarea/GetUser_Role_SubareaList',
    effect: 'read',
    access: ['membersView', 'membersEdit', 'projectConfig'],
    encoding: 'json',
    summary: {
      zh: '成员列表；仅有项目配置权限者只见自己项目的成员',
      en: 'Members; who only holds 48 sees those of the own projects',
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
      Language: answerLanguage,
      ...queryPage,
    }),
    data: pageOf(MemberRow),
  },
  getUserRoleSubarea: {
    method: 'GET',
    path: '/User_Subarea/GetUser_Role_Subarea',
    effect: 'read',
    access: ['membersView', 'membersEdit', 'projectConfig'],
    summary: { zh: '成员详情', en: 'One member, with all roles' },
    query: z.object({
      companyId,
      userId: id,
      subareaId: id.optional().describe('MayChange is asked of the roles in this project alone'),
    }),
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
      zh: '编辑成员；未提供的内容保持不变；修改手机号或邮箱需验证身份',
      en: 'Change a member; what is not given stays as it is; another phone or e-mail needs proof of identity',
    },
    body: z.object({
      CompanyId: companyId,
      UserId: id,
      RealName: personName.optional(),
      Depart: z.string().trim().max(50).optional(),
      Mobile: mobile.optional().describe('only where MayEditAccount'),
      Email: email.or(z.literal('')).optional().describe('only where MayEditAccount; empty: none'),
      CompanyRoleIdList: z.array(id).max(100).optional(),
      AddCompanyRoleIdList: z.array(id).max(100).optional().describe('given besides those held by now'),
      RemoveCompanyRoleIdList: z.array(id).max(100).optional(),
      ProjectRoleList: ProjectRoles.optional().describe('all project roles the member is to have'),
      AddProjectRoleList: ProjectRoles.optional().describe('given besides those held by now'),
      RemoveProjectRoleList: ProjectRoles.optional(),
      SubareaId: id.optional().describe('the project roles are about this project alone'),
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
    query: z.object({
      companyId,
      mobileOrName: searchText,
      notInSubareaId: id.optional().describe('without those who have a role in this project'),
    }),
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
      /** What the member may do with each device while the mode is `all`. */
      ReadWrite: z.enum(deviceRights),
      AlarmLevelList: z.array(z.number().int()),
      /** Devices of the project that the caller sees, by name. */
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
        .describe('for the mode listed: all devices the member is to see'),
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
});
