import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { inputText, say } from '../inputWords.ts';
import { clearable, labels } from '../projects/fields.ts';
import { id } from '../scalars.ts';
import { deviceReaders } from './deviceListCalls.ts';
import { deviceFields, deviceName, propertyValues, someDevices } from './fields.ts';
import { DeviceListRow, StaticProperty } from './rows.ts';

/** So many devices at a time. */
export const maxDevicesAtOnce = 500;
export const maxCopies = 50;

/** What is entered of a device. A new one needs a name and a class; of one that exists only what is to change is sent. */
export const DeviceForm = z.object({
  ProjectId: id,
  ModelTreeId: id.optional().describe('none: a new one'),
  ...deviceFields,
  StaticPropertyList: propertyValues.optional(),
});
const needed = (field: 'ModelTreeName' | 'SmallTypeId') => ({ path: [field], error: say(inputText.missing) });

/** Everything of a device's form, names as they were entered in both languages. */
export const DeviceDetail = DeviceListRow.omit({ StaticPropertyList: true }).extend({
  ModelTreeName: z.string().describe('as entered, independent of the language of the caller'),
  ModelTreeNameEn: z.string().nullable(),
  StaticPropertyList: z.array(StaticProperty),
  /** Names of the alarm strategy templates that the company means for its class. */
  StrategyTemplateList: z.array(z.string()),
  MayEdit: z.boolean(),
});
export type DeviceDetail = z.infer<typeof DeviceDetail>;

const WhatGoes = z.object({
  Devices: z.number().int(),
  Points: z.number().int().describe('that belong to no device afterwards; they and their history stay'),
  Alarms: z.number().int().describe('current alarms'),
  Members: z.number().int().describe('whose data access lists one of them'),
});
export type WhatGoesWithDevices = z.infer<typeof WhatGoes>;

/** Setting up devices. Names are unique in a project; who meets a taken one renames or merges. */
export const deviceEditCalls = defineCalls({
  getModelTreeDetail: {
    method: 'GET',
    path: '/ModelTree/GetModelTreeDetail',
    effect: 'read',
    access: deviceReaders,
    summary: { zh: '设备档案', en: 'Everything a device’s form has' },
    query: z.object({ companyId: id.optional(), projectId: id.optional(), modelTreeId: id }),
    data: DeviceDetail,
  },
  addOrUpdateModelTree: {
    method: 'POST',
    path: '/ModelTree/AddOrUpdateModelTree',
    effect: 'write',
    access: ['projectConfig'],
    encoding: 'json',
    summary: { zh: '新增或修改设备', en: 'Add or change a device; what is left out stays' },
    body: DeviceForm.partial({ ModelTreeName: true, SmallTypeId: true })
      .refine(
        (device) => device.ModelTreeId !== undefined || device.ModelTreeName !== undefined,
        needed('ModelTreeName'),
      )
      .refine((device) => device.ModelTreeId !== undefined || device.SmallTypeId !== undefined, needed('SmallTypeId')),
    data: z.object({ ModelTreeId: z.number().int() }),
  },
  /** After a name was refused: which device has it in either language, and names that are free. */
  getModelTreeNameConflict: {
    method: 'GET',
    path: '/ModelTree/GetModelTreeNameConflict',
    effect: 'read',
    access: ['projectConfig'],
    summary: { zh: '设备名称冲突', en: 'Which device has a name, and a free one instead' },
    query: z.object({
      projectId: id,
      modelTreeName: deviceName,
      modelTreeNameEn: deviceName.optional(),
      modelTreeId: id.optional(),
    }),
    data: z.object({
      Taken: z
        .object({
          ModelTreeId: z.number().int(),
          ModelTreeName: z.string(),
          SmallTypeName: z.string(),
          LocationName: z.string().nullable(),
          PointCount: z.number().int(),
        })
        .nullable()
        .describe('null: the name is free, or taken by a device the caller does not see'),
      FreeName: z.string(),
      FreeNameEn: z.string().nullable().describe('null: no English name was asked about'),
    }),
  },
  /**
   * What points, properties, alarms and rights the others have goes to the first device; then they are gone. Where both say
   * something the first one’s counts.
   */
  mergeModelTree: {
    method: 'POST',
    path: '/ModelTree/MergeModelTree',
    effect: 'write',
    identity: true,
    access: ['projectConfig'],
    encoding: 'json',
    summary: { zh: '合并设备', en: 'Merge devices into one' },
    body: z.object({
      ProjectId: id,
      ModelTreeId: id.describe('the one that stays'),
      MergeModelTreeIdList: someDevices(maxCopies),
    }),
    data: z.object({ Points: z.number().int().describe('that moved') }),
  },
  copyModelTree: {
    method: 'POST',
    path: '/ModelTree/CopyModelTree',
    effect: 'write',
    access: ['projectConfig'],
    encoding: 'json',
    summary: { zh: '复制设备', en: 'Copy a device, without points and serial number' },
    body: z.object({
      ProjectId: id,
      ModelTreeId: id,
      ModelTreeNameList: z.array(deviceName).min(1).max(maxCopies),
    }),
    data: z.object({ ModelTreeIdList: z.array(z.number().int()) }),
  },
  batchUpdateModelTree: {
    method: 'POST',
    path: '/ModelTree/BatchUpdateModelTree',
    effect: 'write',
    access: ['projectConfig'],
    encoding: 'json',
    summary: { zh: '批量修改设备', en: 'Change several devices of a project: all of them or none' },
    body: z.object({
      ProjectId: id,
      ModelTreeIdList: someDevices(maxDevicesAtOnce),
      SmallTypeId: id.optional(),
      LocationId: clearable(id),
      Brand: z.string().trim().max(50).optional(),
      Model: z.string().trim().max(50).optional(),
      TagList: labels.optional(),
      TagMode: z.enum(['replace', 'add', 'remove']).default('replace'),
    }),
    data: z.object({ Changed: z.number().int().describe('how many were different before') }),
  },
  getWhatGoesWithModelTree: {
    method: 'GET',
    path: '/ModelTree/GetWhatGoesWithModelTree',
    effect: 'read',
    access: ['projectConfig'],
    summary: { zh: '删除设备的影响', en: 'What deleting devices takes along' },
    query: z.object({ projectId: id.optional(), modelTreeIdList: someDevices(maxDevicesAtOnce) }),
    data: WhatGoes,
  },
  deleteModelTree: {
    method: 'POST',
    path: '/ModelTree/DeleteModelTree',
    effect: 'write',
    identity: true,
    access: ['projectConfig'],
    encoding: 'json',
    summary: { zh: '删除设备', en: 'Delete devices; their points and history stay' },
    body: z.object({ ProjectId: id.optional(), ModelTreeIdList: someDevices(maxDevicesAtOnce) }),
    data: WhatGoes,
  },
  /** Has the running server and every open screen read the devices of a project again. */
  refreshDeviceModelTree: {
    method: 'GET',
    path: '/Device/RefreshDeviceModelTree',
    effect: 'write',
    logged: false,
    access: ['projectConfig', 'terminalsEdit'],
    summary: { zh: '刷新项目设备树', en: 'Have the devices of a project read again everywhere' },
    query: z.object({ projectId: id }),
    data: z.object({
      Devices: z.number().int(),
      Points: z.number().int().describe('that serve a device'),
      FreePoints: z.number().int().describe('that serve none'),
    }),
  },
});
