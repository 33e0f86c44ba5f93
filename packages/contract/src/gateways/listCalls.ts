import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { flag, id, idFilter, integerFilter, page, pageOf, queryPage, searchText } from '../scalars.ts';
import { choiceList, dayRange, gatewayProtocols, offlineReasons, payloadFormats } from './fields.ts';

const projectTime = z.string().describe('YYYY-MM-DD HH:mm:ss in the project’s time zone');
const epoch = z.number().int().nullable().describe('epoch milliseconds');

export const GatewayRow = z.object({
  DeviceId: z.number().int(),
  DeviceName: z.string(),
  DeviceNo: z.string(),
  DeviceTypeE: z.string().describe('make and model'),
  DESCRIBES: z.string(),
  PROTOCOL: z.enum(gatewayProtocols),
  PayloadFormat: z.enum(payloadFormats).describe('of an MQTT gateway’s messages'),
  ProjectId: z.number().int(),
  ProjectName: z.string(),
  ConnectStatus: z.number().int().describe('0 offline, 1 online, 2 never seen'),
  LastSeenEPOCH: epoch,
  OfflineSinceEPOCH: epoch.describe('epoch milliseconds; null: online, or never seen'),
  SystemStatus: z.number().int().describe('configuration: 0 waiting for the gateway, 1 synced, 2 it reports none'),
  DesiredVersion: z.number().int(),
  ReportedVersion: z.number().int().nullable(),
  ICCID: z.string().nullable().describe('number of the communication card; null: none is bound'),
  SimStatus: z
    .number()
    .int()
    .nullable()
    .describe(
      '1 in use, 2 one-way shutdown, 3 shutdown, 4 dormancy, 5 testing period, 6 silent period; null: not available',
    ),
  SimFlowStatus: z.number().int().describe('data plan: 0 not known, 1 enough, 2 less than a fifth left, 3 used up'),
  SlaveCount: z.number().int(),
  SilentSlaveCount: z.number().int().describe('slaves that do not answer, of a gateway that is online'),
  PointCount: z.number().int(),
  CREATETIME: projectTime,
  CreateName: z.string().nullable(),
  AuthorizationType: z.number().int().describe('0 its maker, 1 named people, 2 the project, 3 the company'),
  MayEdit: z.boolean().describe('the caller may set it up'),
});
export type GatewayRow = z.infer<typeof GatewayRow>;

const SlaveRow = z.object({
  DeviceModuleId: z.number().int(),
  DeviceId: z.number().int().describe('its gateway'),
  DeviceName: z.string(),
  DeviceAddress: z.number().int(),
  SlaveName: z.string(),
  Category: z.string(),
  BaudRate: z.number().int(),
  DataBit: z.number().int(),
  CheckBit: z.string(),
  StopBit: z.number().int(),
  MaxRegisters: z.number().int(),
  MaxGap: z.number().int(),
  PointCount: z.number().int(),
  /** 1 answers, 0 does not, 2 not known: its gateway is away. */
  ConnectStatus: z
    .number()
    .int()
    .describe('0 silent, 1 answers, 2 not known while its gateway is away, 3 not asked: it has no points'),
  SilentSinceEPOCH: epoch,
  NextTryEPOCH: epoch.describe(
    'about when it is asked again, epoch milliseconds; null: it answers, or its gateway is away',
  ),
});
export type SlaveRow = z.infer<typeof SlaveRow>;

export const GatewayInfo = GatewayRow.extend({
  DeviceName: z.string().describe('in the caller’s language'),
  DeviceNameZh: z.string().describe('as entered'),
  DeviceNameEn: z.string().nullable(),
  Address: z.string().nullable().describe('of MODBUS_TCP and RTU_TCP: what is dialled'),
  RegistrationMode: z.string(),
  RegistrationIdentity: z.string(),
  AllowedNetworks: z.array(z.string()).describe('networks a DTU may dial in from; none: from anywhere'),
  HeartBeat: z.string().describe('hexadecimal digits; empty: none'),
  DeviceUserName: z.string().nullable().describe('of MQTT'),
  HasPassword: z.boolean(),
  MappingProfileId: z.number().int().nullable(),
  DesiredEPOCH: epoch,
  ReportedEPOCH: epoch,
  DisconnectedEPOCH: epoch.describe('since when people keep it off; null: it may connect'),
  MayShare: z.boolean(),
  SharedWith: z.array(z.object({ UserId: z.number().int(), Name: z.string(), SharedEPOCH: z.number().int() })),
  Slaves: z.array(SlaveRow),
});
export type GatewayInfo = z.infer<typeof GatewayInfo>;

