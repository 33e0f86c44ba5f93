import { commonErrors, type GoodsEstimate, hourMs, qualityOf, staleAfterMs } from '@watchpost/contract';
import type { RawHistory } from '../../history/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { findProjectFacts, shownUntil } from '../../projects/index.ts';
import { thinCurve } from '../certificates/thinCurve.ts';
import type { TransportContext, TransportDeps } from '../deps.ts';
import { type AirSamples, beyondLimits, goodsForecast, goodsTwin } from './goodsTwin.ts';
import { type BoundTag, findWaybill, tagsOf, type WaybillRow } from './waybill.store.ts';

/** A plan that is further away says nothing that the air of the last hour could answer. */
const farthestMs = 48 * hourMs;
/** Columns of a chart; each has up to four values. */
const columns = 120;

function believed(samples: RawHistory | undefined): AirSamples {
  const times: number[] = [];
  const values: number[] = [];
  for (let i = 0; i < (samples?.length ?? 0); i++) {
    const value = samples!.values[i]!;
    if (Number.isNaN(value) || qualityOf(samples!.quality[i]!) === 'bad') continue;
    times.push(samples!.measuredAt[i]!);
    values.push(value);
  }
  return { times, values };
}

/** A curve that ends where nothing was known until the next sample. */
function linesOf(times: readonly number[], values: readonly number[], isKnown: readonly boolean[]) {
  const [allTimes, allValues]: [number[], number[]] = [[], []];
  for (const [i, time] of times.entries()) {
    if (!isKnown[i]) {
      allTimes.push(time);
      allValues.push(Number.NaN);
    }
    allTimes.push(time);
    allValues.push(values[i]!);
  }
  const intervalMs = Math.max(1, ((times.at(-1) ?? 0) - (times[0] ?? 0)) / columns);
  return thinCurve(allTimes, allValues, intervalMs).map((line) =>
    line.map(({ time, value }) => ({ Time: time, Value: Math.round(value * 100) / 100 })),
  );
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** How warm the goods of a waybill probably are, and will be. @throws Refusal `notFound` */
export async function goodsEstimate(
  { db, clock, history }: TransportDeps,
  { caller, language, signal }: TransportContext,
  id: number,
): Promise<GoodsEstimate> {
  const { tenant } = caller;
  const waybill = await findWaybill(tenant, db, id);
  const project = waybill && (await findProjectFacts(tenant, db, waybill.project_id));
  if (!waybill || !project) throw new Refusal(commonErrors.notFound);
  const now = clock.now();
  const until = Math.min(now, shownUntil(project) ?? Number.POSITIVE_INFINITY);
  const planned = waybill.planned_arrive?.getTime() ?? 0;
  const isArrival = planned > now && planned <= now + farthestMs;
  const forecastAt = waybill.status > 1 ? null : isArrival ? planned : now + hourMs;
  const lagMs = waybill.goods_lag_minutes === null ? null : waybill.goods_lag_minutes * 60_000;
  const tags: GoodsEstimate['TagList'] = [];
  for (const tag of lagMs === null ? [] : await tagsOf(tenant, db, id)) {
    const estimated = await estimateOf(tag, waybill, lagMs!, until, forecastAt);
    if (estimated) tags.push(estimated);
  }
  return {
    WaybillId: id,
    WaybillNumber: waybill.number,
    LagMinutes: waybill.goods_lag_minutes,
    Low: waybill.low,
    High: waybill.high,
    ForecastEpoch: forecastAt,
    IsArrival: forecastAt !== null && isArrival,
    TagList: tags,
  };

  /** Null: the tag has measured nothing while it was bound. */
  async function estimateOf(
    tag: BoundTag,
    { low, high }: WaybillRow,
    lagMs: number,
    until: number,
    forecastAt: number | null,
  ): Promise<GoodsEstimate['TagList'][number] | null> {
    const from = tag.bound_at.getTime();
    const to = Math.min(tag.unbound_at?.getTime() ?? until, until);
    if (tag.point_id === null || tag.cycle_seconds === null || to <= from) return null;
    const [samples] = await history.raw([tag.point_id], from, to, signal);
    const air = believed(samples);
    const newest = air.times.at(-1);
    if (newest === undefined) return null;
    const staleMs = staleAfterMs(tag.cycle_seconds * 1000);
    const twin = goodsTwin(air, lagMs, staleMs);
    const isFresh = tag.unbound_at === null && now - newest <= staleMs;
    const forecast =
      forecastAt === null || !isFresh ? null : goodsForecast(air, twin, { at: forecastAt, lagMs, low, high });
    const reduced = (pick: (a: number, b: number) => number) => rounded(twin.goods.reduce((a, b) => pick(a, b)));
    return {
      TagSn: tag.serial_number,
      TagName: inLanguage(tag.name, tag.name_en, language),
      Place: tag.place,
      FromEpoch: air.times[0]!,
      NewestEpoch: newest,
      Air: rounded(air.values.at(-1)!),
      Goods: rounded(twin.goods.at(-1)!),
      GoodsLowest: reduced(Math.min),
      GoodsHighest: reduced(Math.max),
      GoodsBeyondMs: low === null && high === null ? null : beyondLimits(air.times, twin, { low, high }),
      Forecast: forecast && {
        Goods: rounded(forecast.goods),
        Coldest: rounded(forecast.coldest),
        Warmest: rounded(forecast.warmest),
        Air: rounded(forecast.air),
        LimitEpoch: forecast.limitAt,
      },
      AirCurve: linesOf(air.times, air.values, twin.isKnown),
      GoodsCurve: linesOf(air.times, twin.goods, twin.isKnown),
    };
  }
}
