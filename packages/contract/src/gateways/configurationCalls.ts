import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { flag, id, searchText } from '../scalars.ts';
import { gatewayProtocols } from './fields.ts';

const sees = ['terminals', 'terminalsEdit', 'companyTerminals'] as const;

/** Five thousand points are about a megabyte. */
export const configurationMaxBytes = 4 * 1024 * 1024;

const Difference = z.object({
  /** What it is about: the gateway itself, a slave, a point. */
  Kind: z.enum(['gateway', 'slave', 'point']),
  Change: z.enum(['added', 'changed', 'removed']),
  Name: z.string(),
  /** Of a change: each setting with what it is and what it would be, in the caller’s language. */
  Fields: z.array(z.object({ Field: z.string(), Before: z.string(), After: z.string() })),
});
export type ConfigurationDifference = z.infer<typeof Difference>;

export const gatewayConfigurationCalls = defineCalls({
  getDeviceConfig: {
    method: 'GET',
    path: '/Device/GetDevice_Config',
    effect: 'read',
    access: sees,
    summary: { zh: '下载网关配置', en: 'The configuration of a gateway, its slaves and points as a file' },
    query: z.object({ deviceId: id }),
    data: 'file',
  },
  uploadDeviceConfig: {
    method: 'POST',
    path: '/Device/UploadDevice_Config',
    effect: 'write',
    access: ['terminalsEdit'],
    encoding: 'multipart',
    upload: { maxBytes: configurationMaxBytes, maxFiles: 1 },
    summary: { zh: '上传网关配置', en: 'Compare a configuration file with a gateway, and apply it' },
    query: z.object({ deviceId: id, isDryRun: flag.default(false).describe('only compare') }),
    data: z.object({
      IsApplied: z.boolean(),
      Differences: z.array(Difference),
      /** Points that cannot be as the file says; while there are any, nothing of the file is applied. */
      Problems: z.array(z.object({ Name: z.string(), Message: z.string() })),
    }),
  },
  /** What has to be typed into the device so that it finds us. */
  getDeviceTCPConfig: {
    method: 'GET',
    path: '/Device/GetDevice_TCPConfig',
    effect: 'read',
    access: sees,
    summary: { zh: '网关接入参数', en: 'What to set on the device itself' },
    query: z.object({ deviceId: id }),
    data: z.object({
      DeviceId: z.number().int(),
      DeviceName: z.string(),
      PROTOCOL: z.enum(gatewayProtocols),
      /** Each setting of the device with its value, in the caller’s language; a password is never among them. */
      Settings: z.array(z.object({ Name: z.string(), Value: z.string(), Hint: z.string().nullable() })),
    }),
  },
  getDeviceSyncState: {
    method: 'GET',
    path: '/Device/GetDeviceSyncState',
    effect: 'read',
    access: sees,
    summary: { zh: '网关同步状态', en: 'Which configuration a gateway should have and which it has' },
    query: z.object({ deviceId: id }),
    data: z.object({
      DeviceId: z.number().int(),
      DeviceName: z.string(),
      SystemStatus: z.number().int(),
      DesiredVersion: z.number().int(),
      DesiredEPOCH: z.number().int(),
      ReportedVersion: z.number().int().nullable(),
      ReportedEPOCH: z.number().int().nullable(),
      Message: z.string(),
    }),
  },
  /** Answers from the vendor's cloud, where an account of it is configured. */
  getFboxInformationbyHand: {
    method: 'GET',
    path: '/Device/getFboxInformationbyHand',
    effect: 'read',
    access: ['terminalsEdit'],
    summary: { zh: '读取 FBox 信息', en: 'Boxes of the configured FBox account' },
    query: z.object({ ProjectId: id.optional(), boxNo: searchText.describe('part of the number or name of a box') }),
    data: z.object({
      IsConfigured: z.boolean(),
      Message: z.string(),
      Boxes: z.array(
        z.object({
          BoxNo: z.string(),
          Name: z.string(),
          ConnectStatus: z.number().int().describe('0 unknown, 1 connected, 2 timeout, 3 disconnected'),
          /** A gateway of ours that the caller may see has this number as its serial number. */
          DeviceId: z.number().int().nullable(),
        }),
      ),
    }),
  },
});
