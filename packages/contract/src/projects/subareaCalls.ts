import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { id, orEmpty, pageOf, queryPage, searchText } from '../scalars.ts';
import { NewSubarea, namesOfPlaces, SubareaChange, someProjects } from './fields.ts';
import { companyTime, ProjectState, WhatGoesWith } from './rows.ts';

export const subareaKinds = ['partition', 'project', 'area'] as const;

export type SubareaKind = (typeof subareaKinds)[number];

const Kind = z.enum(subareaKinds);

export interface SubareaNode {
  SubareaId: number;
  SubareaName: string;
  parentId: number | null;
  Kind: SubareaKind;
  /** Of a project; null: a partition or an area. */
  State: ProjectState | null;
  Children: SubareaNode[];
}

const SubareaNode: z.ZodType<SubareaNode> = z.lazy(() =>
  z.object({
    SubareaId: z.number().int(),
    SubareaName: z.string(),
    parentId: z.number().int().nullable(),
    Kind,
    State: ProjectState.nullable(),
    Children: z.array(SubareaNode),
  }),
);

/** A place without those below it; rows come in the order of the tree, a parent before its children. */
export const SubareaRow = z.object({
  SubareaId: z.number().int(),
  SubareaName: z.string().describe('in the caller’s language'),
  parentId: z.number().int().nullable(),
  Kind,
  State: ProjectState.nullable().describe('of a project; null: a partition or an area'),
  /** The project an area belongs to; a project's own id; null: a partition. */
  ProjectId: z.number().int().nullable(),
});

export type SubareaRow = z.infer<typeof SubareaRow>;

export const SubareaListRow = z.object({
  SubareaId: z.number().int(),
  SubareaName: z.string().describe('as entered'),
  SubareaNameEn: z.string().nullable(),
  parentId: z.number().int().nullable(),
  Kind: z.enum(['partition', 'area']),
  /** Of a partition: projects anywhere below it. */
  ProjectCount: z.number().int(),
  /** Of an area: areas at any depth below it. */
  AreaCount: z.number().int(),
  /** Of an area: devices in it and in those below it. */
  DeviceCount: z.number().int(),
  CreateTime: companyTime,
});

export type SubareaListRow = z.infer<typeof SubareaListRow>;

/** The tree of partitions, projects and areas. */
export const subareaCalls = defineCalls({
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
    access: ['projectsView', 'projectsEdit', 'membersView', 'membersEdit', 'projectConfig'],
    summary: {
      zh: '企业全部分区与项目树，含空分区；或一个项目的区域树',
      en: 'All partitions and projects of the company as a tree, empty partitions too; or the areas of one project',
    },
    query: z.object({
      companyId: id.optional(),
      projectId: id.optional().describe('the areas of this project, without it'),
    }),
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
      parentId: orEmpty(id),
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
      parentId: orEmpty(id).describe('of a partition or an area; project names are unique in the whole company'),
      subareaId: id.optional().describe('this one does not count: it is being renamed'),
    }),
    data: z.boolean(),
  },
  addSubarea: {
    method: 'POST',
    path: '/Subarea/AddSubarea',
    effect: 'write',
    access: ['projectsEdit', 'projectConfig'],
    encoding: 'json',
    summary: { zh: '新增分区或区域', en: 'Add a partition, or an area of a project' },
    body: NewSubarea,
    ignores: namesOfPlaces,
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
    ignores: namesOfPlaces,
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
    ignores: namesOfPlaces,
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
});
