import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { flag, id, idFilter, integerFilter, page, pageOf, queryPage, searchText } from '../scalars.ts';
import {
  day,
  labelFilter,
  NewProject,
  NewSubarea,
  ProjectChange,
  ProjectSettings,
  SubareaChange,
  someProjects,
} from './fields.ts';

/**
 * `disabled`: switched off by the company; `expired`: its service has ended. Both are shown with a warning, without live data
 * and without notifications, while recording goes on. `deleted`: only in the deleted list, from where it can be restored.
 */
export const projectStates = ['valid', 'disabled', 'expired', 'deleted'] as const;
export type ProjectState = (typeof projectStates)[number];
const State = z.enum(projectStates);

export const subareaKinds = ['partition', 'project', 'area'] as const;
export type SubareaKind = (typeof subareaKinds)[number];
const Kind = z.enum(subareaKinds);

const localDay = z.string().nullable().describe('YYYY-MM-DD');
const companyTime = z.string().describe('YYYY-MM-DD HH:mm:ss in the company’s time zone');

export const ProjectRow = z.object({
  ProjectId: z.number().int(),
  ProjectName: z.string(),
  Code: z.string(),
  Industry: z.number().int().describe('1 cold chain, 2 supermarket, 3 livestock, 4 cultural relics'),
  Address: z.string(),
  Latitude: z.number().nullable(),
  Longitude: z.number().nullable(),
  TimeZone: z.string(),
  ServiceEnd: localDay,
  /** Service end has passed: visible with a warning, no live data. */
  Expired: z.boolean(),
  State,
  /** The partition it belongs to; null: the company itself. */
  ParentId: z.number().int().nullable(),
  ProjectLevel: z.number().int().nullable().describe('the company’s own grading, 1 (highest) to 5'),
  TagList: z.array(z.string()),
  Cover: z.string().nullable().describe('address of a picture'),
  AlarmCount: z.number().int().describe('current alarms the caller may see: active, or not yet confirmed by anybody'),
  AlarmLevel: z
    .number()
    .int()
    .nullable()
    .describe('of the most severe of them, 1 urgent … 4 record; null: there is none'),
});
export type ProjectRow = z.infer<typeof ProjectRow>;

const Place = z.object({ SubareaId: z.number().int(), SubareaName: z.string() });
const Subsystem = z.object({ BigTypeId: z.number().int(), BigTypeName: z.string() });

/** Everything its form has, its names as they were entered in both languages. */
export const ProjectDetail = ProjectRow.omit({ AlarmCount: true, AlarmLevel: true }).extend({
  CompanyId: z.number().int(),
  ProjectName: z.string().describe('as entered, whatever the language of the caller'),
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
  AlarmCount: true,
  AlarmLevel: true,
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
  /** The caller may open it: it is one of his own projects. */
  MayOpen: z.boolean(),
});
export type ProjectListRow = z.infer<typeof ProjectListRow>;

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

export interface SubareaNode {
  SubareaId: number;
  SubareaName: string;
  ParentId: number | null;
  Kind: SubareaKind;
  /** Of a project; null: a partition or an area. */
  State: ProjectState | null;
  Children: SubareaNode[];
}
const SubareaNode: z.ZodType<SubareaNode> = z.lazy(() =>
  z.object({
    SubareaId: z.number().int(),
    SubareaName: z.string(),
    ParentId: z.number().int().nullable(),
    Kind,
    State: State.nullable(),
    Children: z.array(SubareaNode),
  }),
);

/** A place without those below it; rows come in the order of the tree, a parent before its children. */
export const SubareaRow = z.object({
  SubareaId: z.number().int(),
  SubareaName: z.string().describe('in the caller’s language'),
  ParentId: z.number().int().nullable(),
  Kind,
  State: State.nullable().describe('of a project; null: a partition or an area'),
  /** The project an area belongs to; a project's own id; null: a partition. */
  ProjectId: z.number().int().nullable(),
});
export type SubareaRow = z.infer<typeof SubareaRow>;