/** What a gateway is used for in transport: it hears tags, or it is in a vehicle. */
export const gatewayUses = ['collector', 'vehicle'] as const;
export type GatewayUse = (typeof gatewayUses)[number];

/** Every filter of the list; the exports and the totals take the same. */
const gatewayFilter = {
  CompanyId: id.optional(),
  ProjectIdList: idFilter.describe('none: the current project, or with QueryAll every project open to the caller'),
  QueryAll: flag.optional().describe('every project open to the caller'),
  NameOrDESCRIBES: searchText.describe(
    'part of the name in either language, of the serial number, or of the description',
  ),
  PROTOCOLList: choiceList(gatewayProtocols),
  ConnectStatusList: integerFilter.describe('0 offline, 1 online, 2 never seen'),
  SystemStatusList: integerFilter.describe('0 waiting, 1 synced, 2 not reported'),
  SimStatus: integerFilter.describe('1 to 6 as in the row; 0: has no card or is not known'),
  SimFlowStatusList: integerFilter.describe('0 to 3 as in the row'),
  CreateTime: dayRange.describe('a day, or the first and the last'),
  IsQueryCreator: flag.optional().describe('only those the caller made'),
  IsQueryLook: flag.optional().describe('only those others shared with the caller by name'),
  Use: z.enum(gatewayUses).optional().describe('collector: it heard tags; vehicle: it is in a vehicle'),
  DeviceModuleId: id.optional().describe('the gateway of this slave'),
  SortType: z.enum(['name', 'serial', 'protocol', 'status', 'lastSeen', 'project', 'createTime']).default('name'),
  IsAsc: flag.default(true),
};
export const GatewayFilter = z.object(gatewayFilter);

const sees = ['terminals', 'terminalsEdit', 'companyTerminals'] as const;

