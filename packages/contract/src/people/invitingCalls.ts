import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { epochMs, id, pageOf, queryPage } from '../scalars.ts';
import { alarmLevel, companyId, deviceModes, deviceRights, ProjectRoles } from './fields.ts';
import { InvitedRole } from './invitationCalls.ts';

export const invitationStates = ['open', 'used', 'expired', 'revoked'] as const;

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

/** What an invited person will see of a project: its devices, and alarms of which levels. */
const InvitedAccess = z.object({
  SubareaId: id,
  DeviceMode: z.enum(deviceModes),
  ReadWrite: z.enum(deviceRights).default('read').describe('with every device they will see'),
  DeviceIdList: z.array(id).max(5_000).default([]).describe('for the mode listed'),
  AlarmLevelList: z.array(alarmLevel).max(4),
});
export type InvitedAccess = z.output<typeof InvitedAccess>;

/** Invitations, for those who send them; what the invited asks stands in invitationCalls.ts. */
export const invitingCalls = defineCalls({
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
      DataAccessList: z
        .array(InvitedAccess)
        .max(100)
        .default([])
        .describe('of projects in ProjectRoleList; of those that are missing they will see all that you see'),
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
      en: 'Invitations, the latest first; who only holds 48 sees the own ones',
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
});
