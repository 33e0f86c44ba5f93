import type { DeviceListRow, DeviceNode, Language, StaticProperty } from '@watchpost/contract';
import { inLanguage } from '../../platform/inLanguage.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import type { ChosenSubsystem } from '../../projects/index.ts';
import { count, type DeviceState, noDevices, type StatusTotals } from '../states/deviceStates.ts';
import type { Area, ListedDevice, NamedDevice, NamedType, PlacedDevice } from './store.ts';

/** What the rows of one answer are presented with. */
export interface PresentingDevices {
  readonly language: Language;
  /** IANA zone of the company. */
  readonly zone: string;
  fileUrl(fileId: string): string;
  stateOf(deviceId: number): DeviceState;
}

const word = (row: { zh: string; en: string }, language: Language) => row[language];

export function presentListed(
  row: ListedDevice,
  { language, zone, fileUrl, stateOf }: PresentingDevices,
  properties?: StaticProperty[],
): DeviceListRow {
  const state = stateOf(row.id);
  return {
    ModelTreeId: row.id,
    ModelTreeName: inLanguage(row.name, row.name_en, language),
    ProjectId: row.project_id,
    ProjectName: inLanguage(row.project_name, row.project_name_en, language),
    BigTypeId: row.subsystem_id,
    BigTypeName: word({ zh: row.subsystem_zh, en: row.subsystem_en }, language),
    SmallTypeId: row.class_id,
    SmallTypeName: word({ zh: row.class_zh, en: row.class_en }, language),
    LocationId: row.area_id,
    LocationName: row.area_name === null ? null : inLanguage(row.area_name, row.area_name_en, language),
    SN: row.serial_number,
    Brand: row.brand,
    Model: row.model,
    Specification: row.specification,
    ProductionDate: row.production_date,
    TagList: row.labels,
    Cover: row.cover_file_id === null ? null : fileUrl(row.cover_file_id),
    IsSetAlarm: row.is_watched,
    IsMonitor: row.point_count > 0,
    ModelTreeStatus: state.status,
    DataState: state.dataState,
    AlarmLevel: state.alarmLevel,
    AlarmCount: state.alarmCount,
    ReadWrite: row.is_writable ? 'readWrite' : 'read',
    PointLevel: row.level,
    PointCount: row.point_count,
    CreateTime: localOfEpoch(row.created_at.getTime(), zone),
    ...(properties ? { StaticPropertyList: properties } : {}),
  };
}

export const presentChoice = ({ id, name, name_en }: NamedDevice, language: Language) => ({
  Key: id,
  Value: inLanguage(name, name_en, language),
});

export const presentType = ({ id, name_zh, name_en }: NamedType, language: Language) => ({
  Key: id,
  Value: word({ zh: name_zh, en: name_en }, language),
});

export const presentTotals = ({ total, online, offline, alarm, incomplete }: StatusTotals) => ({
  Total: total,
  Online: online,
  Offline: offline,
  Alarm: alarm,
  Incomplete: incomplete,
});

/** The boards of one project, those with devices first, each in the order of the catalogue. */
export function presentApplications(
  devices: readonly PlacedDevice[],
  chosen: readonly ChosenSubsystem[],
  stateOf: (deviceId: number) => DeviceState,
  language: Language,
) {
  const chosenIds = new Set(chosen.map(({ id }) => id));
  const used = Map.groupBy(devices, ({ subsystem_id }) => subsystem_id);
  const withDevices = [...used].map(([id, members]) => {
    const totals = noDevices();
    for (const device of members) count(totals, stateOf(device.id));
    const { subsystem_zh, subsystem_en, subsystem_code } = members[0]!;
    return {
      BigTypeId: id,
      BigTypeName: inLanguage(subsystem_zh, subsystem_en, language),
      BigTypeCode: subsystem_code,
      Chosen: chosenIds.has(id),
      ...presentTotals(totals),
    };
  });
  const waiting = chosen
    .filter(({ id }) => !used.has(id))
    .map(({ id, code, name_zh, name_en }) => ({
      BigTypeId: id,
      BigTypeName: inLanguage(name_zh, name_en, language),
      BigTypeCode: code,
      Chosen: true,
      ...presentTotals(noDevices()),
    }));
  return [...withDevices, ...waiting];
}

