import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { id, integer } from '../scalars.ts';

const CompanyRow = z.object({
  CompanyId: z.number().int(),
  CompanyName: z.string(),
  Label: z.string(),
  Industry: z.number().int(),
  /** Which platforms the company has, by flag name; a missing flag is off. */
  Flags: z.record(z.string(), z.boolean()),
});

export const accessCalls = defineCalls({
  /** The caller's permission ids: type 1 for the company, type 2 for a project. `0` in the list is the wildcard. */
  getUserFuncNewList: {
    method: 'GET',
    path: '/Role_Func/GetUser_FuncNewList',
    effect: 'read',
    access: 'session',
    summary: { zh: '用户权限 ID 列表', en: 'Permission ids of the caller' },
    query: z.object({
      type: integer.pipe(z.union([z.literal(1), z.literal(2)])),
      userId: id.optional(),
      companyId: id.optional(),
      projectId: id.optional(),
    }),
    data: z.object({ FuncS: z.array(z.number().int()) }),
  },
  getUserRoleList: {
    method: 'GET',
    path: '/Role_Func/GetUser_RoleList',
    effect: 'read',
    access: 'session',
    summary: { zh: '用户角色', en: 'Roles of the caller' },
    query: z.object({ userId: id.optional(), projectId: id.optional() }),
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
