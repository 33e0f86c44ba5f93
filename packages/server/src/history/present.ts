import {
  type Curve,
  type DefrostSpan,
  type Language,
  type PointStatistic,
  qualityOf,
  reasonOf,
  staleAfterMs,
} from '@watchpost/contract';
import { inLanguage } from '../platform/inLanguage.ts';
import { type FirstDevice, type LimitStretch, type PointRow, presentUnitMap } from '../points/index.ts';
import type { BucketHistory, Correction, PointTotals, RawHistoryWithTotals, SampleColumns } from './index.ts';
import { type HeldTotals, isBad } from './read/bucketFold.ts';
import type { StateTime } from './read/changeFold.ts';

/** A point with the first device it serves that the caller may see. */
export type PlacedPoint = PointRow & { readonly device: FirstDevice | null };

type Sample = Curve['DataList'][number];

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** A break in the line: bad quality, or nothing for too long. */
const breakAt = (time: number, why?: string): Sample => ({
  Time: time,
  Value: null,
  ...(why !== undefined && { Bad: why }),
});

/** Of a sample without a value: why. One that says nothing itself was no number. */
const whyBad = (quality: number): string => {
  const found = reasonOf(quality);
  return found && qualityOf(quality) === 'bad' ? found.reason : 'notANumber';
};

/** A value as measured; one that may not be trusted says why. */
const measured = (time: number, value: number, quality: number): Sample => {
  const why = qualityOf(quality) === 'uncertain' ? reasonOf(quality) : null;
  return { Time: time, Value: value, ...(why !== null && { Uncertain: why.reason }) };
};

/** Null: of a state point, whose statistics say nothing. */
const presentTotals = (totals: HeldTotals | null) => ({
  Min: totals && orNull(totals.min),
  Max: totals && orNull(totals.max),
  Avg: totals && orNull(totals.avg),
  KnownMs: totals?.knownMs ?? null,
  BeyondMs: totals?.beyondMs ?? null,
});

function curveOf(
  point: PlacedPoint,
  data: Sample[],
  totals: HeldTotals | null,
  limits: readonly LimitStretch[],
  language: Language,
): Curve {
  return { ...overRange(point, totals, limits, language), DataList: data };
}

/** Those at the end of the range; and, where others held before, all of them. */
function presentLimits(stretches: readonly LimitStretch[]) {
  const wire = (limits: LimitStretch['limits'] | undefined) => ({
    SuperUpperLimit: limits?.highHigh ?? null,
    UpperLimit: limits?.high ?? null,
    LowerLimit: limits?.low ?? null,
    SuperLowerLimit: limits?.lowLow ?? null,
  });
  if (stretches.length < 2) return wire(stretches[0]?.limits);
  const LimitList = stretches.map(({ from, to, limits }) => ({ FromEpoch: from, ToEpoch: to, ...wire(limits) }));
  return { ...wire(stretches.at(-1)!.limits), LimitList };
}

function overRange(
  point: PlacedPoint,
  totals: HeldTotals | null,
  limits: readonly LimitStretch[],
  language: Language,
): Omit<Curve, 'DataList'> {
  return {
    PointId: point.id,
    PointName: inLanguage(point.name, point.name_en, language),
    DeviceName: point.device && inLanguage(point.device.name, point.device.name_en, language),
    PointType: point.value_type === 'status' ? 1 : 0,
    PointTypeName: language === 'en' ? point.type_en : point.type_zh,
    Unit: point.unit,
    UnitMap: presentUnitMap(point, language),
    Decimals: point.decimals,
    ...presentTotals(totals),
    ...presentLimits(limits),
  };
}

/** The same with what was changed by hand of it. */
export function corrected(curve: Curve, all: readonly Correction[]): Curve {
  const own = all.filter(({ pointId }) => pointId === curve.PointId);
  if (own.length === 0) return curve;
  const CorrectionList = own.map(({ kind, at, from, to, samples, by, reason }) => ({
    Kind: kind,
    Epoch: at,
    FromEpoch: from,
    ToEpoch: to,
    Count: samples,
    By: by,
    Reason: reason,
  }));
  return { ...curve, CorrectionList };
}

/**
 * Samples as measured; a break where one is bad, and where the next came too late. A state holds until the next, so of a state
 * point what held at the start stands first, and the last one ends where it became stale.
 */
