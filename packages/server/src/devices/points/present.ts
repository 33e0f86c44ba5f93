import type { DevicePointRow, Language, PointValue } from '@watchpost/contract';
import { inLanguage } from '../../platform/inLanguage.ts';
import type { DeviceStates } from '../states/deviceStates.ts';
import type { DevicePoint, NamedPoint, ShownPoint } from './store.ts';

const orNull = (zh: string | null, en: string | null, language: Language): string | null =>
  zh === null ? null : inLanguage(zh, en, language);

/**
 * 0 no data, 1 normal, 2 in alarm, 3 bad data; an open alarm counts before silence. A point that was set up this very moment is not
 * watched yet, and so has no data.
 */
const statusOfPoint = (pointId: number, states: DeviceStates): number => {
  if (states.alarmingPoints.has(pointId)) return 2;
  if (states.silentPoints.has(pointId) || !states.knows(pointId)) return 0;
  return states.badPoints.has(pointId) ? 3 : 1;
};

export const presentDevicePoint = (
  row: DevicePoint,
  value: PointValue,
  states: DeviceStates,
  language: Language,
): DevicePointRow => ({
  ...value,
  ProjectId: row.project_id,
  ProjectName: inLanguage(row.project_name, row.project_name_en, language),
  Mtid: row.device_id,
  MName: orNull(row.device_name, row.device_name_en, language),
  BigTypeId: row.subsystem_id,
  BigTypeName: orNull(row.subsystem_zh, row.subsystem_en, language),
  SmallTypeName: orNull(row.class_zh, row.class_en, language),
  LocationName: orNull(row.area_name, row.area_name_en, language),
  Level: row.level,
  IsSetAlarm: row.is_watched,
  PointStatus: statusOfPoint(row.point_id, states),
});

export const presentNamed = (row: NamedPoint, language: Language) => ({
  id: row.point_id,
  name: inLanguage(row.name, row.name_en, language),
  ModelTreeId: row.device_id,
  ModelTreeName: inLanguage(row.device_name, row.device_name_en, language),
});

export const presentOfDevice = (row: ShownPoint, language: Language) => ({
  PointId: row.point_id,
  PointName: inLanguage(row.name, row.name_en, language),
  PointTypeId: row.type_id,
  PointTypeName: inLanguage(row.type_zh, row.type_en, language),
  Unit: row.unit,
  Level: row.level,
  IsWrite: row.writable,
});

export const presentShown = (row: ShownPoint, language: Language) => ({
  PointId: row.point_id,
  PointName: inLanguage(row.name, row.name_en, language),
  PointTypeName: inLanguage(row.type_zh, row.type_en, language),
  Unit: row.unit,
  IsShow: row.shown,
  IsMain: row.main,
});
