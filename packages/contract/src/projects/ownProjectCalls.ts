import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { id } from '../scalars.ts';
import { localDay, ProjectRow, ProjectState } from './rows.ts';

/** The projects that are open to the caller. */
export const ownProjectCalls = defineCalls({
  getUserOwnProject: {
    method: 'GET',
    path: '/Subarea/GetUserOwnProject',
    effect: 'read',
    access: 'session',
    lent: true,
    summary: { zh: '用户的项目', en: 'Projects the caller may open' },
    query: z.object({ companyId: id.optional() }),
    data: z.array(ProjectRow),
  },
  /** What the shell and the forms need to know about company, project and caller. */
  getCompanyProjectUserConfig: {
    method: 'GET',
    path: '/Subarea/GetCompanyProjectUserConfig',
    effect: 'read',
    access: 'session',
    summary: { zh: '企业、项目与用户的设置', en: 'Settings of company, project and caller' },
    query: z.object({ companyId: id.optional(), projectId: id.optional() }),
    data: z.object({
      MapTiles: z
        .object({
          Url: z.string().describe('with {z}, {x} and {y}'),
          Credit: z.string(),
          Datum: z.enum(['wgs84', 'gcj02']),
        })
        .nullable()
        .describe('pictures behind maps; null: the outline of the land alone'),
      Company: z
        .object({
          CompanyId: z.number().int(),
          CompanyName: z.string(),
          Industry: z.number().int(),
          TimeZone: z.string(),
          TagList: z.array(z.string()).describe('labels in use on projects the caller may open or manage, by name'),
        })
        .nullable()
        .describe('null: the caller belongs to none'),
      Project: z
        .object({
          ProjectId: z.number().int(),
          State: ProjectState,
          Industry: z.number().int(),
          TimeZone: z.string(),
          ServiceEnd: localDay,
          BigTypeIdList: z.array(z.number().int()),
        })
        .nullable()
        .describe('null: none is named'),
      User: z.object({
        MayEditProjects: z.boolean(),
        MayConfigureProject: z.boolean().describe('the named project'),
        AllDevices: z.boolean().describe('false: the caller sees only listed devices of the named project'),
        AlarmLevels: z.array(z.number().int()).describe('those the caller sees in the named project'),
      }),
    }),
  },
  getUserProjectAlarm: {
    method: 'GET',
    path: '/Subarea/GetUserProjectAlarm',
    effect: 'read',
    access: 'session',
    summary: { zh: '有当前报警的项目', en: 'The caller’s projects that have current alarms' },
    query: z.object({ companyId: id.optional() }),
    data: z.array(
      z.object({
        ProjectId: z.number().int(),
        ProjectName: z.string(),
        AlarmCount: z.number().int(),
        AlarmLevel: z.number().int().describe('of the most severe'),
      }),
    ),
  },
});
