import {
  type Language,
  type PendingAlarm,
  type PickedPoint,
  type PointValue,
  qualityOf,
  reasonOf,
} from '@watchpost/contract';
import type { PendingOnPoint } from '../events.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import { bandOf } from './bandOf.ts';
import type { LiveReading } from './liveValues.ts';
import type { PickedPointRow } from './pickedPoints.store.ts';
import type { PointRow } from './store.ts';

/** The four limits of a point; null where a strategy sets none. */
export interface PointLimits {
  highHigh: number | null;
  high: number | null;
  low: number | null;
  lowLow: number | null;
}

/** The limits to show at a point, which stand also while they are not judged. */
export interface ShownLimits extends PointLimits {
  /** False while another point's state suppresses them, or outside their hours. */
  readonly isJudged: boolean;
}

/** From when until before when (epoch ms) the same limits are in force; null: none. */
export interface LimitStretch {
  readonly from: number;
  readonly to: number;
  readonly limits: PointLimits | null;
}

export const presentUnitMap = (row: PointRow, language: Language): { Key: number; Value: string }[] =>
  row.status_values.map((status) => ({ Key: status.value, Value: status[language] }));

export const presentPending = ({ kind, severity, since, dueAt, heldBy }: PendingOnPoint): PendingAlarm => ({
  Kind: kind,
  Level: severity,
  SinceEPOCH: since,
  DueEPOCH: dueAt,
  ...(heldBy && { HeldBy: { Zh: heldBy.zh, En: heldBy.en, UntilEPOCH: heldBy.until, IsSettling: heldBy.isSettling } }),
});

export function presentPoint(
  row: PointRow,
  live: LiveReading | null,
  limits: ShownLimits | null,
  pending: readonly PendingOnPoint[],
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
    SilentSinceEPOCH: row.silent_since?.getTime() ?? null,
    SuperUpperLimit: limits?.highHigh ?? null,
    UpperLimit: limits?.high ?? null,
    LowerLimit: limits?.low ?? null,
    SuperLowerLimit: limits?.lowLow ?? null,
    IsJudged: limits?.isJudged ?? false,
    Band: live ? bandOf(live.value, live.quality, limits) : null,
    AlarmLevel: row.alarm_level,
    Pending: pending.map(presentPending),
    UnitMap: presentUnitMap(row, language),
  };
}

/** A point as pickers show it. */
export const presentPicked = (row: PickedPointRow, language: Language): PickedPoint => ({
  PointId: row.point_id,
  PointName: inLanguage(row.point_name, row.point_name_en, language),
  PointTypeId: row.point_type_id,
  PointTypeName: language === 'en' ? row.type_en : row.type_zh,
  PointType: row.value_type === 'status' ? 1 : 0,
  Unit: row.unit,
});
