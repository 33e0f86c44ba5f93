import { type Language, type PointValue, qualityOf, reasonOf } from '@watchpost/contract';
import { inLanguage } from '../platform/inLanguage.ts';
import type { LiveReading } from './liveValues.ts';
import type { PointRow } from './store.ts';

/** The four limits in force for a point; null where a strategy sets none. */
export interface PointLimits {
  highHigh: number | null;
  high: number | null;
  low: number | null;
  lowLow: number | null;
}

export const presentUnitMap = (row: PointRow, language: Language): { Key: number; Value: string }[] =>
  row.status_values.map((status) => ({ Key: status.value, Value: status[language] }));

export function presentPoint(
  row: PointRow,
  live: LiveReading | null,
  limits: PointLimits | null,
  language: Language,
): PointValue {
  const reason = live ? reasonOf(live.quality) : null;
  return {
    PointId: row.id,
    PointName: inLanguage(row.name, row.name_en, language),
    PointType: row.value_type === 'status' ? 1 : 0,
    PointTypeId: row.point_type_id,
    PointTypeName: language === 'en' ? row.type_en : row.type_zh,
    PointTypeCode: row.type_code,
    Unit: row.unit,
    Decimals: row.decimals,
    IsWrite: row.writable,
    Value: live?.value ?? null,
    ValueText:
      live?.value == null ? null : (row.status_values.find(({ value }) => value === live.value)?.[language] ?? null),
    Time: live?.measuredAt ?? null,
    Quality: live ? qualityOf(live.quality) : null,
    QualityReason: reason?.reason ?? null,
    ExceptionCode: reason?.exceptionCode ?? null,
    SamplingSeconds: row.sampling_interval_seconds,
    SuperUpperLimit: limits?.highHigh ?? null,
    UpperLimit: limits?.high ?? null,
    LowerLimit: limits?.low ?? null,
    SuperLowerLimit: limits?.lowLow ?? null,
    AlarmLevel: row.alarm_level,
    UnitMap: presentUnitMap(row, language),
  };
}
