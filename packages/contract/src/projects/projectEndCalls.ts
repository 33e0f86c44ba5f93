import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { day, flag, id, integerFilter, orEmpty, page, pageOf, searchText } from '../scalars.ts';
import { NewProject, namesOfPlaces, someProjects } from './fields.ts';
import { companyTime, localDay, WhatGoesWith } from './rows.ts';

export const DeletedProjectRow = z.object({
  ProjectId: z.number().int(),
  ProjectName: z.string(),
  Code: z.string(),
  Industry: z.number().int(),
  Address: z.string(),
  Path: z.array(z.string()),
  ServiceEnd: localDay,
  DeleteTime: companyTime,
  DeleteName: z.string().nullable(),
  DeviceCount: z.number().int(),
  GatewayCount: z.number().int(),
});

export type DeletedProjectRow = z.infer<typeof DeletedProjectRow>;

const deletedFilter = {
  CompanyId: id.optional(),
  SubareaName: searchText.describe('part of the name in either language, or of the code'),
  Industry: integerFilter,
  DeletedFrom: day.optional().describe('in the company’s time zone'),
  DeletedTo: day.optional(),
  SortType: z.enum(['name', 'deleteTime']).default('deleteTime'),
  IsAsc: flag.default(false),
};

/** Projects that leave: deleted, brought back, handed to another company. */
export const projectEndCalls = defineCalls({
  /** To the deleted list. Its gateways keep being recorded, so that restoring finds no hole. */
  deleteProject: {
    method: 'DELETE',
    path: '/Subarea/DeleteProject',
    effect: 'write',
    identity: true,
    access: ['projectsEdit'],
    summary: { zh: '删除项目（可恢复）', en: 'Delete projects; they can be restored' },
    query: z.object({ companyId: id.optional(), projectIdList: someProjects(100) }),
    aliases: { subareaId: 'projectIdList' },
    ignores: namesOfPlaces,
    data: WhatGoesWith,
  },
  getSubareaDelPage: {
    method: 'POST',
    path: '/Subarea/GetSubareaDelPage',
    effect: 'read',
    access: ['projectsView', 'projectsEdit'],
    encoding: 'json',
    summary: { zh: '已删除的项目', en: 'Deleted projects of the company' },
    body: z.object({ ...deletedFilter, ...page }),
    fileBy: 'exportSubareaDelPage',
    aliases: { ProjectName: 'SubareaName' },
    ignores: ['ProjectName'],
    data: pageOf(DeletedProjectRow),
  },
  exportSubareaDelPage: {
    method: 'POST',
    path: '/Subarea/ExportSubareaDelPage',
    effect: 'read',
    access: ['projectsView', 'projectsEdit'],
    encoding: 'json',
    summary: { zh: '导出已删除的项目', en: 'Deleted projects of the company as an Excel file' },
    body: z.object(deletedFilter),
    aliases: { ProjectName: 'SubareaName' },
    ignores: ['ProjectName'],
    data: 'file',
  },
  /** Where its partition is gone meanwhile, a project comes back to the company itself. */
  recoverProject: {
    method: 'POST',
    path: '/Subarea/RecoverProject',
    effect: 'write',
    access: ['projectsEdit'],
    encoding: 'json',
    summary: { zh: '恢复已删除或已停用的项目', en: 'Restore deleted or disabled projects' },
    body: z.object({
      CompanyId: id.optional(),
      ProjectIdList: someProjects(100),
      ProjectName: orEmpty(NewProject.shape.ProjectName).describe(
        'a new name, when the old one was taken meanwhile; only for one project',
      ),
    }),
    aliases: { subareaId: 'ProjectIdList', subareaName: 'ProjectName' },
    ignores: namesOfPlaces,
    data: z.null(),
  },
  getAccessCompany: {
    method: 'POST',
    path: '/Subarea/GetAccessCompany',
    effect: 'read',
    access: ['projectsEdit'],
    encoding: 'json',
    summary: {
      zh: '可以接收项目的企业',
      en: 'Other companies in which the caller manages projects and to which a project may be handed over',
    },
    body: z.object({ CompanyId: id.optional().describe('the company that has the project') }),
    data: z.array(z.object({ CompanyId: z.number().int(), CompanyName: z.string() })),
  },
  /**
   * Everything of the projects moves along, history and alarms too. People of the old company lose them; in the new one they
   * stand outside of every partition. The caller manages projects in both companies.
   */
  updateProjectCompany: {
    method: 'POST',
    path: '/Subarea/UpdateProjectCompany',
    effect: 'write',
    identity: true,
    access: ['projectsEdit'],
    encoding: 'json',
    summary: { zh: '把项目转移到其他企业', en: 'Hand projects over to another company' },
    body: z.object({
      CompanyId: id.describe('the company that gets them'),
      OldCompanyId: id.describe('the company that has them'),
      ProjectIdList: someProjects(20),
    }),
    aliases: { subareaId: 'ProjectIdList' },
    ignores: namesOfPlaces,
    data: z.null(),
  },
});
