import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { StorageSpace } from '../people/fields.ts';
import { epochMs, id, idList, page, pageOf, searchText } from '../scalars.ts';
import {
  decimal,
  FormulaInput,
  MqttPoint,
  NewPoint,
  PointChange,
  pointKinds,
  SlavePoint,
  withFormulaRules,
} from './fields.ts';
import { longestFormula } from './formula.ts';
import { byteOrders, type CycleSource, cycleSources, registerFormatNames } from './modbusRules.ts';
import { PointListRow } from './pointListCalls.ts';

/** A slave with more than these is none that was ever built. */
export const maxPointsOfSlave = 2_000;

/** Everything that is set up about a point, as its form has it. */
export const PointConfig = z.object({
  PointId: z.number().int(),
  ProjectId: z.number().int(),
  Kind: z.enum(pointKinds),
  /** As entered, independent of the caller's language. */
  PointName: z.string(),
  PointNameEn: z.string().nullable(),
  PointTypeId: z.number().int(),
  PointTypeName: z.string(),
  PointType: z.number().int().describe('0 analog, 1 status'),
  Unit: z.string(),
  Decimals: z.number().int(),
  Level: z.number().int(),
  IsWrite: z.boolean(),
  Cycle: z.number().int(),
  CycleSource: z
    .enum(Object.keys(cycleSources) as [CycleSource, ...CycleSource[]])
    .describe('measured: from the distances between its readings; assumed: until there are enough of them'),
  RangeLow: z.number().nullable(),
  RangeHigh: z.number().nullable(),
  ErrorValueList: z.array(z.number()),
  FrozenMinutes: z.number().int().nullable(),
  GatewayId: z.number().int().nullable(),
  GatewayName: z.string().nullable(),
  SlaveId: z.number().int().nullable(),
  SlaveName: z.string().nullable(),
  SlaveAddress: z.number().int().nullable(),
  FunctionCode: z.number().int().nullable(),
  RegisterAddress: z.number().int().nullable(),
  DataFormat: z.enum(registerFormatNames).nullable(),
  ByteOrder: z.enum(byteOrders).nullable(),
  AddressBit: z.number().int().nullable(),
  X1: z.number().nullable(),
  X2: z.number().nullable(),
  Y1: z.number().nullable(),
  Y2: z.number().nullable(),
  RawErrorValueList: z.array(z.number()),
  StatusRegister: z.number().int().nullable(),
  StatusFaultValueList: z.array(z.number()),
  WriteFunctionCode: z.number().int().nullable(),
  MqttKey: z.string().nullable(),
  MqttDevice: z.string().nullable(),
  Formula: z.string().nullable(),
  /** `PointName` in the caller's language; an input that was deleted is missing, and the formula has no value. */
  InputList: z.array(FormulaInput.extend({ PointName: z.string(), Unit: z.string() })),
  StorageSpaceExtendList: StorageSpace,
});
export type PointConfig = z.infer<typeof PointConfig>;

/** What is lost or changed when points go. */
export const WhatHangsOnPoints = z.object({
  Points: z.number().int(),
  /** Names of devices that lose a point, the first twenty. */
  DeviceNames: z.array(z.string()),
  Devices: z.number().int(),
  Areas: z.number().int(),
  /** Rules that watch one of them. */
  AlarmRules: z.number().int(),
  /** Rules of other points that look at one of them: they go on without it, or stop if they compare with it. */
  LookingRules: z.number().int(),
  /** Alarms of them that are open; they end with the point. */
  OpenAlarms: z.number().int(),
  /** They have recorded values, which nobody will see any more. */
  HasHistory: z.boolean(),
  /** Days after which these are erased; null: never. */
  HistoryKeptDays: z.number().int().nullable(),
  /** Computed points that use one of them: these stand in the way. */
  ComputedNames: z.array(z.string()),
});
export type WhatHangsOnPoints = z.infer<typeof WhatHangsOnPoints>;

const setUp = ['terminals', 'terminalsEdit'] as const;

