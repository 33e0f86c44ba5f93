import { type Curve, type Language, type PointStatistic, staleAfterMs } from '@watchpost/contract';
import { inLanguage } from '../platform/inLanguage.ts';
import { type PointLimits, type PointRow, presentUnitMap } from '../points/index.ts';
import { type HeldTotals, isBad } from './bucketFold.ts';
import type { BucketHistory, PointTotals, RawHistoryWithTotals, SampleColumns } from './index.ts';

type Sample = Curve['DataList'][number];

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** A break in the line: bad quality, or nothing for too long. */
const breakAt = (time: number): Sample => ({ Time: time, Value: null, Min: null, Max: null });

/** Null: of a state point, whose statistics say nothing. */
const presentTotals = (totals: HeldTotals | null) => ({
  Min: totals && orNull(totals.min),
  Max: totals && orNull(totals.max),
  Avg: totals && orNull(totals.avg),
  KnownMs: totals?.knownMs ?? null,
  BeyondMs: totals?.beyondMs ?? null,
});

function curveOf(
  point: PointRow,
  data: Sample[],
  totals: HeldTotals | null,
  limits: PointLimits | null,
  language: Language,
): Curve {
  return { ...overRange(point, totals, limits, language), DataList: data };
}

function overRange(
  point: PointRow,
  totals: HeldTotals | null,
  limits: PointLimits | null,
  language: Language,
): Omit<Curve, 'DataList'> {
  return {
    PointId: point.id,
    PointName: inLanguage(point.name, point.name_en, language),
    PointType: point.value_type === 'status' ? 1 : 0,
    PointTypeName: language === 'en' ? point.type_en : point.type_zh,
    Unit: point.unit,
    UnitMap: presentUnitMap(point, language),
    Decimals: point.decimals,
    ...presentTotals(totals),
    SuperUpperLimit: limits?.highHigh ?? null,
    UpperLimit: limits?.high ?? null,
    LowerLimit: limits?.low ?? null,
    SuperLowerLimit: limits?.lowLow ?? null,
  };
}

/** Samples as measured; a break where one is bad, and where the next came too late. */
export function presentRaw(
  point: PointRow,
  raw: RawHistoryWithTotals,
  limits: PointLimits | null,
  language: Language,
): Curve {
  const staleMs = staleAfterMs(point.sampling_interval_seconds * 1000);
  const data: Sample[] = [];
  for (let i = 0; i < raw.length; i++) {
    const time = raw.measuredAt[i]!;
    const value = raw.values[i]!;
    if (isBad(value, raw.quality[i]!)) {
      data.push(breakAt(time));
      continue;
    }
    data.push({ Time: time, Value: value, Min: null, Max: null });
    const next = i + 1 < raw.length ? raw.measuredAt[i + 1]! : time;
    if (next - time > staleMs) data.push(breakAt(time + staleMs));
  }
  return curveOf(point, data, raw.totals, limits, language);
}

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
    return curveOf(point, data, null, limits, language);
  }
  const data: Sample[] = [];
  for (let i = 0; i < history.length; i++) {
    data.push({
      Time: history.startsAt[i]!,
      Value: orNull(history.avg[i]!),
      Min: orNull(history.min[i]!),
      Max: orNull(history.max[i]!),
    });
  }
  return curveOf(point, data, history.totals, limits, language);
}

/** @param to when the last state ceases to count, epoch ms */
export function presentStatistic(
  point: PointRow,
  found: PointTotals,
  to: number,
  limits: PointLimits | null,
  language: Language,
): PointStatistic {
  if (found.kind === 'analog') {
    const { totals } = found;
    const { count, badCount } = totals;
    return { ...overRange(point, totals, limits, language), Count: count, BadCount: badCount, StateList: [] };
  }
  const states = statesOf(point, found, to, language);
  return {
    ...overRange(point, null, limits, language),
    KnownMs: states.reduce((sum, { DurationMs }) => sum + DurationMs, 0),
    Count: null,
    BadCount: null,
    StateList: states,
  };
}

/** How long and how often a point was in each state, in the order of its states; one that it never knew stands at the end. */
function statesOf(
  point: PointRow,
  changes: SampleColumns,
  to: number,
  language: Language,
): PointStatistic['StateList'] {
  const names = presentUnitMap(point, language);
  const states = new Map(names.map(({ Key, Value }) => [Key, { Key, Value, DurationMs: 0, Count: 0 }]));
  for (let i = 0; i < changes.length; i++) {
    const Key = changes.values[i]!;
    if (isBad(Key, changes.quality[i]!)) continue;
    const state = states.get(Key) ?? { Key, Value: String(Key), DurationMs: 0, Count: 0 };
    const end = i + 1 < changes.length ? changes.measuredAt[i + 1]! : to;
    state.DurationMs += Math.max(0, end - changes.measuredAt[i]!);
    state.Count++;
    states.set(Key, state);
  }
  return [...states.values()];
}
