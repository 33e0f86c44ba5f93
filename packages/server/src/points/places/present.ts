import { type Language, type PointListRow, qualityOf, reasonOf } from '@watchpost/contract';
import { inLanguage } from '../../platform/inLanguage.ts';
import type { LiveReading } from '../liveValues.ts';
import { sourceInWords } from '../setUp/present.ts';
import type { ListedPoint } from './list/list.store.ts';
import type { Named } from './places.store.ts';

export function presentListed(row: ListedPoint, live: LiveReading | null, language: Language): PointListRow {
  const reason = live ? reasonOf(live.quality) : null;
  return {
    PointId: row.id,
    PointName: inLanguage(row.name, row.name_en, language),
    Kind: row.kind,
    PointTypeId: row.point_type_id,
    PointTypeName: language === 'en' ? row.type_en : row.type_zh,
    PointType: row.value_type === 'status' ? 1 : 0,
    Unit: row.unit,
    Decimals: row.decimals,
    Level: row.level,
    IsWrite: row.writable,
    Cycle: row.sampling_interval_seconds,
    IsLineHidden: row.line_hidden,
    GatewayId: row.gateway_id,
    GatewayName: row.gateway_name === null ? null : inLanguage(row.gateway_name, row.gateway_name_en, language),
    SlaveId: row.slave_id,
    SlaveName: row.slave_name,
    SlaveAddress: row.slave_address,
    Source: sourceInWords(row, language),
    DeviceList: row.devices.map(({ id, name, nameEn }) => ({
      ModelTreeId: id,
      ModelTreeName: inLanguage(name, nameEn, language),
    })),
    LocationList: row.areas.map(({ id, name, nameEn }) => ({
      LocationId: id,
      LocationName: inLanguage(name, nameEn, language),
    })),
    IsSetAlarm: row.watched,
    Value: live?.value ?? null,
    ValueText:
      live?.value == null ? null : (row.status_values.find(({ value }) => value === live.value)?.[language] ?? null),
    Time: live?.measuredAt ?? null,
    Quality: live ? qualityOf(live.quality) : null,
    QualityReason: reason?.reason ?? null,
    ExceptionCode: reason?.exceptionCode ?? null,
  };
}

/** As selects have it. */
export const choiceOf =
  (language: Language) =>
  ({ id, name, name_en }: Named) => ({ Key: id, Value: inLanguage(name, name_en, language) });