export const SubareaListRow = z.object({
  SubareaId: z.number().int(),
  SubareaName: z.string().describe('as entered'),
  SubareaNameEn: z.string().nullable(),
  ParentId: z.number().int().nullable(),
  Kind: z.enum(['partition', 'area']),
  /** Of a partition: projects anywhere below it. */
  ProjectCount: z.number().int(),
  /** Of an area: devices in it. */
  DeviceCount: z.number().int(),
  CreateTime: companyTime,
});
export type SubareaListRow = z.infer<typeof SubareaListRow>;

/** What hangs on something that is to be deleted or handed over; said before and answered after. */
export const WhatGoesWith = z.object({
  Partitions: z.number().int(),
  Projects: z.number().int(),
  Areas: z.number().int(),
  Gateways: z.number().int(),
  Devices: z.number().int(),
  Points: z.number().int(),
  /** Current alarms: active, or not yet confirmed by anybody. */
  Alarms: z.number().int(),
  /** People with an entry in one of the projects, each once. */
  Members: z.number().int(),
  /** Invitations that are still open and name one of the projects. */
  Invitations: z.number().int(),
});
export type WhatGoesWith = z.infer<typeof WhatGoesWith>;

const listedStates = ['valid', 'disabled', 'expired'] as const;
type ListedState = (typeof listedStates)[number];
const stateFilter = z
  .preprocess(
    (value) => (typeof value === 'string' ? (value.trim() === '' ? [] : value.split(',')) : value),
    z.array(z.enum(listedStates)).max(listedStates.length).optional(),
  )
  .optional() as unknown as z.ZodOptional<z.ZodType<ListedState[], readonly ListedState[] | string>>;

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
  StateList: stateFilter,
  ServiceEndFrom: day.optional(),
  ServiceEndTo: day.optional(),
  IsLocated: flag.optional().describe('has a position on the map, or has none'),
  SortType: z.enum(['order', 'name', 'code', 'industry', 'level', 'serviceEnd', 'createTime']).default('name'),
  IsAsc: flag.default(true),
};
export const ProjectFilter = z.object(projectFilter);

const deletedFilter = {
  CompanyId: id.optional(),
  SubareaName: searchText.describe('part of the name in either language, or of the code'),
  Industry: integerFilter,
  DeletedFrom: day.optional().describe('in the company’s time zone'),
  DeletedTo: day.optional(),
  SortType: z.enum(['name', 'deleteTime']).default('deleteTime'),
  IsAsc: flag.default(false),
};

