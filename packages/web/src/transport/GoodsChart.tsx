import type { GoodsEstimate } from '@watchpost/contract';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { formatNumber } from '../lib/numbers.ts';
import { waybillText } from './text.ts';
import './transport.css';

type Tag = GoodsEstimate['TagList'][number];
type Lines = Tag['AirCurve'];

/** Of the drawing; it is stretched to its place. */
const [width, height] = [800, 100];

/** Air and goods of one tag over the time it is bound: the air thin, the goods thick, limits dashed. */
export function GoodsChart({
  tag,
  limits: { low, high },
}: {
  tag: Tag;
  limits: { readonly low: number | null; readonly high: number | null };
}) {
  const t = useText(waybillText);
  const dates = useDates();
  const all = [...tag.AirCurve, ...tag.GoodsCurve].flat();
  const values = [...all.map(({ Value }) => Value), ...[low, high].filter((limit) => limit !== null)];
  const [from, to] = [tag.FromEpoch, tag.NewestEpoch];
  if (all.length < 2 || to <= from) return null;
  const [least, most] = [Math.min(...values) - 0.5, Math.max(...values) + 0.5];
  const x = (time: number) => ((time - from) / (to - from)) * width;
  const y = (value: number) => ((most - value) / (most - least)) * height;
  const path = (lines: Lines) =>
    lines
      .flatMap((line) =>
        line.map(({ Time, Value }, i) => `${i === 0 ? 'M' : 'L'}${x(Time).toFixed(1)} ${y(Value).toFixed(1)}`),
      )
      .join('');
  return (
    <figure className="goods-chart">
      <figcaption>
        {tag.TagName}
        <span className="goods-key goods-key-air">{t.air}</span>
        <span className="goods-key goods-key-goods">{t.goodsEstimate}</span>
      </figcaption>
      <div className="goods-drawing">
        <div className="goods-words" aria-hidden="true">
          <span>{formatNumber(most, 1)}</span>
          <span>{formatNumber(least, 1)}</span>
        </div>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${tag.TagName}: ${t.air}, ${t.goodsEstimate}`}
        >
          {[low, high].map((limit, i) =>
            limit === null ? null : (
              <line
                key={i === 0 ? 'low' : 'high'}
                className="goods-limit"
                x1={0}
                x2={width}
                y1={y(limit)}
                y2={y(limit)}
              />
            ),
          )}
          <path className="goods-air" d={path(tag.AirCurve)} />
          <path className="goods-line" d={path(tag.GoodsCurve)} />
        </svg>
        <div className="goods-times">
          <span>{dates.byMinute(from, to)}</span>
          <span>{dates.byMinute(to, from)}</span>
        </div>
      </div>
    </figure>
  );
}
