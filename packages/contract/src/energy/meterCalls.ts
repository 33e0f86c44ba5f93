import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { chosenIds, epochMs, flag, freeText, id, page, pageOf, searchText } from '../scalars.ts';
import {
  CalculatedMeterTerms,
  EnergyInstallationChange,
  EnergyMeterChange,
  NewCalculatedMeter,
  NewEnergyMeter,
  NewMeterReading,
  ReplaceEnergyMeter,
} from './fields.ts';
import { energyEventKinds, energyEventStates } from './kinds.ts';
import { editors, keysOf, readers, whole } from './wire.ts';

export const EnergyInstallation = z.object({
  InstallationId: whole,
  PointId: whole.nullable(),
  PointName: z.string().nullable().describe('null: the point was deleted, or there is none'),
  IsManual: z.boolean().describe('people read it'),
  SerialNumber: z.string(),
  Multiplier: z.number(),
  Unit: z.string(),
  Capacity: z.number().nullable(),
  StartReading: z.number().nullable(),
  EndReading: z.number().nullable(),
  InstalledEpoch: epochMs,
  RemovedEpoch: epochMs.nullable(),
});
export const EnergyMeterRow = z.object({
  MeterId: whole,
  MeterName: z.string().describe('in the caller’s language'),
  Name: z.string().describe('as entered, for its form'),
  MeterNameEn: z.string().nullable(),
  ModelTreeId: whole.nullable(),
  ModelTreeName: z.string().nullable(),
  ParentId: whole.nullable(),
  ParentName: z.string().nullable(),
  MaxPower: z.number().describe('kW'),
  AccuracyClass: z.number().nullable().describe('%'),
  SettledEpoch: epochMs.nullable().describe('until when its energy is counted'),
  OpenEvents: whole,
  InstallationList: z.array(EnergyInstallation).describe('newest first'),
  TermList: z
    .array(z.object({ MeterId: whole, MeterName: z.string(), Factor: z.number() }))
    .describe('of a calculated meter: what it is the sum of; else empty'),
});
export type EnergyMeterRow = z.infer<typeof EnergyMeterRow>;

export const MeterReadingRow = z.object({
  ReadingId: whole,
  MeterId: whole,
  SerialNumber: z.string(),
  Epoch: epochMs,
  Reading: z.number(),
  Wh: whole
    .nullable()
    .describe('since the reading before it; null: there is none, the register went back, or it is not counted'),
  Doubt: z
    .enum(['open', 'dismissed'])
    .nullable()
    .describe('the difference cannot be: open until somebody decides, dismissed: it is not counted'),
  Note: z.string(),
  EnteredName: z.string().nullable(),
});
export type MeterReadingRow = z.infer<typeof MeterReadingRow>;

export const EnergyEventRow = z.object({
  EventId: whole,
  MeterId: whole,
  MeterName: z.string(),
  Kind: z.enum(keysOf(energyEventKinds)),
  FromEpoch: epochMs,
  Epoch: epochMs,
  FromReading: z.number(),
  ToReading: z.number(),
  SuspectWh: whole.describe('shown by the register and not counted'),
  IsManual: z.boolean().describe('people read it: both readings are what somebody wrote down'),
  State: z.enum(keysOf(energyEventStates)),
  Note: z.string(),
  DecidedName: z.string().nullable(),
  DecidedEpoch: epochMs.nullable(),
});
export type EnergyEventRow = z.infer<typeof EnergyEventRow>;

