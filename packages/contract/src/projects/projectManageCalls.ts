import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { commaList, day, flag, id, idFilter, integerFilter, page, pageOf, searchText } from '../scalars.ts';
import { labelFilter, NewProject, namesOfPlaces, ProjectChange, ProjectSettings } from './fields.ts';
import { companyTime, localDay, ProjectRow } from './rows.ts';

const Place = z.object({ SubareaId: z.number().int(), SubareaName: z.string() });

const Subsystem = z.object({ BigTypeId: z.number().int(), BigTypeName: z.string() });

/** How it stands at the moment: no matter of those who manage projects. */
const ofNow = {
  AlarmCount: true,
  AlarmLevel: true,
  BeyondCount: true,
  OfflineCount: true,
  LastDataEPOCH: true,
} as const;

/** Everything its form has, its names as they were entered in both languages. */
export const ProjectDetail = ProjectRow.omit({ ...ofNow, BigTypeCodeList: true }).extend({
  CompanyId: z.number().int(),
  ProjectName: z.string().describe('as entered, independent of the language of the caller'),
  ProjectNameEn: z.string().nullable(),
  /** The partitions above it, from the top. */
  Path: z.array(Place),
  Description: z.string(),
  ServiceStart: localDay,
  /** Chosen for it; empty: those of its devices. */
  BigTypeIdList: z.array(z.number().int()),
  Subsystems: z.array(Subsystem).describe('chosen, or those of its devices'),
  CreateTime: companyTime,
  CreateName: z.string().nullable(),
  DisableTime: companyTime.nullable(),
  AreaCount: z.number().int(),
  DeviceCount: z.number().int(),
  GatewayCount: z.number().int(),
  MemberCount: z.number().int().describe('who have an entry in this project itself'),
});

export type ProjectDetail = z.infer<typeof ProjectDetail>;

/** One row of the company's project list. */
export const ProjectListRow = ProjectRow.omit({
  ...ofNow,
  BigTypeCodeList: true,
  Latitude: true,
  Longitude: true,
}).extend({
  /** Names of the partitions above it, from the top. */
  Path: z.array(z.string()),
  ServiceStart: localDay,
  Located: z.boolean().describe('it has a position on the map'),
  CreateTime: companyTime,
  CreateName: z.string().nullable(),
  DeviceCount: z.number().int(),
  GatewayCount: z.number().int(),
  MemberCount: z.number().int(),
  /** The caller may open it: it is one of their projects. */
  MayOpen: z.boolean(),
});

export type ProjectListRow = z.infer<typeof ProjectListRow>;

const listedStates = ['valid', 'disabled', 'expired'] as const;

/** Every filter of the company's project list; the export takes the same. */
const projectFilter = {
  CompanyId: id.optional(),
  ProjectName: searchText.describe('part of the name in either language, or of the code'),
  Address: searchText,
  SubareaId: id.optional().describe('a partition: projects anywhere below it'),
  ProjectIdList: idFilter,
  Industry: integerFilter,
  ProjectLevel: integerFilter,
  TagList: labelFilter.describe('has any of them'),
  BigTypeIdList: idFilter.describe('has any of these subsystems, chosen or by its devices'),
  StateList: commaList(z.array(z.enum(listedStates)).max(listedStates.length)).optional(),
  ServiceEndFrom: day.optional(),
  ServiceEndTo: day.optional(),
  IsLocated: flag.optional().describe('has a position on the map, or has none'),
  SortType: z.enum(['order', 'name', 'code', 'industry', 'level', 'serviceEnd', 'createTime']).default('name'),
  IsAsc: flag.default(true),
};

/** Beside the field's own name these say nothing: the specification names them for all calls about places together. */
const filterAliases = { parentId: 'SubareaId', subareaName: 'ProjectName' };
const filterIgnores = ['parentId', 'subareaName', 'Access', 'OldCompanyId'];

export const ProjectFilter = z.object(projectFilter);

