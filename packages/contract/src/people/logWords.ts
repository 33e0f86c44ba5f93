import { permissions } from '../access/permissions.ts';
import type { Bilingual } from '../call.ts';
import { defineLogWords, type Words } from '../logs/defineLogWords.ts';
import { companyFlags } from './companyFlags.ts';

const byId = (table: Readonly<Record<string, Bilingual & { id: number }>>): Words =>
  Object.fromEntries(Object.values(table).map((each) => [each.id, each]));

const permissionWords: Words = {
  ...byId(permissions),
  0: { zh: '全部权限', en: 'every permission' },
};

const levels: Words = {
  1: { zh: '紧急', en: 'urgent' },
  2: { zh: '重要', en: 'important' },
  3: { zh: '一般', en: 'general' },
  4: { zh: '仅记录', en: 'record only' },
};

/** What the operation log calls the things of this domain, and their fields. */
// biome-ignore format: a table is read by columns
export const peopleLogWords = defineLogWords({
  subjects: {
    application: { zh: '企业申请', en: 'Application of a company' },
    company: { zh: '企业', en: 'Company' },
    invitation: { zh: '邀请', en: 'Invitation' },
    member: { zh: '人员', en: 'Member' },
    role: { zh: '角色', en: 'Role' },
  },
  fields: {
    accountsWithoutProof: { zh: '免验证身份的账号', en: 'Accounts without proof of identity' },
    active: { zh: '启用', en: 'Active' },
    ActiveStatus: { zh: '账号状态', en: 'Active' },
    alarmLevels: { zh: '报警级别', en: 'Alarm levels', values: levels },
    canWrite: { zh: '可写入', en: 'May write' },
    companyName: { zh: '企业', en: 'Company' },
    companyRole: { zh: '企业角色', en: 'Company role' },
    CompanyRoleId: { zh: '企业角色', en: 'Company role', pointsAt: 'role' },
    dataScreenUrl: { zh: '数据大屏地址', en: 'Address of the data screen' },
    external: { zh: '外部人员', en: 'External' },
    FlagList: { zh: '已开通平台', en: 'Platforms', values: companyFlags },
    flags: { zh: '已开通平台', en: 'Platforms', values: companyFlags },
    halfSelected: { zh: '半选权限', en: 'Half-selected', values: permissionWords },
    invitationId: { zh: '邀请编号', en: 'Invitation' },
    invitedBy: { zh: '邀请人', en: 'Invited by' },
    knowledgeHubUrl: { zh: '知识库地址', en: 'Address of the knowledge hub' },
    linkAlarmLevel: { zh: '通讯中断报警级别', en: 'Severity of communication loss', values: levels },
    unjudgedMinutes: { zh: '每日未判断时长上限（分钟）', en: 'Unjudged time allowed a day (minutes)' },
    linkAlarmMinutes: { zh: '通讯中断报警延时（分钟）', en: 'Communication loss after (minutes)' },
    listed: { zh: '所选设备', en: 'Listed devices' },
    members: { zh: '人员数', en: 'Members' },
    membersMovedTo: { zh: '人员转至角色', en: 'Members moved to' },
    permissions: { zh: '权限', en: 'Permissions', values: permissionWords },
    ProjectRoleId: { zh: '项目角色', en: 'Project role', pointsAt: 'role' },
    role: { zh: '角色', en: 'Role' },
    roles: { zh: '角色', en: 'Roles' },
    scope: { zh: '适用范围', en: 'Scope', values: { company: { zh: '整个企业', en: 'the company' }, project: { zh: '单个项目', en: 'a project' } } },
    SubareaId: { zh: '项目或分区', en: 'Place', pointsAt: 'place' },
    SubareaName: { zh: '名称', en: 'Name' },
    subsystemIds: { zh: '子系统', en: 'Subsystems', pointsAt: 'subsystem' },
    userName: { zh: '用户名', en: 'User name' },
    UserNameOrMobile: { zh: '姓名或手机', en: 'Name or phone' },
    UserType: { zh: '成员类型', en: 'Kind of members', values: { all: { zh: '全部成员', en: 'all members' }, external: { zh: '外部成员', en: 'external' }, unassigned: { zh: '未加入项目', en: 'not in a project' } } },
  },
});
