import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { inputText, say } from '../inputWords.ts';
import { flag, id, idList, orEmpty } from '../scalars.ts';
import {
  dialAddress,
  gatewayName,
  gatewayProtocols,
  ModbusGatewayChange,
  maxGatewaysAtOnce,
  NewModbusGateway,
  NewSlave,
  SlaveChange,
  serialNumber,
  someIds,
  textsFor,
} from './fields.ts';

const edits = ['terminalsEdit'] as const;

/** What hangs on gateways or slaves that are to be deleted or moved; said before and answered after. */
export const WhatGoesWithGateways = z.object({
  Gateways: z.number().int(),
  Slaves: z.number().int(),
  Points: z.number().int(),
  AlarmRules: z.number().int().describe('alarm rules that watch one of these'),
  LookingRules: z
    .number()
    .int()
    .describe(
      'rules of other points that look at one of these: they go on without it, or stop if they compare with it',
    ),
  Alarms: z.number().int().describe('current alarms of these, which end'),
  Devices: z.number().int().describe('devices that lose points'),
  HistoryKeptDays: z
    .number()
    .int()
    .nullable()
    .describe('days for which what is recorded of the points stays after they are deleted; null: for ever'),
  /** Names for a person to recognise, at most ten. */
  Names: z.array(z.string()),
  /** Points that stay and are computed from some of these: they stand in the way of deleting. */
  ComputedNames: z.array(z.string()),
});
export type WhatGoesWithGateways = z.infer<typeof WhatGoesWithGateways>;

