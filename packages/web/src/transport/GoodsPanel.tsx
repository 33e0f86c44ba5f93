import type { GoodsEstimate } from '@watchpost/contract';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { dash, formatNumber } from '../lib/numbers.ts';
import { useCall } from '../lib/useCall.ts';
import { ErrorState } from '../ui/index.ts';
import { GoodsChart } from './GoodsChart.tsx';
import { waybillText } from './text.ts';
import './transport.css';

const degrees = (value: number): string => `${formatNumber(value, 1)} °C`;

/** How warm the goods of a waybill probably are beside the air, and will be on arrival. */
export function GoodsPanel({
  waybillId,
  isNamed = false,
}: {
  waybillId: number;
  /** Says which waybill it is about. */
  isNamed?: boolean;
}) {
  const t = useText(waybillText);
  const dates = useDates();
  const now = useNow(60_000);
  const when = (epoch: number) => dates.byMinute(epoch, now);
  const asked = useCall(
    'getGoodsEstimate',
    { query: { waybillId } },
    { scope: 'company', refetchInterval: 60_000, placeholderData: (before) => before },
  );
  const estimate = asked.data;
  if (asked.error && !estimate) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!estimate || estimate.LagMinutes === null || estimate.TagList.length === 0) return null;
  const { Low, High, ForecastEpoch, IsArrival, TagList } = estimate;
  const title = isNamed ? `${t.goodsEstimate} · ${estimate.WaybillNumber}` : t.goodsEstimate;
  const isBeyond = (value: number) => (High !== null && value > High) || (Low !== null && value < Low);
  const number = (value: number) => (isBeyond(value) ? 'transport-right transport-beyond' : 'transport-right');
  return (
    <section className="transport-panel" aria-label={title}>
      <h2>{title}</h2>
      <p className="transport-muted">{t.goodsEstimateHint(dates.duration(estimate.LagMinutes * 60))}</p>
      <div className="transport-scroll">
        <table className="transport-table">
          <thead>
            <tr>
              <th scope="col">{t.tags}</th>
              <th scope="col" className="transport-right">
                {t.air}
              </th>
              <th scope="col" className="transport-right">
                {t.goodsNow}
              </th>
              <th scope="col" className="transport-right">
                {t.goodsBetween}
              </th>
              <th scope="col" className="transport-right">
                {t.goodsBeyond}
              </th>
              {ForecastEpoch === null ? null : (
                <th scope="col">{IsArrival ? t.atArrival(when(ForecastEpoch)) : t.inAnHour(when(ForecastEpoch))}</th>
              )}
            </tr>
          </thead>
          <tbody>
            {TagList.map((tag) => (
              <tr key={`${tag.TagSn} ${tag.FromEpoch}`}>
                <th scope="row">
                  {tag.TagName} {tag.Place ? <span className="transport-muted">{tag.Place}</span> : null}
                </th>
                <td className={number(tag.Air)}>{degrees(tag.Air)}</td>
                <td className={number(tag.Goods)}>{degrees(tag.Goods)}</td>
                <td className={number(tag.GoodsHighest)}>
                  {degrees(tag.GoodsLowest)} – {degrees(tag.GoodsHighest)}
                </td>
                <td className={tag.GoodsBeyondMs ? 'transport-right transport-beyond' : 'transport-right'}>
                  {tag.GoodsBeyondMs === null ? dash : dates.duration(tag.GoodsBeyondMs / 1000)}
                </td>
                {ForecastEpoch === null ? null : (
                  <td>
                    <Forecast tag={tag} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {TagList.map((tag) => (
        <GoodsChart key={`${tag.TagSn} ${tag.FromEpoch}`} tag={tag} limits={{ low: Low, high: High }} />
      ))}
    </section>
  );
}

function Forecast({ tag: { Forecast: forecast, NewestEpoch } }: { tag: GoodsEstimate['TagList'][number] }) {
  const t = useText(waybillText);
  const dates = useDates();
  if (!forecast) return <span className="transport-muted">{t.noFresh}</span>;
  const { Goods, Coldest, Warmest, LimitEpoch } = forecast;
  return (
    <>
      {t.forecastRange(degrees(Goods), degrees(Coldest), degrees(Warmest))}
      {LimitEpoch === null ? null : (
        <span className="transport-beyond">
          {' '}
          {LimitEpoch <= NewestEpoch ? t.isBeyond : t.passesLimit(dates.byMinute(LimitEpoch, NewestEpoch))}
        </span>
      )}
    </>
  );
}
