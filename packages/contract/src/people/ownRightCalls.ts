import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { id, integer } from '../scalars.ts';
import { companyId, FuncS, projectOrCompany } from './fields.ts';

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

/** Where the caller may go and what they may do there. */
export const ownRightCalls = defineCalls({
  /** A user's permission ids: type 1 for the company, type 2 for a project, or with -1 for the company. */
  getUserFuncNewList: {
    method: 'GET',
    path: '/Role_Func/GetUser_FuncNewList',
    effect: 'read',
    access: 'session',
    lent: true,
    summary: {
      zh: '用户权限 ID 列表，以及只能查看部分设备的项目；查询他人需 16',
      en: 'Permission ids of the caller, or, for holders of 16, of another member; and the projects in which they see only some devices',
    },
    query: z.object({
      type: integer.pipe(z.union([z.literal(1), z.literal(2)])),
      userId: id.optional(),
      companyId,
      projectId: projectOrCompany,
    }),
    data: z.object({
      FuncS: FuncS.describe('who holds the wildcard 0 is told all others, too'),
      LimitedProjectIdList: z
        .array(id)
        .describe('projects of which only listed devices are seen: there nothing is set up that others share'),
    }),
  },
  getUserRoleList: {
    method: 'GET',
    path: '/Role_Func/GetUser_RoleList',
    effect: 'read',
    access: 'session',
    summary: { zh: '用户角色；查询他人需 16', en: 'Roles of the caller, or, for who holds 16, of another member' },
    query: z.object({ userId: id.optional(), companyId, projectId: projectOrCompany }),
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
});
