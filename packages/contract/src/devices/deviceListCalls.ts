import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { labelFilter } from '../projects/fields.ts';
import {
  answerLanguage,
  flag,
  id,
  idCodeOrName,
  idFilter,
  integerFilter,
  page,
  pageOf,
  searchText,
} from '../scalars.ts';
import { Choice, DeviceListRow, DeviceNode, StatusCounts } from './rows.ts';

/** Monitoring, set-up and asset keeping see devices; each person only their own. */
export const deviceReaders = [
  'monitorView',
  'monitorEdit',
  'projectConfig',
  'companyTerminals',
  'assetsEdit',
  'companyAssets',
] as const;

const places = idFilter.describe('partitions, projects or areas: devices anywhere below them');

/** The specification names the subsystem of a list twice, and does not say as what; where both are said, both count. */
export const subsystem = idCodeOrName.describe('a subsystem by its id (BigTypeId), code (BigTypeCode) or name');

/** Every filter of the device lists; exports and statistics take the same. */
export const deviceFilter = {
  CompanyId: id.optional(),
  ProjectId: id.optional().describe('none: all projects of the caller'),
  ProjectIdList: idFilter,
  SubareaIdList: places,
  BigTypeId: id.optional().describe('subsystem'),
  subsystem,
  language: answerLanguage,
  SmallTypeId: id.optional().describe('device class'),
  SmallTypeIdList: idFilter,
  LocationIdList: idFilter.describe('areas, with those below them'),
  ModelTreeName: searchText.describe('part of name, serial number, brand or model'),
  TagList: labelFilter.describe('has any of them'),
  Brand: searchText,
  Model: searchText,
  ModelTreeStatus: integerFilter.describe('0 offline, 1 online, 2 in alarm'),
  IsMonitor: flag.optional().describe('has points, or has none'),
  IsSetAlarm: flag.optional().describe('an enabled strategy watches one of its points, or none does'),
  ReadWrite: z.enum(['read', 'readWrite']).optional(),
  LevelList: integerFilter.describe('of its most important point'),
  IsGetStaticProperty: flag.default(false),
  IsEnabledPermission: flag
    .default(true)
    .describe('kept for callers that send it: nobody is ever shown a device that is not theirs to see'),
  SortType: z.enum(['name', 'project', 'class', 'area', 'createTime', 'productionDate']).default('name'),
  IsAsc: flag.default(true),
};

const deviceRowsOnPage = pageOf(DeviceListRow);

const statistics = {
  CompanyId: id.optional(),
  subareaIdList: places,
  BigTypeId: id.optional(),
};

