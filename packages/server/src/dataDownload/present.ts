import type { Language, PickedSubsystem } from '@watchpost/contract';
import { inLanguage } from '../platform/inLanguage.ts';
import type { PickedRow } from './store.ts';

/** Subsystems with their devices with their points, in the order of the rows. */
export function presentPicked(rows: readonly PickedRow[], language: Language): PickedSubsystem[] {
  const subsystems = new Map<number, PickedSubsystem>();
  const devices = new Map<number, PickedSubsystem['Devices'][number]>();
  for (const row of rows) {
    let subsystem = subsystems.get(row.subsystem_id);
    if (!subsystem) {
      const BigTypeName = language === 'en' ? row.subsystem_en : row.subsystem_zh;
      subsystem = { BigTypeId: row.subsystem_id, BigTypeName, Devices: [] };
      subsystems.set(row.subsystem_id, subsystem);
    }
    let device = devices.get(row.device_id);
    if (!device) {
      const ModelTreeName = inLanguage(row.device_name, row.device_name_en, language);
      device = { ModelTreeId: row.device_id, ModelTreeName, Points: [] };
      devices.set(row.device_id, device);
      subsystem.Devices.push(device);
    }
    device.Points.push({
      PointId: row.point_id,
      PointName: inLanguage(row.point_name, row.point_name_en, language),
      PointTypeId: row.point_type_id,
      PointTypeName: language === 'en' ? row.type_en : row.type_zh,
      PointType: row.value_type === 'status' ? 1 : 0,
      Unit: row.unit,
    });
  }
  return [...subsystems.values()];
}