/** Points one by one, and those of one gateway or slave. */
export const pointSetupCalls = defineCalls({
  getDevicePointPage: {
    method: 'POST',
    path: '/Device/GetDevicePointPage',
    effect: 'read',
    access: setUp,
    encoding: 'json',
    summary: { zh: '网关或从站的点位', en: 'Points of a gateway or of one of its slaves' },
    body: z.object({
      GatewayId: id,
      SlaveId: id.optional(),
      PointName: searchText,
      SortType: z.enum(['name', 'register', 'type', 'cycle']).optional(),
      IsAsc: z.boolean().optional(),
      ...page,
    }),
    data: pageOf(
      PointListRow.extend({
        FunctionCode: z.number().int().nullable(),
        RegisterAddress: z.number().int().nullable(),
        AddressBit: z.number().int().nullable(),
      }),
    ),
  },
  getPointConfig: {
    method: 'GET',
    path: '/Device/GetPointConfig',
    effect: 'read',
    access: ['projectConfig', ...setUp],
    summary: { zh: '点位配置', en: 'Everything that is set up about a point' },
    query: z.object({ pointId: id }),
    data: PointConfig,
  },
  addDevicePoint: {
    method: 'POST',
    path: '/Device/AddDevicePoint',
    effect: 'write',
    access: ['terminalsEdit'],
    encoding: 'json',
    summary: { zh: '为从站新增多个点位', en: 'Add several points to a slave, all or none' },
    body: z.object({ SlaveId: id, PointList: z.array(SlavePoint).min(1).max(500) }),
    data: z.object({ PointIdList: z.array(z.number().int()).describe('in the order of the list') }),
  },
  addMqttPoint: {
    method: 'POST',
    path: '/Point/AddMqttPoint',
    effect: 'write',
    access: ['terminalsEdit'],
    encoding: 'json',
    summary: { zh: '为 MQTT 网关新增多个点位', en: 'Add several points to an MQTT gateway, all or none' },
    body: z.object({ GatewayId: id, PointList: z.array(MqttPoint).min(1).max(200) }),
    data: z.object({ PointIdList: z.array(z.number().int()).describe('in the order of the list') }),
  },
  addPoint: {
    method: 'POST',
    path: '/Point/AddPoint',
    effect: 'write',
    access: ['terminalsEdit'],
    encoding: 'json',
    summary: { zh: '新增点位', en: 'Add a point of any kind' },
    body: NewPoint,
    data: z.object({ PointId: z.number().int() }),
  },
  editPoint: {
    method: 'POST',
    path: '/Point/EditPoint',
    effect: 'write',
    access: ['terminalsEdit'],
    encoding: 'json',
    summary: {
      zh: '修改点位；未提供的内容保持不变',
      en: 'Change what is set up about a point; what is left out stays',
    },
    body: PointChange,
    data: z.null(),
  },
  getWhatHangsOnPoints: {
    method: 'POST',
    path: '/Point/GetWhatHangsOnPoints',
    effect: 'read',
    access: ['terminalsEdit'],
    encoding: 'json',
    summary: { zh: '删除点位的影响', en: 'What goes with points that are to be deleted' },
    body: z.object({ PointIdList: z.array(id).min(1).max(1000) }),
    data: WhatHangsOnPoints,
  },
  /** With their links, their place in rules and their recorded values. */
  deletePoint: {
    method: 'POST',
    path: '/Point/DeletePoint',
    effect: 'write',
    identity: true,
    access: ['terminalsEdit'],
    encoding: 'json',
    summary: { zh: '删除点位', en: 'Delete points with what hangs on them' },
    body: z.object({ PointIdList: z.array(id).min(1).max(1000) }),
    data: WhatHangsOnPoints,
  },
  setVirtualPoint: {
    method: 'POST',
    path: '/Point/SetVirtualPoint',
    effect: 'write',
    access: ['terminalsEdit', 'remoteWrite'],
    encoding: 'json',
    summary: { zh: '设置虚拟点位的值', en: 'Give a virtual point its value' },
    body: z.object({ PointId: id, Value: decimal }),
    data: z.null(),
  },
  /** With the values as they stand now; saves nothing. */
  tryFormula: {
    method: 'POST',
    path: '/Point/TryFormula',
    effect: 'read',
    access: ['terminalsEdit'],
    encoding: 'json',
    summary: { zh: '试算公式', en: 'What a formula would say now' },
    body: withFormulaRules(
      z.object({
        ProjectId: id,
        Formula: z.string().trim().min(1).max(longestFormula),
        InputList: z.array(FormulaInput).max(26),
      }),
    ),
    data: z.object({
      Value: z.number().nullable(),
      Quality: z.enum(['good', 'uncertain', 'bad']).nullable(),
      QualityReason: z.string().nullable(),
      ExceptionCode: z.number().int().nullable(),
      /** Of the newest input. */
      Time: epochMs.nullable(),
    }),
  },
  /** The specification does not say what a plan asks at its start: what its points are called and how they stand. */
  getPlanPointStartInfo: {
    method: 'GET',
    path: '/Device/GetPlanPointStartInfo',
    effect: 'read',
    access: ['monitorView', 'monitorEdit', 'projectConfig'],
    summary: { zh: '平面图点位初始信息', en: 'What a floor plan shows of its points at first' },
    query: z.object({ projectId: id.optional().describe('none: those of the points'), pointIds: idList }),
    data: z.array(
      z.object({
        PointId: z.number().int(),
        PointName: z.string(),
        Unit: z.string(),
        Decimals: z.number().int(),
        Value: z.number().nullable(),
        ValueText: z.string().nullable(),
        Time: epochMs.nullable(),
        Quality: z.enum(['good', 'uncertain', 'bad']).nullable(),
        AlarmLevel: z.number().int().nullable(),
        ModelTreeId: z.number().int().nullable(),
        ModelTreeName: z.string().nullable(),
      }),
    ),
  },
});
