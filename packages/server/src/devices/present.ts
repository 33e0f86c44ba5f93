import type { AllCalls, CallData, DeviceRow as DeviceOnWire, Language, PointValue } from '@watchpost/contract';
import type { BucketHistory } from '../history/index.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import type { ClassCount, DeviceRow, GatewayOfDevice, StatusTotals } from './store.ts';

export const presentDevice = (
  row: DeviceRow,
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
  DataState: row.data_state,
  OfflineSinceEPOCH: row.offline_since?.getTime() ?? null,
  AlarmLevel: row.alarm_level,
  AlarmCount: row.alarm_count,
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

export const presentTotals = (totals: StatusTotals): CallData<AllCalls['getModelTreeStatusTotal']> => ({
  Total: totals.total,
  Online: totals.online,
  Offline: totals.offline,
  Alarm: totals.alarm,
  Incomplete: totals.incomplete,
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