/** Setting up gateways that are read over Modbus, and what all gateways have in common. */
export const gatewaySetUpCalls = defineCalls({
  getDeviceNumRule: {
    method: 'POST',
    path: '/Device/GetDeviceNumRule',
    effect: 'read',
    access: edits,
    summary: { zh: '序列号规则', en: 'What a serial number looks like, and a free one' },
    body: z.object({ ProjectId: id.optional(), Length: z.enum(['10', '16']).default('10') }),
    data: z.object({
      Lengths: z.array(z.number().int()),
      Pattern: z.string().describe('regular expression'),
      Rule: z.string().describe('in the caller’s language'),
      Example: z.string(),
      Suggestion: z.string().describe('a free one'),
    }),
  },
  ckDeviceNo: {
    method: 'GET',
    path: '/Device/CkDeviceNo',
    effect: 'read',
    access: edits,
    summary: { zh: '序列号是否可用', en: 'Whether a serial number is free' },
    query: z.object({
      ProjectId: id.optional(),
      deviceNo: serialNumber,
      deviceId: orEmpty(id).describe('the gateway that may keep its own'),
    }),
    // Never whose it is.
    data: z.object({ IsFree: z.boolean(), Message: z.string() }),
  },
  addDevicesNewModbus: {
    method: 'POST',
    path: '/Device/addDevicesNewModbus',
    effect: 'write',
    access: edits,
    encoding: 'json',
    summary: { zh: '新增 Modbus 网关与从站', en: 'Add a gateway that is read over Modbus, with its slaves' },
    body: NewModbusGateway,
    aliases: { pid: 'ProjectId' },
    data: z.object({ DeviceId: z.number().int() }),
  },
  updateDevicesNewModbus: {
    method: 'POST',
    path: '/Device/updateDevicesNEWModbus',
    effect: 'write',
    access: edits,
    encoding: 'json',
    summary: { zh: '修改 Modbus 网关与从站', en: 'Change a gateway that is read over Modbus, or its slaves' },
    body: ModbusGatewayChange.refine(({ DeviceId, DeviceNo }) => (DeviceId ?? DeviceNo) !== undefined, {
      path: ['DeviceId'],
      error: say(inputText.missing),
    }),
    aliases: { pid: 'ProjectId' },
    data: z.null(),
  },
  addSlave: {
    method: 'POST',
    path: '/Device/AddDeviceModule',
    effect: 'write',
    access: edits,
    encoding: 'json',
    summary: { zh: '新增从站', en: 'Add a slave to a gateway' },
    body: NewSlave,
    data: z.object({ DeviceModuleId: z.number().int() }),
  },
  updateSlave: {
    method: 'POST',
    path: '/Device/UpdateDeviceModule',
    effect: 'write',
    access: edits,
    encoding: 'json',
    summary: { zh: '修改从站', en: 'Change a slave' },
    body: SlaveChange,
    data: z.null(),
  },
  /** In its turn on the line, what it refused included; the values come as readings do. */
  readSlaveNow: {
    method: 'POST',
    path: '/Device/ReadSlaveNow',
    effect: 'write',
    access: edits,
    encoding: 'json',
    summary: { zh: '立即读取从站', en: 'Read all points of a slave now' },
    body: z.object({ DeviceModuleId: id }),
    data: z.null(),
  },
  getWhatGoesWithGateways: {
    method: 'POST',
    path: '/Device/GetDeleteInfo',
    effect: 'read',
    access: edits,
    summary: { zh: '将一并删除的内容', en: 'What goes when gateways or slaves are deleted or moved' },
    body: z.object({ DeviceIdList: idList.optional(), DeviceModuleIdList: idList.optional() }),
    data: WhatGoesWithGateways,
  },
  delDevicesNew: {
    method: 'GET',
    path: '/Device/delDevicesNew',
    effect: 'write',
    access: edits,
    identity: true,
    summary: { zh: '删除网关', en: 'Delete gateways with their slaves and points' },
    query: z.object({ deviceIdList: someIds }),
    data: WhatGoesWithGateways,
  },
  devDeleteTCP: {
    method: 'GET',
    path: '/Device/devDeleteTCP',
    effect: 'write',
    access: edits,
    identity: true,
    summary: { zh: '删除从站', en: 'Delete slaves with their points; not while their gateway is connected' },
    query: z.object({ deviceModuleIdList: someIds }),
    data: WhatGoesWithGateways,
  },
  updateDevicesName: {
    method: 'POST',
    path: '/Device/UpdateDevicesName',
    effect: 'write',
    access: edits,
    encoding: 'json',
    summary: { zh: '批量修改网关名称', en: 'Rename gateways' },
    body: z.object({
      DeviceList: z
        .array(z.object({ DeviceId: id, DeviceName: gatewayName }))
        .min(1)
        .max(maxGatewaysAtOnce),
    }),
    data: z.object({ Changed: z.number().int() }),
  },
  updateDevicesSN: {
    method: 'GET',
    path: '/Device/UpdateDevicesSN',
    effect: 'write',
    access: edits,
    summary: { zh: '批量修改网关序列号', en: 'Give gateways other serial numbers, such as after a replacement' },
    query: z.object({
      deviceIdList: someIds,
      deviceNoList: textsFor(serialNumber).describe('in the order of deviceIdList'),
    }),
    data: z.object({ Changed: z.number().int() }),
  },
  updateProjectDevices: {
    method: 'GET',
    path: '/Device/UpdateProjectDevices',
    effect: 'write',
    access: edits,
    summary: { zh: '调整网关所属项目', en: 'Move gateways with their points to another project of the company' },
    query: z.object({
      deviceIdList: someIds,
      toProjectId: id.describe('where they go'),
      isConfirmed: flag
        .default(false)
        .describe(
          'their points leave the devices and alarm rules of the old project; without this such a move is refused',
        ),
    }),
    data: WhatGoesWithGateways,
  },
  updateDevicesProtocol: {
    method: 'GET',
    path: '/Device/UpdateDevicesProtocol',
    effect: 'write',
    access: edits,
    summary: { zh: '修改网关通讯协议', en: 'Change how a gateway talks to us' },
    query: z.object({
      deviceId: id,
      protocol: z.enum(gatewayProtocols),
      address: orEmpty(dialAddress).describe('of MODBUS_TCP and RTU_TCP'),
    }),
    data: z.object({
      /** Of a gateway that became MQTT: told here and never again. */
      DeviceUserName: z.string().nullable(),
      Password: z.string().nullable(),
      AccessToken: z.string().nullable(),
    }),
  },
});
