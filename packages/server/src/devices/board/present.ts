import type { AllCalls, CallData, DeviceRow as DeviceOnWire, Language, PointValue } from '@watchpost/contract';
import type { BucketHistory } from '../../history/index.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { presentTotals } from '../list/present.ts';
import type { PlacedDevice } from '../list/store.ts';
import type { DeviceState, StatusTotals } from '../states/deviceStates.ts';
import type { BoardDevice } from './boardDevices.ts';
import type { ClassCount, Facet, GatewayOfDevice } from './store.ts';

export const presentDevice = (
  row: BoardDevice,
  points: PointValue[],
  mainPointId: number | null,
  language: Language,
): DeviceOnWire => ({
  Mtid: row.id,
  MName: inLanguage(row.name, row.name_en, language),
  ProjectId: row.project_id,
  BigTypeId: row.subsystem_id,
  BigTypeName: inLanguage(row.subsystem_zh, row.subsystem_en, language),
  BigTypeCode: row.subsystem_code,
  SmallTypeId: row.class_id,
  SmallTypeName: inLanguage(row.class_zh, row.class_en, language),
  SmallTypeCode: row.class_code,
  LocationId: row.area_id,
  LocationName: row.area_name === null ? null : inLanguage(row.area_name, row.area_name_en, language),
  ConnectStatus: row.status,
  DataState: row.dataState,
  OfflineSinceEPOCH: row.offlineSince,
  AlarmLevel: row.alarmLevel,
  AlarmCount: row.alarmCount,
  Maintenance: row.maintenanceUntil === undefined ? null : { UntilEPOCH: row.maintenanceUntil?.getTime() ?? null },
  HiddenList: row.hiddenAlarms.map(({ point_id, severity, kind, until_at }) => ({
    PointId: point_id,
    Level: severity,
    Kind: kind,
    UntilEPOCH: until_at?.getTime() ?? null,
  })),
  MainPointId: mainPointId,
  Points: points,
});

export const presentGateway = (
  row: GatewayOfDevice,
  language: Language,
): CallData<AllCalls['getModelTreeBaseInfo']>['Gateways'][number] => ({
  GatewayId: row.id,
  GatewayName: inLanguage(row.name, row.name_en, language),
  SerialNumber: row.serial_number,
  Protocol: row.protocol,
  Online: row.online,
  LastSeenEPOCH: row.last_seen_at?.getTime() ?? null,
});

/** Rows arrive ordered by subsystem. */
export function presentClasses(rows: readonly ClassCount[], language: Language): CallData<AllCalls['getBigSmallType']> {
  return [...Map.groupBy(rows, (row) => row.subsystem_id)].map(([id, classes]) => ({
    BigTypeId: id,
    BigTypeName: inLanguage(classes[0]!.subsystem_zh, classes[0]!.subsystem_en, language),
    BigTypeCode: classes[0]!.subsystem_code,
    DeviceCount: classes.reduce((sum, row) => sum + row.count, 0),
    SmallTypes: classes.map((row) => ({
      SmallTypeId: row.class_id,
      SmallTypeName: inLanguage(row.class_zh, row.class_en, language),
      SmallTypeCode: row.class_code,
      DeviceCount: row.count,
    })),
  }));
}

/** Minutes without a value stay out of the series: a gap is a gap. */
export function presentTrend(deviceId: number, history: BucketHistory): CallData<AllCalls['getCard']>[number] {
  const series: CallData<AllCalls['getCard']>[number]['Series'] = [];
  if (history.kind === 'analog') {
    for (let i = 0; i < history.length; i++) {
      const average = history.avg[i]!;
      if (Number.isNaN(average)) continue;
      series.push({ Time: history.startsAt[i]!, Min: history.min[i]!, Avg: average, Max: history.max[i]! });
    }
  }
  return { Mtid: deviceId, PointId: history.pointId, Series: series };
}

export const presentTab = (
  place: PlacedDevice,
  totals: StatusTotals,
  language: Language,
): CallData<AllCalls['getTab']>[number] => ({
  BigTypeId: place.subsystem_id,
  BigTypeName: inLanguage(place.subsystem_zh, place.subsystem_en, language),
  BigTypeCode: place.subsystem_code,
  ...presentTotals(totals),
});

export function presentFacets(
  facets: readonly Facet[],
  states: readonly DeviceState[],
  language: Language,
): CallData<AllCalls['getTableListReadScreen']> {
  const of = (wanted: Facet['kind']) =>
    facets
      .filter(({ kind }) => kind === wanted)
      .map(({ id, name, name_en, count }) => ({ Key: id, Value: inLanguage(name, name_en, language), Count: count }));
  return {
    SmallTypes: of('class'),
    Locations: of('area'),
    PointTypes: of('pointType'),
    ConnectStatuses: [0, 1, 2].map((status) => ({
      Key: status,
      Count: states.filter((state) => state.status === status).length,
    })),
  };
}

/** Devices side by side: a column for each type of their points, in the order in which the first that has it shows it. */
export function presentCompared(
  devices: readonly DeviceOnWire[],
): Omit<CallData<AllCalls['getTableList']>, 'TotalCount'> {
  const types = new Map<number, PointValue>();
  for (const { Points } of devices)
    for (const point of Points) types.set(point.PointTypeId, types.get(point.PointTypeId) ?? point);
  const columns = [...types.values()];
  return {
    Columns: columns.map(({ PointTypeId, PointTypeName, Unit }) => ({ PointTypeId, PointTypeName, Unit })),
    Data: devices.map(({ Mtid, MName, LocationName, ConnectStatus, Points }) => ({
      Mtid,
      MName,
      LocationName,
      ConnectStatus,
      Cells: columns.map(({ PointTypeId }) => Points.find((point) => point.PointTypeId === PointTypeId) ?? null),
    })),
  };
}
