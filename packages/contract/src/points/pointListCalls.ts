import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { StorageSpace } from '../people/fields.ts';
import {
  answerLanguage,
  flag,
  id,
  idFilter,
  idOr,
  integer,
  integerFilter,
  page,
  pageOf,
  searchText,
} from '../scalars.ts';
import { pointKinds, pointLevel, pointName } from './fields.ts';

const choice = z.object({ Key: z.number().int(), Value: z.string() });
const devicePlace = z.object({ ModelTreeId: z.number().int(), ModelTreeName: z.string() });
const areaPlace = z.object({ LocationId: z.number().int(), LocationName: z.string() });

/** A point as lists of set-up show it: where its value comes from, what it serves, how it stands now. */
export const PointListRow = z.object({
  PointId: z.number().int(),
  PointName: z.string().describe('in the caller’s language'),
  Kind: z.enum(pointKinds),
  PointTypeId: z.number().int(),
  PointTypeName: z.string(),
  PointType: z.number().int().describe('0 analog, 1 status'),
  Unit: z.string(),
  Decimals: z.number().int(),
  Level: z.number().int(),
  IsWrite: z.boolean(),
  Cycle: z.number().int().describe('seconds'),
  /** It hangs on a gateway that the caller may not open: which one, its slave and its register are left out. */
  IsLineHidden: z.boolean(),
  /** Null: it hangs on no gateway, or on one that is hidden. */
  GatewayId: z.number().int().nullable(),
  GatewayName: z.string().nullable(),
  SlaveId: z.number().int().nullable(),
  SlaveName: z.string().nullable(),
  SlaveAddress: z.number().int().nullable(),
  /** `03 · 256 · 16-bit signed AB`, the key of an MQTT point, or the formula. */
  Source: z.string(),
  DeviceList: z.array(devicePlace),
  LocationList: z.array(areaPlace),
  /** A rule watches it. */
  IsSetAlarm: z.boolean(),
  Value: z.number().nullable(),
  ValueText: z.string().nullable(),
  Time: z.number().int().nullable().describe('when it was measured, epoch milliseconds'),
  Quality: z.enum(['good', 'uncertain', 'bad']).nullable(),
  QualityReason: z.string().nullable(),
  ExceptionCode: z.number().int().nullable(),
});
export type PointListRow = z.infer<typeof PointListRow>;

const pointFilter = {
  ProjectId: id,
  PointName: searchText.describe('part of the name in either language'),
  KindList: z.array(z.enum(pointKinds)).max(pointKinds.length).optional(),
  PointTypeIdList: idFilter,
  GatewayIdList: idFilter,
  SlaveIdList: idFilter,
  ModelTreeIdList: idFilter.describe('serves any of these devices'),
  LocationIdList: idFilter.describe('belongs to any of these areas'),
  BigTypeId: id.optional().describe('serves a device of this subsystem'),
  LevelList: integerFilter,
  IsWrite: flag.optional(),
  IsSetAlarm: flag.optional().describe('a rule watches it'),
  IsRelevance: flag.optional().describe('serves a device or an area, or neither'),
  SortType: z.enum(['name', 'type', 'level', 'gateway', 'cycle']).optional(),
  IsAsc: flag.optional(),
};

const maxPointsAtOnce = 1000;
const somePoints = z.array(id).min(1).max(maxPointsAtOnce);

/** 1 device, 2 area. */
export const placeKinds = { device: 1, area: 2 } as const;

export const batchUpdates = ['name', 'type', 'unit', 'level', 'write', 'cycle'] as const;

