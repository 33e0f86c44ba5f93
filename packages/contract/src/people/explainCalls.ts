import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { flag, id, idList, pageOf, queryPage, searchText } from '../scalars.ts';
import { alarmLevel, companyId, deviceModes, FuncS, RoleOfMember } from './fields.ts';

/** What "why can't they?" looks at, in this order. */
export const reasonSteps = [
  'membership',
  'roles',
  'permission',
  'project',
  'service',
  'devices',
  'writing',
  'alarms',
] as const;

/** What somebody else sees, and why they cannot. */
export const explainCalls = defineCalls({
  getUserView: {
    method: 'GET',
    path: '/Role_Func/GetUser_View',
    effect: 'read',
    access: ['permissionsView', 'permissionsEdit'],
    summary: { zh: '以该成员身份查看', en: 'What a member may do: company-wide, and a page of the member’s projects' },
    query: z.object({ companyId, userId: id, projectName: searchText, ...queryPage }),
    data: z.object({
      UserId: z.number().int(),
      RealName: z.string(),
      /** False: this person sees nothing of this company, in spite of what stands below. */
      ActiveStatus: z.boolean(),
      RoleList: z.array(RoleOfMember).describe('company-wide'),
      FuncS: FuncS.describe('company-wide; 0: everything'),
      PlacesToShow: z.boolean().describe('several projects, or one with a position: the menu has the map'),
      Projects: pageOf(
        z.object({
          ProjectId: z.number().int(),
          ProjectName: z.string(),
          FuncS: FuncS.describe('of the entries there; the company-wide ones count besides'),
          DeviceMode: z.enum(deviceModes),
          DeviceCount: z.number().int().nullable().describe('of the listed devices; null: all'),
          AlarmLevelList: z.array(z.number().int()),
          BigTypeCodeList: z.array(z.string()).describe('subsystems in the member’s menu there'),
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
      screen: flag.default(false).describe('whether a screen opens, not whether all that stands on it may be done'),
    }),
    data: z.object({
      /** What a step that is not passed says may be good to know and stand in nobody's way. */
      Allowed: z.boolean(),
      /** In the order in which they are asked; a step that does not concern the question is left out. */
      Reasons: z.array(z.object({ Step: z.enum(reasonSteps), Passed: z.boolean(), Text: z.string() })),
    }),
  },
});
