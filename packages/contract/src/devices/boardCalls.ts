import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { PointValue } from '../points/wire.ts';
import { answerLanguage, flag, id, idFilter, integerFilter, page, pageOf, searchText } from '../scalars.ts';
import { ReturnAhead } from '../writing/fields.ts';
import { subsystem } from './deviceListCalls.ts';
import { DeviceNode, DeviceRow, StatusCounts } from './rows.ts';

const monitoring = ['monitorView', 'monitorEdit'] as const;

/** What both the table of devices and its filter panel take. */
const tableFilter = {
  ProjectId: id,
  BigTypeId: id.optional(),
  subsystem,
  language: answerLanguage,
  SmallTypeId: id.optional(),
  LocationIdList: idFilter,
  ModelTreeIdList: idFilter.describe('only these devices'),
  ModelTreeName: searchText,
  PointName: searchText.describe('has a point of that name'),
  ConnectStatusList: integerFilter.describe('0 offline, 1 online, 2 in alarm'),
  PointStatusList: integerFilter.describe('has a point like this: 0 no data, 1 normal, 2 in alarm, 3 bad data'),
  PointTypeList: idFilter.describe('has a point of one of these types'),
  ReadWrite: z.enum(['read', 'readWrite']).optional().describe('has no, or has a point that can be written'),
  IsSetAlarm: flag.optional().describe('an enabled strategy watches one of its points'),
  SortType: z.enum(['name', 'status', 'area']).optional(),
  IsAsc: flag.optional(),
};

const Facet = z.object({ Key: z.number().int(), Value: z.string(), Count: z.number().int() });

/** Monitoring: devices as they stand now. */
export const boardCalls = defineCalls({
  getTableListRead: {
    method: 'POST',
    path: '/ModelTree/GetTableListRead',
    effect: 'read',
    access: monitoring,
    encoding: 'json',
    summary: { zh: '项目设备与实时点位', en: 'Devices of a project with their present values' },
    body: z.object({ ...tableFilter, ...page }),
    data: pageOf(DeviceRow),
  },
  /** The filter panel (筛选) of the table: what each filter leaves to choose, with how many devices, given all the others. */
  getTableListReadScreen: {
    method: 'POST',
    path: '/ModelTree/GetTableListReadScreen',
    effect: 'read',
    access: monitoring,
    encoding: 'json',
    summary: { zh: '项目设备的筛选项与数量', en: 'What the filters of the device table leave to choose, with counts' },
    body: z.object({ ...tableFilter, ...page }),
    data: z.object({
      SmallTypes: z.array(Facet),
      Locations: z.array(Facet),
      PointTypes: z.array(Facet),
      ConnectStatuses: z.array(z.object({ Key: z.number().int(), Count: z.number().int() })),
    }),
  },
  /** Devices of one class side by side: one row a device, one column a point type. */
  getTableList: {
    method: 'POST',
    path: '/ModelTree/getTableList',
    effect: 'read',
    access: monitoring,
    encoding: 'json',
    summary: { zh: '同类设备对照表', en: 'Devices of one class, one column a point type' },
    body: z.object({ ProjectId: id, SmallTypeId: id, ModelTreeName: searchText, ...page }),
    data: z.object({
      Columns: z.array(z.object({ PointTypeId: z.number().int(), PointTypeName: z.string(), Unit: z.string() })),
      Data: z.array(
        z.object({
          Mtid: z.number().int(),
          MName: z.string(),
          LocationName: z.string().nullable(),
          ConnectStatus: z.number().int(),
          /** By column; null: it has no such point. Of several of one type the first. */
          Cells: z.array(PointValue.nullable()),
        }),
      ),
      TotalCount: z.number().int(),
    }),
  },
  /** The trend beside the number: the main point of each device over the last hours. */
  getCard: {
    method: 'POST',
    path: '/ModelTree/getCard',
    effect: 'read',
    access: monitoring,
    encoding: 'json',
    summary: { zh: '设备卡片趋势', en: 'Short trend of the main point of each device' },
    body: z.object({ ProjectId: id, ModelTreeIdList: idFilter, Hours: z.number().int().min(1).max(24).default(6) }),
    data: z.array(
      z.object({
        Mtid: z.number().int(),
        PointId: z.number().int(),
        /** Start of each bucket, epoch milliseconds. Missing buckets are gaps. */
        Series: z.array(
          z.object({
            Time: z.number().int(),
            Min: z.number().nullable(),
            Avg: z.number().nullable(),
            Max: z.number().nullable(),
          }),
        ),
      }),
    ),
  },
  getModelTreeBaseInfo: {
    method: 'GET',
    path: '/ModelTree/GetModelTreeBaseInfo',
    effect: 'read',
    access: monitoring,
    lent: true,
    summary: { zh: '设备基本信息', en: 'One device with its points' },
    query: z.object({ modelTreeId: id, ProjectId: id }),
    data: DeviceRow.extend({
      Brand: z.string(),
      Model: z.string(),
      Gateways: z.array(
        z.object({
          GatewayId: z.number().int(),
          GatewayName: z.string(),
          SerialNumber: z.string(),
          Protocol: z.string(),
          Online: z.boolean(),
          LastSeenEPOCH: z.number().int().nullable(),
        }),
      ),
      /** Of its points those whose value was written for a time only. */
      Returns: z.array(ReturnAhead.extend({ PointId: z.number().int() })),
    }),
  },
  getBigSmallType: {
    method: 'GET',
    path: '/ModelTree/GetBigSmallType',
    effect: 'read',
    access: 'session',
    summary: { zh: '子系统与设备类型', en: 'Subsystems and device classes in use' },
    query: z.object({ companyId: id.optional(), projectId: id.optional() }),
    data: z.array(
      z.object({
        BigTypeId: z.number().int(),
        BigTypeName: z.string(),
        BigTypeCode: z.string(),
        DeviceCount: z.number().int(),
        SmallTypes: z.array(
          z.object({
            SmallTypeId: z.number().int(),
            SmallTypeName: z.string(),
            SmallTypeCode: z.string(),
            DeviceCount: z.number().int(),
          }),
        ),
      }),
    ),
  },
  getModelTreeStatusTotal: {
    method: 'POST',
    path: '/ModelTree/GetModelTreeStatusTotal',
    effect: 'read',
    access: monitoring,
    encoding: 'json',
    summary: { zh: '设备状态合计', en: 'Devices by status' },
    body: z.object({ ProjectId: id, BigTypeId: id.optional() }),
    data: StatusCounts,
  },
  /** The tabs of monitoring: the subsystems a project has devices of, each with how they stand. */
  getTab: {
    method: 'GET',
    path: '/ModelTree/getTab',
    effect: 'read',
    access: monitoring,
    summary: { zh: '项目的子系统标签页', en: 'Subsystems of a project with how their devices stand' },
    query: z.object({ projectId: id }),
    data: z.array(
      StatusCounts.extend({ BigTypeId: z.number().int(), BigTypeName: z.string(), BigTypeCode: z.string() }),
    ),
  },
  getChild: {
    method: 'GET',
    path: '/ModelTree/GetChild',
    effect: 'read',
    access: ['monitorView', 'monitorEdit', 'projectConfig'],
    summary: { zh: '子系统下的类型与设备', en: 'Classes of a subsystem with their devices' },
    query: z.object({ projectId: id, subsystem, language: answerLanguage }),
    data: z.array(DeviceNode),
  },
});
