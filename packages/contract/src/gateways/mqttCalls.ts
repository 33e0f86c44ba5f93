import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { PointValue } from '../points/wire.ts';
import { id, orEmpty, pageOf, queryPage, searchText } from '../scalars.ts';
import { MqttGatewayChange, NewMqttGateway, payloadFormats, serialNumber } from './fields.ts';
import { WhatGoesWithGateways } from './setUpCalls.ts';

const sees = ['terminals', 'terminalsEdit', 'companyTerminals'] as const;
const epoch = z.number().int().nullable();

/** What an MQTT gateway signs in with. Its password is told when it is made and never again. */
export const MqttCredentials = z.object({
  deviceUserName: z.string(),
  /** Null: the one that was given stays as the caller knows it. */
  Password: z.string().nullable(),
  AccessToken: z
    .string()
    .nullable()
    .describe('what a ThingsBoard device signs in with alone, told once, too; null: none was made'),
});
export type MqttCredentials = z.infer<typeof MqttCredentials>;

/** Gateways that publish by themselves. The specification spells these fields in lower case. */
export const gatewayMqttCalls = defineCalls({
  deviceAddMQTT: {
    method: 'POST',
    path: '/Device/DeviceAddMQTT',
    effect: 'write',
    access: ['terminalsEdit'],
    summary: { zh: '新增 MQTT 网关', en: 'Add a gateway that publishes over MQTT' },
    body: NewMqttGateway,
    data: MqttCredentials.extend({ DeviceId: z.number().int() }),
  },
  updateDeviceMQTT: {
    method: 'POST',
    path: '/Device/UpdateDeviceMQTT',
    effect: 'write',
    access: ['terminalsEdit'],
    summary: { zh: '修改 MQTT 网关', en: 'Change a gateway that publishes over MQTT' },
    body: MqttGatewayChange,
    data: z.null(),
  },
  /** The gateway is hung up on at once and signs in again with the new one. */
  resetDeviceMQTTPwd: {
    method: 'POST',
    path: '/Device/ResetDeviceMQTTPwd',
    effect: 'write',
    access: ['terminalsEdit'],
    identity: true,
    summary: { zh: '重置 MQTT 网关密码', en: 'Make a new password for an MQTT gateway, told once' },
    body: z.object({ DeviceId: id }),
    data: MqttCredentials,
  },
  deviceDeleteMQTT: {
    method: 'POST',
    path: '/Device/DeviceDeleteMQTT',
    effect: 'write',
    access: ['terminalsEdit'],
    identity: true,
    summary: { zh: '删除 MQTT 网关', en: 'Delete an MQTT gateway with its points' },
    body: z.object({
      CompanyId: id.optional(),
      pid: orEmpty(id),
      deviceNo: serialNumber,
    }),
    ignores: ['deviceName', 'deviceUserName', 'deviceUserPwd', 'uid'],
    data: WhatGoesWithGateways,
  },
  getDeviceMQTT: {
    method: 'GET',
    path: '/Device/GetDeviceMQTT',
    effect: 'read',
    access: sees,
    summary: { zh: 'MQTT 网关列表', en: 'Gateways that publish over MQTT' },
    query: z.object({ ProjectId: id.optional(), CompanyId: id.optional(), name: searchText, ...queryPage }),
    aliases: { pid: 'ProjectId', deviceName: 'name' },
    data: pageOf(
      z.object({
        DeviceId: z.number().int(),
        deviceName: z.string(),
        deviceNo: z.string(),
        deviceUserName: z.string().nullable(),
        payloadFormat: z.enum(payloadFormats),
        pid: z.number().int(),
        ProjectName: z.string(),
        ConnectStatus: z.number().int(),
        LastSeenEPOCH: epoch,
        PointCount: z.number().int(),
      }),
    ),
  },
  getDeviceMQTTPointPage: {
    method: 'GET',
    path: '/Device/GetDeviceMQTTPointPage',
    effect: 'read',
    access: sees,
    summary: { zh: 'MQTT 网关点位', en: 'The points of an MQTT gateway with their present values' },
    query: z.object({ deviceId: id, name: searchText, ...queryPage }),
    data: pageOf(
      PointValue.extend({
        MqttDevice: z.string().nullable().describe('the device behind the gateway, as it names it; null: itself'),
        MqttKey: z.string().nullable(),
      }),
    ),
  },
  /** What it says once a point is set up for it is left out; its messages tell of all devices behind it. */
  getHeardKeys: {
    method: 'GET',
    path: '/Device/GetHeardKeys',
    effect: 'read',
    access: ['terminalsEdit'],
    summary: {
      zh: '已收到但未设置点位的上报键',
      en: 'What an MQTT gateway published in the last day and no point is set up for, the newest first, at most 200',
    },
    query: z.object({ deviceId: id }),
    data: z.array(
      z.object({
        MqttDevice: z.string().nullable().describe('the device behind the gateway, as it names it; null: itself'),
        MqttKey: z.string(),
        Value: z.number().nullable(),
        Text: z.string().nullable().describe('what came instead of a number'),
        Unit: z.string().nullable().describe('as it was sent'),
        IsState: z.boolean().describe('it came as true or false'),
        Time: z.number().int().describe('of its arrival, epoch milliseconds'),
      }),
    ),
  },
  /** For an engineer in front of the device: is it known, does its login hold, does it come through? */
  verifyDevice: {
    method: 'GET',
    path: '/Device/VerifyDevice',
    effect: 'read',
    access: ['terminalsEdit'],
    summary: { zh: '校验设备', en: 'Whether a gateway of ours is known, may sign in as given, and is connected' },
    query: z.object({
      ProjectId: id.optional(),
      deviceNo: serialNumber,
      deviceUserName: orEmpty(z.string().max(64)),
      deviceUserPwd: orEmpty(z.string().max(64)),
    }),
    data: z.object({
      IsKnown: z.boolean().describe('a gateway the caller may see has this serial number'),
      DeviceId: z.number().int().nullable(),
      DeviceName: z.string().nullable(),
      IsRight: z.boolean().nullable().describe('user name and password hold; null: none were given, or it is not MQTT'),
      ConnectStatus: z.number().int().nullable(),
      Message: z.string(),
    }),
  },
});