export function presentRaw(
  point: PlacedPoint,
  raw: RawHistoryWithTotals,
  limits: readonly LimitStretch[],
  language: Language,
): Curve {
  const staleMs = staleAfterMs(point.sampling_interval_seconds * 1000);
  const isState = point.value_type === 'status';
  const data: Sample[] = isState ? heldAtStart(raw, staleMs) : [];
  for (let i = 0; i < raw.length; i++) {
    const time = raw.measuredAt[i]!;
    const value = raw.values[i]!;
    if (isBad(value, raw.quality[i]!)) {
      data.push(breakAt(time, whyBad(raw.quality[i]!)));
      continue;
    }
    data.push(measured(time, value, raw.quality[i]!));
    const next = i + 1 < raw.length ? raw.measuredAt[i + 1]! : isState ? raw.heldTo : time;
    if (next - time > staleMs) data.push(breakAt(time + staleMs));
  }
  return curveOf(point, data, raw.totals, limits, language);
}

function heldAtStart({ before, from, heldTo, length, measuredAt }: RawHistoryWithTotals, staleMs: number): Sample[] {
  const next = length > 0 ? measuredAt[0]! : heldTo;
  if (before === null || next <= from) return [];
  const staleAt = before.measuredAt + staleMs;
  if (staleAt <= from) return [];
  if (isBad(before.value, before.quality)) return [breakAt(from, whyBad(before.quality))];
  const held = measured(from, before.value, before.quality);
  return staleAt < next ? [held, breakAt(staleAt)] : [held];
}

/** Buckets of an analog point, changes of a state point. A missing bucket is left out: the reader knows the interval. */
export function presentBuckets(
  point: PlacedPoint,
  history: BucketHistory,
  limits: readonly LimitStretch[],
  language: Language,
): Curve {
  if (history.kind === 'state') {
    const data = Array.from({ length: history.length }, (_, i): Sample => {
      const value = history.values[i]!;
      return isBad(value, history.quality[i]!)
        ? breakAt(history.measuredAt[i]!, whyBad(history.quality[i]!))
        : measured(history.measuredAt[i]!, value, history.quality[i]!);
    });
    return curveOf(point, data, null, limits, language);
  }
  const data: Sample[] = [];
  for (let i = 0; i < history.length; i++) {
    const time = history.startsAt[i]!;
    const value = history.avg[i]!;
    // A bucket is there because something came in it.
    if (Number.isNaN(value)) data.push(breakAt(time, 'bad'));
    else data.push({ Time: time, Value: value, Min: history.min[i]!, Max: history.max[i]! });
  }
  return curveOf(point, data, history.totals, limits, language);
}

export function presentStatistic(
  point: PlacedPoint,
  found: PointTotals,
  limits: readonly LimitStretch[],
  language: Language,
): PointStatistic {
  if (found.kind === 'analog') {
    const { totals } = found;
    const { count, badCount } = totals;
    return { ...overRange(point, totals, limits, language), Count: count, BadCount: badCount, StateList: [] };
  }
  const states = statesOf(point, found.states, language);
  return {
    ...overRange(point, null, limits, language),
    KnownMs: states.reduce((sum, { DurationMs }) => sum + DurationMs, 0),
    Count: null,
    BadCount: null,
    StateList: states,
  };
}

/** In the order of the point's states, those it never was in, too; one that it does not know stands at the end. */
function statesOf(point: PlacedPoint, found: readonly StateTime[], language: Language): PointStatistic['StateList'] {
  const names = presentUnitMap(point, language);
  const states = new Map(names.map(({ Key, Value }) => [Key, { Key, Value, DurationMs: 0, Count: 0 }]));
  for (const { value: Key, durationMs: DurationMs, count: Count } of found)
    states.set(Key, { Key, Value: states.get(Key)?.Value ?? String(Key), DurationMs, Count });
  return [...states.values()];
}

/** Words of a state that say it is a defrost; "No defrost" is none. */
const defrostWords = /^(化霜|除霜|融霜|defrost)/i;

/** The values of a state point that mean defrost; empty for points that say nothing of it. */
export const defrostValues = (point: Pick<PointRow, 'status_values'>): ReadonlySet<number> =>
  new Set(
    point.status_values.filter(({ zh, en }) => defrostWords.test(zh) || defrostWords.test(en)).map((s) => s.value),
  );

/** From the changes of a state point those stretches in which the device was defrosting. */
export function presentDefrosts(
  device: FirstDevice,
  values: ReadonlySet<number>,
  changes: SampleColumns,
  from: number,
  language: Language,
): DefrostSpan[] {
  const spans: DefrostSpan[] = [];
  let open: DefrostSpan | null = null;
  for (let i = 0; i < changes.length; i++) {
    const at = Math.max(from, changes.measuredAt[i]!);
    const defrosting = !isBad(changes.values[i]!, changes.quality[i]!) && values.has(changes.values[i]!);
    if (defrosting && !open) {
      open = {
        ModelTreeId: device.id,
        ModelTreeName: inLanguage(device.name, device.name_en, language),
        FromEpoch: at,
        ToEpoch: null,
      };
      spans.push(open);
    } else if (!defrosting && open) {
      open.ToEpoch = at;
      open = null;
    }
  }
  return spans;
}
