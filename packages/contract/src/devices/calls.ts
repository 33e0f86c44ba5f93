import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { PointValue } from '../points/wire.ts';
import { flag, id, idFilter, integerFilter, page, pageOf, searchText } from '../scalars.ts';
import { dataStates } from './dataState.ts';

/** ConnectStatus of a device: 0 offline (nothing of it can be read), 1 online, 2 in alarm. What is missing is told by `DataState`. */
export const connectStatus = { offline: 0, online: 1, alarm: 2 } as const;

export const DeviceRow = z.object({
  Mtid: z.number().int(),
  MName: z.string(),
  ProjectId: z.number().int(),
  BigTypeId: z.number().int(),
  BigTypeName: z.string(),
  BigTypeCode: z.string(),
  SmallTypeId: z.number().int(),
  SmallTypeName: z.string(),
  SmallTypeCode: z.string(),
  LocationId: z.number().int().nullable(),
  LocationName: z.string().nullable(),
  ConnectStatus: z.number().int().describe('0 offline, 1 online, 2 in alarm'),
  /** How much of it is known at the time of the answer; our own, beside ConnectStatus, because a device in alarm may be silent, too. */
  DataState: z.enum(dataStates).describe('complete, incomplete: a part is not known, offline: nothing is'),
  /** Since when nothing of it can be read, epoch milliseconds, 0: nothing ever could; null: something can. */
  OfflineSinceEPOCH: z.number().int().nullable(),
  AlarmLevel: z
    .number()
    .int()
    .nullable()
    .describe('of the most severe of its active alarms, 1 urgent … 4 record; null: none is active'),
  AlarmCount: z
    .number()
    .int()
    .describe('its active alarms: how it stands now, whether or not people have confirmed what is over'),
  /** The big number of the card. */
  MainPointId: z.number().int().nullable(),
  Points: z.array(PointValue),
});
export type DeviceRow = z.infer<typeof DeviceRow>;

const DeviceFilter = z.object({
  ProjectId: id,
  BigTypeId: id.optional(),
  SmallTypeId: id.optional(),
  LocationIdList: idFilter,
  ModelTreeName: searchText,
  PointName: searchText,
  ConnectStatusList: integerFilter,
  SortType: z.enum(['name', 'status', 'area']).optional(),
  IsAsc: flag.optional(),
  ...page,
});

export const deviceCalls = defineCalls({
  getTableListRead: {
    method: 'POST',
    path: '/ModelTree/GetTableListRead',
    effect: 'read',
    access: ['monitorView', 'monitorEdit'],
    encoding: 'json',
    summary: { zh: '项目设备与实时点位', en: 'Devices of a project with their present values' },
    body: DeviceFilter,
    data: pageOf(DeviceRow),
  },
  /** The trend beside the number: the main point of each device over the last hours. */
  getCard: {
    method: 'POST',
    path: '/ModelTree/getCard',
    effect: 'read',
    access: ['monitorView', 'monitorEdit'],
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
    access: ['monitorView', 'monitorEdit'],
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
    access: ['monitorView', 'monitorEdit'],
    encoding: 'json',
    summary: { zh: '设备状态合计', en: 'Devices by status' },
    body: z.object({ ProjectId: id, BigTypeId: id.optional() }),
    data: z.object({
      Total: z.number().int(),
      Online: z.number().int(),
      Offline: z.number().int(),
      Alarm: z.number().int(),
      /** Devices of which a part is not known, whatever their status. */
      Incomplete: z.number().int(),
    }),
  },
});