/** The projects of a company: listed, added, changed. */
export const projectManageCalls = defineCalls({
  getProject: {
    method: 'GET',
    path: '/Subarea/GetProject',
    effect: 'read',
    access: 'session',
    summary: { zh: '项目基本信息', en: 'Basic information of a project' },
    query: z.object({
      companyId: id.optional(),
      subareaId: id.describe('the project; one of the caller’s own, or any of the company for who manages projects'),
    }),
    data: ProjectDetail,
  },
  getProjectModelList: {
    method: 'GET',
    path: '/Subarea/GetProject_ModelList',
    effect: 'read',
    access: 'session',
    summary: { zh: '项目的子系统', en: 'All subsystems, with what a project has of them' },
    query: z.object({
      companyId: id.optional(),
      subareaId: id
        .optional()
        .describe('the project; none: for one that is to be added, by who manages projects or applications'),
    }),
    data: z.array(Subsystem.extend({ Chosen: z.boolean(), DeviceCount: z.number().int() })),
  },
  /** Where a subsystem has devices, it stays: they would be out of sight. */
  updateProjectModel: {
    method: 'POST',
    path: '/Subarea/UpdateProjectModel',
    effect: 'write',
    access: ['projectsEdit', 'projectConfig'],
    encoding: 'json',
    summary: { zh: '设置项目的子系统', en: 'Choose the subsystems of a project' },
    body: z.object({
      SubareaId: id.describe('the project'),
      BigTypeIdList: commaList(z.array(id).max(100))
        .optional()
        .describe('empty: those of its devices; absent: as they are'),
    }),
    ignores: namesOfPlaces,
    data: z.null(),
  },
  /** A board is shown while its project has devices for it; one that waits for them is shown or hidden here. */
  setApplications: {
    method: 'POST',
    path: '/Subarea/SetApplications',
    effect: 'write',
    access: ['applicationManage'],
    encoding: 'json',
    summary: { zh: '显示或隐藏项目的看板', en: 'Show or hide boards of projects' },
    body: z.object({
      ProjectIdList: z.array(id).min(1).max(100),
      BigTypeIdList: z.array(id).min(1).max(100).describe('subsystems'),
      Shown: flag,
    }),
    data: z.object({ ChangedCount: z.number().int().describe('projects in which something changed') }),
  },
  /** Switches a project off or, with `disable=false`, on again. */
  disableProject: {
    method: 'GET',
    path: '/Subarea/DisableProject',
    effect: 'write',
    access: ['projectsEdit'],
    summary: { zh: '停用或启用项目', en: 'Disable or enable a project' },
    query: z.object({
      companyId: id.optional(),
      subareaId: id.describe('the project'),
      disable: flag.default(true),
    }),
    aliases: { ProjectIdList: 'subareaId' },
    ignores: namesOfPlaces,
    data: z.null(),
  },
  addProject: {
    method: 'POST',
    path: '/Subarea/AddProject',
    effect: 'write',
    access: ['projectsEdit'],
    encoding: 'json',
    summary: { zh: '新增项目', en: 'Add a project' },
    body: NewProject,
    aliases: { subareaName: 'ProjectName' },
    ignores: namesOfPlaces,
    data: z.object({ ProjectId: z.number().int() }),
  },
  editProject: {
    method: 'PUT',
    path: '/Subarea/EditProject',
    effect: 'write',
    access: ['projectsEdit', 'projectConfig'],
    encoding: 'json',
    summary: { zh: '修改项目基本信息', en: 'Change the basic information of a project' },
    body: ProjectChange,
    aliases: { subareaName: 'ProjectName' },
    ignores: namesOfPlaces,
    data: z.null(),
  },
  getProjectPage: {
    method: 'POST',
    path: '/Subarea/GetProjectPage',
    effect: 'read',
    access: ['projectsView', 'projectsEdit'],
    encoding: 'json',
    summary: { zh: '企业的项目列表', en: 'The projects of the company' },
    body: z.object({ ...projectFilter, ...page }),
    aliases: filterAliases,
    ignores: filterIgnores,
    data: pageOf(ProjectListRow),
  },
  exportProjectPage: {
    method: 'POST',
    path: '/Subarea/ExportProjectPage',
    effect: 'read',
    access: ['projectsView', 'projectsEdit'],
    encoding: 'json',
    summary: { zh: '导出项目列表', en: 'The projects of the company as an Excel file' },
    body: ProjectFilter,
    aliases: filterAliases,
    ignores: filterIgnores,
    data: 'file',
  },
  batchSetProject: {
    method: 'POST',
    path: '/Subarea/BatchSetProject',
    effect: 'write',
    access: ['projectsEdit'],
    encoding: 'json',
    summary: { zh: '批量设置项目', en: 'Change settings of several projects: all of them or none' },
    body: ProjectSettings,
    ignores: namesOfPlaces,
    data: z.object({ Changed: z.number().int().describe('how many were different before') }),
  },
});
