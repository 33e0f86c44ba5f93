import { type Curve, type Language, staleAfterMs } from '@watchpost/contract';
import { inLanguage } from '../platform/inLanguage.ts';
import { type PointLimits, type PointRow, presentUnitMap } from '../points/index.ts';
import { isBad } from './bucketFold.ts';
import type { BucketHistory, RawHistory } from './index.ts';

type Sample = Curve['DataList'][number];

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** A break in the line: bad quality, or nothing for too long. */
const breakAt = (time: number): Sample => ({ Time: time, Value: null, Min: null, Max: null });

interface Statistics {
  Max: number | null;
  Min: number | null;
  /** Weighted by how long each value held. */
  Avg: number | null;
}

function curveOf(
  point: PointRow,
  data: Sample[],
  statistics: Statistics,
  limits: PointLimits | null,
  language: Language,
): Curve {
  return {
    PointId: point.id,
    PointName: inLanguage(point.name, point.name_en, language),
    PointType: point.value_type === 'status' ? 1 : 0,
    PointTypeName: language === 'en' ? point.type_en : point.type_zh,
    Unit: point.unit,
    UnitMap: presentUnitMap(point, language),
    Decimals: point.decimals,
    DataList: data,
    ...statistics,
    SuperUpperLimit: limits?.highHigh ?? null,
    UpperLimit: limits?.high ?? null,
    LowerLimit: limits?.low ?? null,
    SuperLowerLimit: limits?.lowLow ?? null,
  };
}

/** Samples as measured; a break where one is bad, and where the next came too late. */
export function presentRaw(point: PointRow, raw: RawHistory, limits: PointLimits | null, language: Language): Curve {
  const staleMs = staleAfterMs(point.sampling_interval_seconds * 1000);
  const data: Sample[] = [];
  let weighted = 0;
  let weight = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < raw.length; i++) {
    const time = raw.measuredAt[i]!;
    const value = raw.values[i]!;
    if (isBad(value, raw.quality[i]!)) {
      data.push(breakAt(time));
      continue;
    }
    data.push({ Time: time, Value: value, Min: null, Max: null });
    min = Math.min(min, value);
    max = Math.max(max, value);
    const next = i + 1 < raw.length ? raw.measuredAt[i + 1]! : time;
    const held = Math.min(next - time, staleMs);
    weighted += value * held;
    weight += held;
    if (next - time > staleMs) data.push(breakAt(time + staleMs));
  }
  const known = min <= max;
  const average = weight > 0 ? weighted / weight : known ? min : null;
  const statistics = point.value_type === 'status' || !known ? none : { Min: min, Max: max, Avg: average };
  return curveOf(point, data, statistics, limits, language);
}

/** Statistics of a state say nothing. */
const none: Statistics = { Min: null, Max: null, Avg: null };

/** Buckets of an analog point, changes of a state point. A missing bucket is left out: the reader knows the interval. */
export function presentBuckets(
  point: PointRow,
  history: BucketHistory,
  limits: PointLimits | null,
  language: Language,
): Curve {
  if (history.kind === 'state') {
    const data = Array.from({ length: history.length }, (_, i): Sample => {
      const value = history.values[i]!;
      return isBad(value, history.quality[i]!)
        ? breakAt(history.measuredAt[i]!)
        : { Time: history.measuredAt[i]!, Value: value, Min: null, Max: null };
    });
    return curveOf(point, data, none, limits, language);
  }
  const data: Sample[] = [];
  let sum = 0;
  let count = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < history.length; i++) {
    const average = history.avg[i]!;
    data.push({
      Time: history.startsAt[i]!,
      Value: orNull(average),
      Min: orNull(history.min[i]!),
      Max: orNull(history.max[i]!),
    });
    if (Number.isNaN(average)) continue;
    sum += average;
    count++;
    min = Math.min(min, history.min[i]!);
    max = Math.max(max, history.max[i]!);
  }
  const statistics = count === 0 ? none : { Min: min, Max: max, Avg: sum / count };
  return curveOf(point, data, statistics, limits, language);
}