/** Lists, trees and statistics of devices over all projects of the caller. */
export const deviceListCalls = defineCalls({
  getModelTreePage: {
    method: 'POST',
    path: '/ModelTree/GetModelTreePage',
    effect: 'read',
    access: deviceReaders,
    encoding: 'json',
    summary: { zh: '设备列表', en: 'Devices of one project, or of all the caller’s' },
    body: z.object({ ...deviceFilter, ...page }),
    data: deviceRowsOnPage,
  },
  /** The same with the dropdown that pickers of devices show. */
  getModelPage: {
    method: 'POST',
    path: '/Model/GetModelTreePage',
    effect: 'read',
    access: deviceReaders,
    encoding: 'json',
    summary: { zh: '设备列表与设备下拉', en: 'Devices with a dropdown of them' },
    body: z.object({ ...deviceFilter, ...page }),
    data: deviceRowsOnPage.extend({
      ModelTreeDropdown: z.array(Choice).describe('all that match, at most 1,000, by name'),
    }),
  },
  exportModelTreePage: {
    method: 'POST',
    path: '/ModelTree/ExportModelTreePage',
    effect: 'read',
    access: deviceReaders,
    encoding: 'json',
    summary: { zh: '导出设备列表', en: 'The devices as an Excel file' },
    body: z.object(deviceFilter),
    data: 'file',
  },
  getModelTreeGroupStatistics: {
    method: 'POST',
    path: '/ModelTree/GetModelTreeGroupStatistics',
    effect: 'read',
    access: deviceReaders,
    encoding: 'json',
    summary: { zh: '设备分组统计', en: 'Devices by group and status' },
    body: z.object({
      ...statistics,
      Type: z.enum(['subsystem', 'class', 'brand']).default('subsystem').describe('what makes a group'),
    }),
    data: z.object({
      Sum: StatusCounts,
      Groups: z.array(
        StatusCounts.extend({
          Key: z.number().int().nullable().describe('of the subsystem or class; null: a brand'),
          Name: z.string().describe('empty: no brand is given'),
          ProjectCount: z.number().int(),
        }),
      ),
    }),
  },
  getModelTreeProjectStatistics: {
    method: 'POST',
    path: '/ModelTree/GetModelTreeProjectStatistics',
    effect: 'read',
    access: deviceReaders,
    encoding: 'json',
    summary: { zh: '设备项目统计', en: 'Devices by project and status' },
    body: z.object({
      ...statistics,
      ProjectName: searchText,
      SortType: z.enum(['name', 'total', 'online', 'offline', 'alarm', 'incomplete']).default('name'),
      IsAsc: flag.default(true),
      ...page,
    }),
    data: pageOf(StatusCounts.extend({ ProjectId: z.number().int(), ProjectName: z.string() })),
  },
  getApplicationPage: {
    method: 'POST',
    path: '/ModelTree/GetApplicationPage',
    effect: 'read',
    access: ['applicationManage'],
    encoding: 'json',
    summary: { zh: '各项目的看板与设备状态', en: 'Boards of each project with the state of their devices' },
    body: z.object({ ProjectName: searchText, IsAsc: flag.default(true), ...page }),
    data: pageOf(
      z.object({
        ProjectId: z.number().int(),
        ProjectName: z.string(),
        Applications: z
          .array(
            StatusCounts.extend({
              BigTypeId: z.number().int(),
              BigTypeName: z.string(),
              BigTypeCode: z.string(),
              Chosen: z.boolean().describe('chosen for the project; one that has devices is shown in any case'),
            }),
          )
          .describe('those with devices that the caller sees, and those that wait for theirs'),
      }),
    ),
  },
  exportModelTreeProjectStatistics: {
    method: 'POST',
    path: '/ModelTree/ExportModelTreeProjectStatistics',
    effect: 'read',
    access: deviceReaders,
    encoding: 'json',
    summary: { zh: '导出设备项目统计', en: 'Devices by project and status as an Excel file' },
    body: z.object({ ...statistics, ProjectName: searchText }),
    data: 'file',
  },
  modelTrees: {
    method: 'GET',
    path: '/Model/Model_trees',
    effect: 'read',
    access: deviceReaders,
    summary: { zh: '子系统—类型—设备树', en: 'Subsystems, classes and devices as a tree' },
    query: z.object({
      companyId: id.optional(),
      projectId: id.optional().describe('none: all projects of the caller'),
      isGetModelTree: flag.default(true).describe('false: without the devices'),
    }),
    data: z.array(DeviceNode),
  },
  /** What can be put on a floor plan: the areas of a project with the devices in them. */
  getchildPlan: {
    method: 'GET',
    path: '/Model/getchildPlan',
    effect: 'read',
    access: deviceReaders,
    summary: { zh: '区域—设备树（平面图用）', en: 'Areas with the devices in them, for floor plans' },
    query: z.object({ project: id, language: answerLanguage }),
    data: z.array(DeviceNode),
  },
  /** The tree flat: each record with the id of the one above it. */
  queryDeviceInfo: {
    method: 'POST',
    path: '/ModelTree/QueryDeviceInfo',
    effect: 'read',
    access: deviceReaders,
    encoding: 'json',
    summary: { zh: '设备记录（id、pid）', en: 'Subsystems, classes and devices as records with id and pid' },
    body: z.object({ CompanyId: id.optional(), ProjectId: id.optional() }),
    data: z.array(
      z.object({
        id: z.string().describe('s1 a subsystem, c1 a class, d1 a device'),
        pid: z.string().nullable(),
        name: z.string(),
        ModelTreeId: z.number().int().nullable(),
      }),
    ),
  },
  getMtIdList: {
    method: 'GET',
    path: '/ModelTree/GetMtIdList',
    effect: 'read',
    access: deviceReaders,
    summary: { zh: '设备 id 列表', en: 'Ids of the devices that match' },
    query: z.object({
      companyId: id.optional(),
      projectId: id.optional(),
      bigTypeId: id.optional(),
      smallTypeId: id.optional(),
      modelTreeName: searchText,
    }),
    data: z.array(z.number().int()),
  },
  getArealist: {
    method: 'GET',
    path: '/ModelTree/GetArealist',
    effect: 'read',
    access: deviceReaders,
    summary: { zh: '项目区域与设备数', en: 'Areas of a project with how many devices stand in each' },
    query: z.object({ projectId: id }),
    data: z.array(Choice.extend({ parentId: z.number().int().nullable(), DeviceCount: z.number().int() })),
  },
  getPersonList: {
    method: 'GET',
    path: '/ModelTree/GetPersonList',
    effect: 'read',
    access: ['projectConfig', 'membersView', 'membersEdit'],
    summary: { zh: '可见该设备的成员', en: 'Members of a project who see a device' },
    query: z.object({ projectId: id, modelTreeId: id.optional().describe('none: all members of the project') }),
    data: z.array(Choice),
  },
  getModelTreeAndPointTypeDropdown: {
    method: 'POST',
    path: '/ModelTree/GetModelTreeAndPointTypeDropdown',
    effect: 'read',
    access: deviceReaders,
    encoding: 'json',
    summary: { zh: '设备与点类型下拉', en: 'Devices and the types of their points to choose from' },
    body: z.object({
      CompanyId: id.optional(),
      ProjectId: id.optional(),
      ProjectIdList: idFilter,
      BigTypeId: id.optional(),
      SmallTypeId: id.optional(),
    }),
    data: z.object({
      ModelTreeDropdown: z.array(Choice).describe('at most 1,000, by name'),
      PointTypeDropdown: z.array(Choice),
    }),
  },
});
