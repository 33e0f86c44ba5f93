import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { areaFilter, flag, id, idFilter, integerFilter, localTime, page, pageOf, searchText } from '../scalars.ts';
import { deviceReaders } from './deviceListCalls.ts';
import { Choice, DevicePointRow } from './rows.ts';

/** Every filter of the list of points; its export takes the same. */
export const devicePointFilter = {
  CompanyId: id.optional(),
  ProjectId: id.optional().describe('none: all projects of the caller'),
  ProjectIdList: idFilter,
  mtid: id.optional(),
  mtidList: idFilter,
  BigTypeId: id.optional(),
  area: areaFilter.describe('areas of the devices, by id or name'),
  name: searchText.describe('part of the name of point or device'),
  typeCn: searchText.describe('part of the name of the point type'),
  PointTypeIdList: idFilter,
  LevelList: integerFilter.describe('level of the point'),
  PointStatusList: integerFilter.describe('0 no data, 1 normal, 2 in alarm, 3 bad data'),
  alarmLevel: integerFilter.describe('of its most severe open alarm'),
  ReadWrite: z.enum(['read', 'readWrite']).optional(),
  IsSetAlarm: flag.optional(),
  stime: localTime.optional().describe('its newest value was measured at this time or later; project time'),
  etime: localTime.optional(),
  SortType: z.enum(['device', 'name', 'type', 'level', 'status']).default('device'),
  IsAsc: flag.default(true),
};

/** Points as what their devices show. */
export const devicePointCalls = defineCalls({
  queryPointRead: {
    method: 'POST',
    path: '/Model/QueryPointRead',
    effect: 'read',
    access: ['monitorView', 'monitorEdit'],
    encoding: 'json',
    summary: { zh: '设备点位列表', en: 'Points of devices with their present values' },
    body: z.object({ ...devicePointFilter, ...page }),
    data: pageOf(DevicePointRow),
  },
  queryPoint: {
    method: 'POST',
    path: '/ModelTree/QueryPoint',
    effect: 'read',
    access: deviceReaders,
    encoding: 'json',
    summary: { zh: '点位选择列表', en: 'Points of devices to choose from' },
    body: z.object({
      CompanyId: id.optional(),
      ProjectId: id.optional(),
      ModelTreeIdList: idFilter,
      BigTypeId: id.optional(),
      SmallTypeId: id.optional(),
      PointTypeIdList: idFilter,
      PointName: searchText,
    }),
    data: z
      .array(
        z.object({ id: z.number().int(), name: z.string(), ModelTreeId: z.number().int(), ModelTreeName: z.string() }),
      )
      .describe('at most 1,000, by device and place'),
  },
  /** The monitored points of one device (dmp: device monitoring point). */
  getDmpList: {
    method: 'GET',
    path: '/ModelTree/GetDmpList',
    effect: 'read',
    access: deviceReaders,
    summary: { zh: '设备的监测点位', en: 'Points of a device' },
    query: z.object({ projectId: id, modelTreeId: id }),
    data: z.array(
      z.object({
        PointId: z.number().int(),
        PointName: z.string(),
        PointTypeId: z.number().int(),
        PointTypeName: z.string(),
        Unit: z.string(),
        Level: z.number().int(),
        IsWrite: z.boolean(),
      }),
    ),
  },
  queryPointTypeInDmpListDropdownList: {
    method: 'POST',
    path: '/ModelTree/QueryPointTypeInDmpListDropdownList',
    effect: 'read',
    access: deviceReaders,
    encoding: 'json',
    summary: { zh: '所选设备的点类型下拉', en: 'Types of the points of these devices' },
    body: z.object({
      CompanyId: id.optional(),
      ProjectId: id.optional(),
      ModelTreeIdList: idFilter,
      BigTypeId: id.optional(),
      SmallTypeId: id.optional(),
    }),
    data: z.array(Choice),
  },
  getModelTreeShowPoint: {
    method: 'GET',
    path: '/ModelTree/GetModelTreeShowPoint',
    effect: 'read',
    access: ['monitorView', 'monitorEdit', 'projectConfig'],
    summary: { zh: '设备展示点位', en: 'Points of a device: which are shown, in which order, which is the main one' },
    query: z.object({ projectId: id.optional(), modelTreeId: id }),
    data: z.array(
      z.object({
        PointId: z.number().int(),
        PointName: z.string(),
        PointTypeName: z.string(),
        Unit: z.string(),
        IsShow: z.boolean(),
        IsMain: z.boolean().describe('the big number of its card'),
      }),
    ),
  },
  /** The body lists the points to show, in their order; the others of the device are hidden on card and page. */
  editModelTreeShowPoint: {
    method: 'POST',
    path: '/ModelTree/EditModelTreeShowPoint',
    effect: 'write',
    access: ['projectConfig'],
    encoding: 'json',
    summary: { zh: '设置设备展示点位', en: 'Choose and order the points that a device shows' },
    query: z.object({
      projectId: id.optional(),
      modelTreeId: id,
      mainPointId: id.optional().describe('the big number of its card; none: the first that is shown'),
    }),
    body: z.array(id).max(500),
    data: z.null(),
  },
});