/** The points of a project with what they serve. */
export const pointListCalls = defineCalls({
  getPointPage: {
    method: 'POST',
    path: '/Point/GetPointPage',
    effect: 'read',
    access: ['projectConfig', 'terminals', 'terminalsEdit'],
    encoding: 'json',
    summary: { zh: '项目点位列表', en: 'Points of a project with their devices and areas' },
    body: z.object({ ...pointFilter, ...page }),
    data: pageOf(PointListRow),
  },
  getPointPageDropdownList: {
    method: 'GET',
    path: '/Point/GetPointPageDropdownList',
    effect: 'read',
    access: ['projectConfig', 'terminals', 'terminalsEdit'],
    summary: { zh: '点位列表的筛选项', en: 'What the points of a project can be filtered by' },
    query: z.object({ projectId: id }),
    data: z.object({
      PointTypeList: z.array(
        choice.extend({ PointType: z.number().int().describe('0 analog, 1 status'), UnitList: z.array(z.string()) }),
      ),
      GatewayList: z.array(choice.extend({ Protocol: z.string() })),
      SlaveList: z.array(choice.extend({ GatewayId: z.number().int(), Address: z.number().int() })),
      ModelTreeList: z.array(choice.extend({ BigTypeId: z.number().int() })),
      LocationList: z.array(choice),
      SubsystemList: z.array(choice),
    }),
  },
  getSubsystemAndModelTreeDropdownList: {
    method: 'GET',
    path: '/Point/GetSubsystemAndModelTreeDropdownList',
    effect: 'read',
    access: ['projectConfig', 'terminals', 'terminalsEdit', 'monitorView', 'monitorEdit'],
    summary: { zh: '子系统与设备下拉', en: 'Subsystems of a project with their devices' },
    query: z.object({ projectId: id, language: answerLanguage }),
    data: z.array(z.object({ BigTypeId: z.number().int(), BigTypeName: z.string(), ModelTreeList: z.array(choice) })),
  },
  getPointModelTreeSysInfo: {
    method: 'GET',
    path: '/Point/GetPointModelTreeSysInfo',
    effect: 'read',
    access: ['projectConfig', 'terminals', 'terminalsEdit', 'monitorView', 'monitorEdit'],
    summary: { zh: '点位所属设备与子系统', en: 'The devices of a point with their subsystems and areas' },
    query: z.object({ pointId: id, projectId: id.optional().describe('none: that of the point') }),
    data: z.array(
      z.object({
        ModelTreeId: z.number().int(),
        ModelTreeName: z.string(),
        BigTypeId: z.number().int(),
        BigTypeName: z.string(),
        SmallTypeId: z.number().int(),
        SmallTypeName: z.string(),
        LocationId: z.number().int().nullable(),
        LocationName: z.string().nullable(),
      }),
    ),
  },
  pointRelevanceModelTreeAndLocation: {
    method: 'POST',
    path: '/Point/PointRelevanceModelTreeAndLocation',
    effect: 'write',
    access: ['projectConfig'],
    encoding: 'json',
    summary: { zh: '点位关联设备和区域', en: 'Let points serve devices and areas' },
    body: z.object({
      PointIdList: somePoints,
      ModelTreeOrLocationIdList: z
        .array(
          z.union([
            id,
            z.string().trim().min(1).max(200),
            z.object({
              Id: id,
              Type: integer.pipe(z.number().min(1).max(2)).describe('1 device, 2 area'),
            }),
          ]),
        )
        .max(100)
        .describe('an id or a name alone is the device or area of the project that has it; refused when both have it'),
    }),
    data: z.object({ Changed: z.number().int().describe('links that are new') }),
  },
  pointCancelRelevanceModelTreeOrLocation: {
    method: 'POST',
    path: '/Point/PointCancelRelevanceModelTreeOrLocation',
    effect: 'write',
    access: ['projectConfig'],
    encoding: 'json',
    summary: { zh: '取消点位与设备或区域的关联', en: 'Take points away from all their devices or areas' },
    query: z.object({
      cancelType: z.enum(['1', '2', '3']).describe('1 from devices, 2 from areas, 3 from both'),
    }),
    body: somePoints,
    data: z.object({ Changed: z.number().int().describe('links that are gone') }),
  },
  pointCancelRelevance: {
    method: 'POST',
    path: '/Point/PointCancelRelevance',
    effect: 'write',
    access: ['projectConfig'],
    encoding: 'json',
    summary: { zh: '取消点位与一个设备的关联', en: 'Take points away from one device' },
    query: z.object({ modelTreeId: id }),
    body: somePoints,
    data: z.object({ Changed: z.number().int() }),
  },
  batchUpdatePoint: {
    method: 'POST',
    path: '/Point/BatchUpdatePoint',
    effect: 'write',
    access: ['projectConfig', 'terminalsEdit'],
    encoding: 'json',
    summary: { zh: '批量修改点位', en: 'Change one thing of many points; find and replace in their names' },
    body: z.object({
      ProjectId: id.optional().describe('none: that of the points'),
      UpdatePointType: z.enum(batchUpdates),
      PointIdList: somePoints,
      FindPointName: z
        .string()
        .max(50)
        .optional()
        .describe('of `name`: what is replaced; none: PointName becomes the whole name of one point'),
      PointName: z.string().max(50).optional().describe('of `name`: what comes instead, may be empty'),
      PointNameList: z
        .array(z.object({ PointId: id, WasName: z.string().max(50), PointName: z.string().max(50) }))
        .max(maxPointsAtOnce)
        .optional()
        .describe(
          'of `name`: whole names, such as to take a replacement back; a point that is not called WasName now stays',
        ),
      PointTypeId: id.optional(),
      Unit: z.string().trim().max(20).optional(),
      Level: pointLevel.optional(),
      IsWrite: flag.optional(),
      Cycle: z.number().int().optional().describe('seconds'),
      StorageSpaceExtendList: StorageSpace.optional(),
      IsDryRun: flag.optional().describe('only say what would happen'),
    }),
    data: z.object({
      Changed: z.number().int(),
      /** Of a change of names: all of them; of one that is only tried the first. */
      Examples: z.array(z.object({ PointId: z.number().int(), Before: z.string(), After: z.string() })),
    }),
  },
  addPointRelevance: {
    method: 'POST',
    path: '/Point/AddPointRelevance',
    effect: 'write',
    access: ['projectConfig'],
    encoding: 'json',
    summary: {
      zh: '设置点位的关联点位',
      en: 'Say which points belong together with one, on the page of its device; replaces what was said before',
    },
    body: z.object({
      PointIdA: id,
      ModelTreeIdA: id.optional().describe('on which device; none: wherever it is shown'),
      PointRelevanceList: z
        .array(idOr(z.object({ PointIdB: id, ModelTreeIdB: id.optional() }), (PointIdB) => ({ PointIdB })))
        .max(20)
        .describe('in this order; a point alone by its id; empty: none'),
    }),
    data: z.null(),
  },
  getPointRelevance: {
    method: 'POST',
    path: '/Point/GetPointRelevance',
    effect: 'read',
    access: ['projectConfig', 'monitorView', 'monitorEdit'],
    summary: { zh: '点位的关联点位', en: 'Which points belong together with one' },
    query: z.object({ modelTreeId: id.optional(), pointId: id }),
    data: z.array(
      z.object({
        PointIdB: z.number().int(),
        PointName: z.string(),
        PointType: z.number().int(),
        Unit: z.string(),
        ModelTreeIdB: z.number().int().nullable(),
        ModelTreeName: z.string().nullable(),
      }),
    ),
  },
  batchAddModelTree: {
    method: 'POST',
    path: '/Point/BatchAddModelTree',
    effect: 'write',
    access: ['projectConfig'],
    encoding: 'json',
    summary: { zh: '由点位批量新增设备', en: 'Add devices from points' },
    body: z.object({
      ProjectId: id,
      BigTypeId: id,
      SmallTypeId: id,
      LocationId: id.optional(),
      ModelTreeInfoList: z
        .array(z.object({ ModelTreeName: pointName, PointIdList: z.array(id).max(500) }))
        .min(1)
        .max(200),
      OperateType: z
        .enum(['refuse', 'rename', 'merge'])
        .default('refuse')
        .describe('where a name is taken: refuse, number the new one, or give the points to the device that has it'),
    }),
    data: z.object({
      ModelTreeList: z.array(devicePlace.extend({ IsNew: z.boolean() })),
    }),
  },
});