/** Gateways: lists, one of them, what happened to it. Spec §7.1; payloads it does not show are decided here. */
export const gatewayListCalls = defineCalls({
  showDeviceList: {
    method: 'POST',
    path: '/Device/ShowDevice_List',
    effect: 'read',
    access: sees,
    summary: { zh: '网关列表', en: 'A page of gateways' },
    body: z.object({ ...gatewayFilter, ...page }),
    fileBy: 'exportDeviceList',
    data: pageOf(GatewayRow),
  },
  exportDeviceList: {
    method: 'POST',
    path: '/Device/ExportShowDevice_List',
    effect: 'read',
    access: sees,
    summary: { zh: '导出网关列表', en: 'The filtered gateways as a workbook' },
    body: GatewayFilter,
    data: 'file',
  },
  getDeviceTotal: {
    method: 'POST',
    path: '/Device/GetDeviceTotal',
    effect: 'read',
    access: sees,
    summary: { zh: '网关数量统计', en: 'How many gateways there are, by state, protocol, configuration and card' },
    body: GatewayFilter.omit({ SortType: true, IsAsc: true }),
    data: z.object({
      Total: z.number().int(),
      Online: z.number().int(),
      Offline: z.number().int(),
      NeverSeen: z.number().int(),
      Waiting: z.number().int().describe('have not the configuration that is set up'),
      WithCard: z.number().int(),
      CardTrouble: z.number().int().describe('card stopped by its carrier, or its data used up'),
      SlaveTotal: z.number().int(),
      SilentSlaveTotal: z.number().int(),
      ProtocolList: z.array(z.object({ PROTOCOL: z.enum(gatewayProtocols), Count: z.number().int() })),
    }),
  },
  getDeviceInfo: {
    method: 'GET',
    path: '/Device/GetDeviceInfo',
    effect: 'read',
    access: sees,
    summary: { zh: '网关详情', en: 'One gateway with its slaves' },
    query: z.object({ deviceId: id }),
    data: GatewayInfo,
  },
  getModbusDeviceModulePage: {
    method: 'POST',
    path: '/Device/GetModbusDeviceModulePage',
    effect: 'read',
    access: sees,
    summary: { zh: '从站列表', en: 'A page of slaves, of one gateway or of a project' },
    body: z.object({
      CompanyId: id.optional(),
      ProjectIdList: idFilter,
      QueryAll: flag.optional(),
      DeviceId: id.optional().describe('of this gateway'),
      DeviceModuleId: id.optional().describe('this slave alone'),
      Name: searchText.describe('part of the name or category'),
      ConnectStatusList: integerFilter,
      SortType: z.enum(['name', 'address', 'gateway']).default('address'),
      IsAsc: flag.default(true),
      ...page,
    }),
    data: pageOf(SlaveRow),
  },
  /** The gateway as the master of its line: what it asks at the moment, and how that goes. */
  getMasterControl: {
    method: 'GET',
    path: '/Device/GetMasterControl',
    effect: 'read',
    access: sees,
    summary: { zh: '主站状态', en: 'The line behind a gateway: its state and that of its slaves' },
    query: z.object({ deviceId: id }),
    data: z.object({
      DeviceId: z.number().int(),
      DeviceName: z.string(),
      ConnectStatus: z.number().int(),
      SinceEPOCH: epoch.describe('since when it is like this, epoch milliseconds'),
      LastSeenEPOCH: epoch,
      SlaveTotal: z.number().int(),
      SilentSlaveTotal: z.number().int(),
      PointTotal: z.number().int(),
      BadPointTotal: z.number().int().describe('points whose last reading is bad or older than it may be'),
      Slaves: z.array(SlaveRow),
    }),
  },
  getTerminalDropdow: {
    method: 'GET',
    path: '/Device/GetTerminalDropdow',
    effect: 'read',
    access: [...sees, 'projectConfig'],
    summary: { zh: '网关与从站下拉', en: 'Gateways and their slaves, to choose from' },
    query: z.object({
      ProjectId: id.optional(),
      CompanyId: id.optional(),
      protocolList: choiceList(gatewayProtocols),
      name: searchText,
    }),
    data: z.array(
      z.object({
        DeviceId: z.number().int(),
        DeviceName: z.string(),
        DeviceNo: z.string(),
        PROTOCOL: z.enum(gatewayProtocols),
        ProjectId: z.number().int(),
        Slaves: z.array(
          z.object({ DeviceModuleId: z.number().int(), SlaveName: z.string(), DeviceAddress: z.number().int() }),
        ),
      }),
    ),
  },
  getDeviceConnectLog: {
    method: 'GET',
    path: '/Device/GetDeviceConnectLog',
    effect: 'read',
    access: sees,
    summary: { zh: '连接日志', en: 'When a gateway and its slaves came and went, and what was refused of it' },
    query: z.object({
      deviceId: id,
      kind: z.enum(['line', 'slave', 'refused']).optional(),
      deviceModuleId: id.optional().describe('of this slave alone'),
      ...queryPage,
    }),
    data: pageOf(
      z.object({
        EPOCH: z.number().int(),
        Kind: z
          .enum(['up', 'down', 'slaveUp', 'slaveDown', 'fault', 'mended', 'refused', 'note'])
          .describe('fault: it is there, and something is wrong with it; mended: no longer; note: nothing is wrong'),
        /** Null: the gateway itself. */
        SlaveName: z.string().nullable(),
        Message: z.string().describe('in the caller’s language'),
        /** What was refused, as far as it was kept: text where it is text, else hexadecimal digits. */
        Detail: z.string().nullable(),
      }),
    ),
  },
  getDeviceOfflineReason: {
    method: 'GET',
    path: '/Device/GetDeviceOfflineReason',
    effect: 'read',
    access: sees,
    summary: { zh: '为什么离线', en: 'Why a gateway is offline, from what is known, and what to do' },
    query: z.object({ deviceId: id }),
    data: z.object({
      DeviceId: z.number().int(),
      DeviceName: z.string(),
      Reason: z.enum(offlineReasons),
      SinceEPOCH: epoch,
      Message: z.string().describe('what is known, in the caller’s language'),
      Advice: z.array(z.string()).describe('what to do, the likeliest first'),
      /** What it stands on, each with its moment. */
      Evidence: z.array(z.object({ EPOCH: epoch, Message: z.string() })),
    }),
  },
});
