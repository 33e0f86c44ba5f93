import type { Language, PickedSubsystem } from '@watchpost/contract';
import { inLanguage } from '../platform/inLanguage.ts';
import { type PickedPointRow, presentPicked } from '../points/index.ts';
import type { PickedRow } from './store.ts';
import { words } from './words.ts';

/** Subsystems with their devices with their points, in the order of the rows; at the end the points that serve no device. */
export function presentSubsystems(
  rows: readonly PickedRow[],
  free: readonly PickedPointRow[],
  language: Language,
): PickedSubsystem[] {
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
    device.Points.push(presentPicked(row, language));
  }
  if (free.length === 0) return [...subsystems.values()];
  const name = words.ofProject[language];
  const Points = free.map((row) => presentPicked(row, language));
  return [
    ...subsystems.values(),
    { BigTypeId: 0, BigTypeName: name, Devices: [{ ModelTreeId: 0, ModelTreeName: name, Points }] },
  ];
}
