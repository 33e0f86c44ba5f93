import {
  type Language,
  type PointConfig,
  type PointForm,
  type RegisterFormatName,
  registerFormats,
  type WhatHangsOnPoints,
} from '@watchpost/contract';
import type { z } from 'zod';
import { inLanguage } from '../../platform/inLanguage.ts';
import type { ModbusMapping } from '../store.ts';
import type { PointDraft } from './PointDraft.ts';
import type { HangingOn, SetUpPoint } from './setUp.store.ts';

export const presentMapping = (modbus: ModbusMapping | null) => ({
  FunctionCode: modbus?.functionCode ?? null,
  RegisterAddress: modbus?.address ?? null,
  DataFormat: (modbus?.format ?? null) as PointConfig['DataFormat'],
  ByteOrder: (modbus?.byteOrder ?? null) as PointConfig['ByteOrder'],
  AddressBit: modbus?.bit ?? null,
  X1: modbus?.scaling?.rawLow ?? null,
  X2: modbus?.scaling?.rawHigh ?? null,
  Y1: modbus?.scaling?.engLow ?? null,
  Y2: modbus?.scaling?.engHigh ?? null,
  RawErrorValueList: modbus?.errorValues ?? [],
  StatusRegister: modbus?.statusRegister?.address ?? null,
  StatusFaultValueList: modbus?.statusRegister?.faultValues ?? [],
  WriteFunctionCode: modbus?.writeFunctionCode ?? null,
});

/** A draft as a form would send it, for the rules of forms. Which point it is makes no difference to them. */
export const formOf = (draft: PointDraft, PointId = 1): z.input<typeof PointForm> => ({
  PointId,
  Kind: draft.kind,
  PointName: draft.name,
  PointNameEn: draft.nameEn,
  PointTypeId: draft.typeId,
  ...(draft.unit === null ? {} : { Unit: draft.unit }),
  Decimals: draft.decimals,
  Level: draft.level,
  IsWrite: draft.writable,
  Cycle: draft.samplingIntervalSeconds,
  RangeLow: draft.rangeLow,
  RangeHigh: draft.rangeHigh,
  ErrorValueList: [...draft.errorValues],
  FrozenMinutes: draft.frozenAfterSeconds === null ? null : Math.round(draft.frozenAfterSeconds / 60),
  ...(draft.modbus === null ? {} : presentMapping(draft.modbus)),
  MqttKey: draft.mqttKey,
  MqttDevice: draft.mqttDevice,
  Formula: draft.formula,
  InputList: draft.inputs.map(({ name, id }) => ({ Name: name, PointId: id })),
});

export const presentConfig = (row: SetUpPoint, language: Language): PointConfig => ({
  PointId: row.id,
  ProjectId: row.project_id,
  Kind: row.kind,
  PointName: row.name,
  PointNameEn: row.name_en,
  PointTypeId: row.point_type_id,
  PointTypeName: language === 'en' ? row.type_en : row.type_zh,
  PointType: row.value_type === 'status' ? 1 : 0,
  Unit: row.unit,
  Decimals: row.decimals,
  Level: row.level,
  IsWrite: row.writable,
  Cycle: row.sampling_interval_seconds,
  CycleSource: row.cycle_source,
  RangeLow: row.range_low,
  RangeHigh: row.range_high,
  ErrorValueList: row.error_values,
  FrozenMinutes: row.frozen_after_seconds === null ? null : Math.round(row.frozen_after_seconds / 60),
  GatewayId: row.gateway_id,
  GatewayName: row.gateway_name === null ? null : inLanguage(row.gateway_name, row.gateway_name_en, language),
  SlaveId: row.slave_id,
  SlaveName: row.slave_name,
  SlaveAddress: row.slave_address,
  ...presentMapping(row.modbus),
  MqttKey: row.mqtt_key,
  MqttDevice: row.mqtt_device,
  Formula: row.formula,
  InputList: row.inputs.map(({ name, id, pointName, pointNameEn, unit }) => ({
    Name: name,
    PointId: id,
    PointName: inLanguage(pointName, pointNameEn, language),
    Unit: unit,
  })),
  StorageSpaceExtendList: row.storage_space as PointConfig['StorageSpaceExtendList'],
});

/** What is recorded of points that go. */
export interface PastOfPoints {
  exists: boolean;
  /** Null: it stays for ever. */
  keptDays: number | null;
}

export const presentHanging = (points: number, hanging: HangingOn, past: PastOfPoints): WhatHangsOnPoints => ({
  Points: points,
  DeviceNames: hanging.device_names,
  Devices: hanging.devices,
  Areas: hanging.areas,
  AlarmRules: hanging.alarm_rules,
  LookingRules: hanging.looking_rules,
  OpenAlarms: hanging.open_alarms,
  HasHistory: past.exists,
  HistoryKeptDays: past.keptDays,
  ComputedNames: hanging.computed_names,
});

interface Source {
  kind: string;
  modbus: ModbusMapping | null;
  mqtt_key: string | null;
  mqtt_device: string | null;
  formula: string | null;
}

/** Where a value comes from, on one line: `03 · 256 · 16-bit signed · AB`. */
export function sourceInWords({ modbus, mqtt_key, mqtt_device, formula }: Source, language: Language): string {
  if (formula !== null) return formula;
  if (mqtt_key !== null) return mqtt_device === null ? mqtt_key : `${mqtt_device} / ${mqtt_key}`;
  if (!modbus) return '';
  const format = registerFormats[modbus.format as RegisterFormatName]?.words[language] ?? modbus.format;
  const bit = modbus.format === 'bits16' ? ` ${modbus.bit ?? 1}` : '';
  const parts = [String(modbus.functionCode).padStart(2, '0'), String(modbus.address), `${format}${bit}`];
  if (modbus.byteOrder) parts.push(modbus.byteOrder);
  return parts.join(' · ');
}