const deviceNode = (device: NamedDevice, language: Language): DeviceNode => ({
  Kind: 'device',
  Id: device.id,
  Name: inLanguage(device.name, device.name_en, language),
  DeviceCount: 1,
  Children: [],
});

/** Subsystem → class → device, as the catalogue is laid out. */
export function presentTree(
  devices: readonly PlacedDevice[],
  language: Language,
  { withDevices }: { withDevices: boolean },
): DeviceNode[] {
  return [...Map.groupBy(devices, ({ subsystem_id }) => subsystem_id)].map(([id, ofSubsystem]) => ({
    Kind: 'subsystem',
    Id: id,
    Name: word({ zh: ofSubsystem[0]!.subsystem_zh, en: ofSubsystem[0]!.subsystem_en }, language),
    DeviceCount: ofSubsystem.length,
    Children: presentClasses(ofSubsystem, language, { withDevices }),
  }));
}

export const presentClasses = (
  devices: readonly PlacedDevice[],
  language: Language,
  { withDevices }: { withDevices: boolean },
): DeviceNode[] =>
  [...Map.groupBy(devices, ({ class_id }) => class_id)].map(([id, ofClass]) => ({
    Kind: 'class',
    Id: id,
    Name: word({ zh: ofClass[0]!.class_zh, en: ofClass[0]!.class_en }, language),
    DeviceCount: ofClass.length,
    Children: withDevices ? ofClass.map((device) => deviceNode(device, language)) : [],
  }));

/**
 * By area, how many devices stand in it and in the areas below it.
 *
 * @param areas a parent before those below it
 */
export function devicesWithin(areas: readonly Area[], devices: readonly PlacedDevice[]): Map<number, number> {
  const counts = new Map(areas.map(({ id }) => [id, 0]));
  for (const { area_id } of devices) {
    const own = area_id === null ? undefined : counts.get(area_id);
    if (own !== undefined) counts.set(area_id!, own + 1);
  }
  // From the leaves up.
  for (const { id, parent_id } of areas.toReversed()) {
    const around = counts.get(parent_id);
    if (around !== undefined) counts.set(parent_id, around + counts.get(id)!);
  }
  return counts;
}

/** Areas with what stands in them; devices that stand in none come last. */
export function presentAreas(
  areas: readonly Area[],
  devices: readonly PlacedDevice[],
  language: Language,
): DeviceNode[] {
  const inArea = Map.groupBy(devices, ({ area_id }) => area_id ?? 0);
  const nodes = new Map<number, DeviceNode>();
  const roots: DeviceNode[] = [];
  for (const area of areas) {
    const own = (inArea.get(area.id) ?? []).map((device) => deviceNode(device, language));
    const node: DeviceNode = {
      Kind: 'area',
      Id: area.id,
      Name: inLanguage(area.name, area.name_en, language),
      DeviceCount: 0,
      Children: own,
    };
    nodes.set(area.id, node);
    (nodes.get(area.parent_id)?.Children ?? roots).push(node);
  }
  for (const [id, count] of devicesWithin(areas, devices)) nodes.get(id)!.DeviceCount = count;
  return [...roots, ...(inArea.get(0) ?? []).map((device) => deviceNode(device, language))];
}

/** The tree as records, each with the id of the one above it. */
export const presentRecords = (nodes: readonly DeviceNode[], pid: string | null = null): DeviceRecord[] =>
  nodes.flatMap((node) => {
    const id = `${node.Kind[0]}${node.Id}`;
    const own = { id, pid, name: node.Name, ModelTreeId: node.Kind === 'device' ? node.Id : null };
    return [own, ...presentRecords(node.Children, id)];
  });

interface DeviceRecord {
  id: string;
  pid: string | null;
  name: string;
  ModelTreeId: number | null;
}