/** Meters, their registers and readings, and what a register did that has to be decided. */
export const energyMeterCalls = defineCalls({
  getEnergyMeterPage: {
    method: 'POST',
    path: '/Energy/GetMeterPage',
    effect: 'read',
    access: readers,
    summary: { zh: '电表列表', en: 'Meters with their registers' },
    body: z.object({
      ProjectId: id,
      Text: searchText,
      SortType: z.enum(['name', 'settled']).default('name'),
      IsAsc: flag.default(true),
      ...page,
    }),
    data: pageOf(EnergyMeterRow),
  },
  getEnergyRegisters: {
    method: 'GET',
    path: '/Energy/GetRegisters',
    effect: 'read',
    access: editors,
    summary: { zh: '可用的电能示数点位', en: 'Points of a project that count energy' },
    query: z.object({ projectId: id, reactive: flag.default(false).describe('those of reactive energy') }),
    data: z.array(
      z.object({
        PointId: whole,
        PointName: z.string(),
        ModelTreeId: whole.nullable(),
        ModelTreeName: z.string().nullable(),
        Unit: z.string(),
        UsedBy: z.string().nullable().describe('the meter that reads it'),
      }),
    ),
  },
  addEnergyMeter: {
    method: 'POST',
    path: '/Energy/AddMeter',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: { zh: '新增电表', en: 'Add a meter with its register' },
    body: NewEnergyMeter,
    data: z.object({ MeterId: whole }),
  },
  addCalculatedMeter: {
    method: 'POST',
    path: '/Energy/AddCalculatedMeter',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: { zh: '新增计算电表', en: 'Add a meter that is calculated from others' },
    body: NewCalculatedMeter,
    data: z.object({ MeterId: whole }),
  },
  setMeterTerms: {
    method: 'POST',
    path: '/Energy/SetMeterTerms',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: {
      zh: '修改计算电表的组成',
      en: 'Change what a calculated meter is the sum of; three months are counted once more',
    },
    body: CalculatedMeterTerms,
    data: z.null(),
  },
  editEnergyMeter: {
    method: 'POST',
    path: '/Energy/EditMeter',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: { zh: '修改电表', en: 'Change a meter' },
    body: EnergyMeterChange,
    data: z.null(),
  },
  replaceEnergyMeter: {
    method: 'POST',
    path: '/Energy/ReplaceMeter',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: { zh: '换表', en: 'Another register takes the place of the present one' },
    body: ReplaceEnergyMeter,
    data: z.null(),
  },
  editEnergyInstallation: {
    method: 'POST',
    path: '/Energy/EditInstallation',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: { zh: '更正安装信息', en: 'Correct multiplier, size or readings; three months are counted once more' },
    body: EnergyInstallationChange,
    data: z.null(),
  },
  deleteEnergyMeter: {
    method: 'POST',
    path: '/Energy/DeleteMeter',
    effect: 'write',
    access: editors,
    summary: { zh: '删除电表', en: 'Delete meters with their energy; readings stay' },
    body: z.object({ MeterIdList: chosenIds }),
    data: z.object({ Deleted: whole }),
  },
  getMeterReadings: {
    method: 'POST',
    path: '/Energy/GetReadingPage',
    effect: 'read',
    access: readers,
    summary: { zh: '抄表记录', en: 'What people read off a meter' },
    body: z.object({ MeterId: id, ...page }),
    data: pageOf(MeterReadingRow),
  },
  addMeterReading: {
    method: 'POST',
    path: '/Energy/AddReading',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: { zh: '录入抄表示数', en: 'Enter what a meter shows' },
    body: NewMeterReading,
    data: z.object({ ReadingId: whole }),
  },
  deleteMeterReading: {
    method: 'POST',
    path: '/Energy/DeleteReading',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: { zh: '删除抄表示数', en: 'Take a reading back that was entered by mistake' },
    body: z.object({ ReadingId: id }),
    data: z.null(),
  },
  getEnergyEventPage: {
    method: 'POST',
    path: '/Energy/GetEnergyEventPage',
    effect: 'read',
    access: readers,
    summary: { zh: '示数异常', en: 'What registers did that was not plain counting' },
    body: z.object({
      ProjectId: id,
      StateList: z
        .array(z.enum(keysOf(energyEventStates)))
        .max(3)
        .optional(),
      SortType: z.enum(['time', 'meter']).default('time'),
      IsAsc: flag.default(false),
      ...page,
    }),
    data: pageOf(EnergyEventRow),
  },
  decideEnergyEvent: {
    method: 'POST',
    path: '/Energy/DecideEnergyEvent',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: { zh: '处理示数异常', en: 'Count what the register shows, or not' },
    body: z.object({ EventId: id, State: z.enum(['accepted', 'dismissed']), Note: freeText(200).default('') }),
    data: z.null(),
  },
});