/** Partitions, projects, areas. Spec §7.6; the payloads, which it does not show, are decided here. */
export const projectCalls = defineCalls({
  getUserOwnProject: {
    method: 'GET',
    path: '/Subarea/GetUserOwnProject',
    effect: 'read',
    access: 'session',
    summary: { zh: '用户的项目', en: 'Projects the caller may open' },
    query: z.object({ companyId: id.optional() }),
    data: z.array(ProjectRow),
  },
  getSubareaTree: {
    method: 'GET',
    path: '/Subarea/GetSubareaTree',
    effect: 'read',
    access: 'session',
    summary: { zh: '用户的分区、项目与区域树', en: 'The caller’s partitions, projects and areas as a tree' },
    query: z.object({ companyId: id.optional() }),
    data: z.array(SubareaNode),
  },
  getUserOwnSubareaTree: {
    method: 'GET',
    path: '/Subarea/GetUserOwnSubareaTree',
    effect: 'read',
    access: 'session',
    summary: {
      zh: '用户的分区与项目树（不含区域）',
      en: 'The caller’s partitions and projects as a tree, without areas',
    },
    query: z.object({ companyId: id.optional() }),
    data: z.array(SubareaNode),
  },
  getAllSubareaTree: {
    method: 'GET',
    path: '/Subarea/GetAllSubareaTree',
    effect: 'read',
    access: ['projectsView', 'projectsEdit', 'membersView', 'membersEdit'],
    summary: {
      zh: '企业全部分区与项目树，含空分区',
      en: 'All partitions and projects of the company as a tree, empty partitions too',
    },
    query: z.object({ companyId: id.optional() }),
    data: z.array(SubareaNode),
  },
  getAllSubarea: {
    method: 'GET',
    path: '/Subarea/GetAllSubarea',
    effect: 'read',
    access: ['projectsView', 'projectsEdit', 'membersView', 'membersEdit'],
    summary: { zh: '企业全部分区与项目（平铺）', en: 'All partitions and projects of the company, flat' },
    query: z.object({
      companyId: id.optional(),
      kind: Kind.exclude(['area']).optional(),
      subareaName: searchText,
    }),
    data: z.array(SubareaRow),
  },
  getUserSubareaList: {
    method: 'GET',
    path: '/Subarea/GetUserSubareaList',
    effect: 'read',
    access: 'session',
    summary: { zh: '用户的分区、项目与区域（平铺）', en: 'The caller’s partitions, projects and areas, flat' },
    query: z.object({
      companyId: id.optional(),
      projectId: id.optional().describe('this project and its areas only'),
      kind: Kind.optional(),
    }),
    data: z.array(SubareaRow),
  },
  /** Partitions directly below a partition (none named: of the company itself), or areas directly below a project or an area. */
  getSubareaPage: {
    method: 'GET',
    path: '/Subarea/GetSubareaPage',
    effect: 'read',
    access: ['projectsView', 'projectsEdit', 'projectConfig'],
    summary: { zh: '分区或区域列表', en: 'Partitions below a partition, or areas of a project' },
    query: z.object({
      companyId: id.optional(),
      parentId: clearableParent(),
      subareaName: searchText,
      ...queryPage,
    }),
    data: pageOf(SubareaListRow),
  },
  isSubareaExist: {
    method: 'GET',
    path: '/Subarea/IsSubareaExist',
    effect: 'read',
    access: ['projectsView', 'projectsEdit', 'projectConfig'],
    summary: { zh: '名称是否已被使用', en: 'Whether a name is taken' },
    query: z.object({
      companyId: id.optional(),
      subareaName: z.string().trim().min(1).max(50),
      kind: Kind.default('partition'),
      parentId: clearableParent().describe('of a partition or an area; project names are unique in the whole company'),
      subareaId: id.optional().describe('this one does not count: it is being renamed'),
    }),
    data: z.boolean(),
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
          State,
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
        AllDevices: z.boolean().describe('false: he sees only listed devices of the named project'),
        AlarmLevels: z.array(z.number().int()).describe('those he sees in the named project'),
      }),
    }),
  },
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
  getProjectModelList: {
    method: 'GET',
    path: '/Subarea/GetProject_ModelList',
    effect: 'read',
    access: 'session',
    summary: { zh: '项目的子系统', en: 'All subsystems, with what a project has of them' },
    query: z.object({ companyId: id.optional(), subareaId: id.describe('the project') }),
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
      BigTypeIdList: z
        .preprocess((value) => (value === '' ? [] : value), z.array(id).max(100))
        .describe('empty: those of its devices'),
    }),
    data: z.null(),
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
    data: z.null(),
  },
  addSubarea: {
    method: 'POST',
    path: '/Subarea/AddSubarea',
    effect: 'write',
    access: ['projectsEdit', 'projectConfig'],
    encoding: 'json',
    summary: { zh: '新增分区或区域', en: 'Add a partition, or an area of a project' },
    body: NewSubarea,
    data: z.object({ SubareaId: z.number().int() }),
  },
  editSubarea: {
    method: 'PUT',
    path: '/Subarea/EditSubarea',
    effect: 'write',
    access: ['projectsEdit', 'projectConfig'],
    encoding: 'json',
    summary: {
      zh: '修改分区或区域，移动或排序分区、项目、区域',
      en: 'Rename a partition or area; move or order partitions, projects and areas',
    },
    body: SubareaChange,
    data: z.null(),
  },
  /** A partition goes with the empty partitions below it, never with a project. The devices of an area stay in the project, without area. */
  deleteSubarea: {
    method: 'DELETE',
    path: '/Subarea/DeleteSubarea',
    effect: 'write',
    access: ['projectsEdit', 'projectConfig'],
    summary: { zh: '删除分区或区域', en: 'Delete a partition or an area' },
    query: z.object({ companyId: id.optional(), subareaId: id }),
    data: WhatGoesWith,
  },
  /** What deleting these would take along; the deletions themselves answer the same. */
  getWhatGoesWith: {
    method: 'GET',
    path: '/Subarea/GetWhatGoesWith',
    effect: 'read',
    access: ['projectsView', 'projectsEdit', 'projectConfig'],
    summary: { zh: '删除或转移的影响', en: 'What deleting or handing over takes along' },
    query: z.object({
      companyId: id.optional(),
      subareaIdList: someProjects(1000).describe('projects, or one partition or area'),
    }),
    data: WhatGoesWith,
  },
  addProject: {
    method: 'POST',
    path: '/Subarea/AddProject',
    effect: 'write',
    access: ['projectsEdit'],
    encoding: 'json',
    summary: { zh: '新增项目', en: 'Add a project' },
    body: NewProject,
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
    data: z.null(),
  },
  /** To the deleted list. Its gateways keep being recorded, so that restoring finds no hole. */
  deleteProject: {
    method: 'DELETE',
    path: '/Subarea/DeleteProject',
    effect: 'write',
    identity: true,
    access: ['projectsEdit'],
    summary: { zh: '删除项目（可恢复）', en: 'Delete projects; they can be restored' },
    query: z.object({ companyId: id.optional(), projectIdList: someProjects(100) }),
    data: WhatGoesWith,
  },
  getProjectPage: {
    method: 'POST',
    path: '/Subarea/GetProjectPage',
    effect: 'read',
    access: ['projectsView', 'projectsEdit'],
    encoding: 'json',
    summary: { zh: '企业的项目列表', en: 'The projects of the company' },
    body: z.object({ ...projectFilter, ...page }),
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
    data: z.object({ Changed: z.number().int().describe('how many were different before') }),
  },
  getSubareaDelPage: {
    method: 'POST',
    path: '/Subarea/GetSubareaDelPage',
    effect: 'read',
    access: ['projectsView', 'projectsEdit'],
    encoding: 'json',
    summary: { zh: '已删除的项目', en: 'Deleted projects of the company' },
    body: z.object({ ...deletedFilter, ...page }),
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
    data: 'file',
  },
  /** Where its partition is gone meanwhile, a project comes back to the company itself. */
  recoverProject: {
    method: 'POST',
    path: '/Subarea/RecoverProject',
    effect: 'write',
    access: ['projectsEdit'],
    encoding: 'json',
    summary: { zh: '恢复已删除的项目', en: 'Restore deleted projects' },
    body: z.object({
      CompanyId: id.optional(),
      ProjectIdList: someProjects(100),
      ProjectName: z
        .preprocess((value) => (value === '' ? undefined : value), NewProject.shape.ProjectName.optional())
        .optional()
        .describe('a new name, when the old one was taken meanwhile; only for one project') as unknown as z.ZodOptional<
        z.ZodType<string, string>
      >,
    }),
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
      en: 'Other companies in which the caller manages projects, to which he may hand one over',
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
    data: z.null(),
  },
});

function clearableParent() {
  return z
    .preprocess((value) => (value === '' || value === null ? undefined : value), id.optional())
    .optional() as unknown as z.ZodOptional<z.ZodType<number, number | string | null>>;
}
