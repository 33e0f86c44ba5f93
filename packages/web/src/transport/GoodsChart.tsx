import type { GoodsEstimate } from '@watchpost/contract';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { formatNumber } from '../lib/numbers.ts';
import { waybillText } from './text.ts';
import './transport.css';

type Tag = GoodsEstimate['TagList'][number];
type Lines = Tag['AirCurve'];

const width = 800;
const height = 150;
/** Room for the numbers at the left and the times below. */
const [left, right, top, bottom] = [48, 8, 8, 20];

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
  const x = (time: number) => left + ((time - from) / (to - from)) * (width - left - right);
  const y = (value: number) => top + ((most - value) / (most - least)) * (height - top - bottom);
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
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${tag.TagName}: ${t.air}, ${t.goodsEstimate}`}>
        {[low, high].map((limit, i) =>
          limit === null ? null : (
            <line
              key={i === 0 ? 'low' : 'high'}
              className="goods-limit"
              x1={left}
              x2={width - right}
              y1={y(limit)}
              y2={y(limit)}
            />
          ),
        )}
        <path className="goods-air" d={path(tag.AirCurve)} />
        <path className="goods-line" d={path(tag.GoodsCurve)} />
        {[most - 0.5, least + 0.5].map((value) => (
          <text key={value} className="goods-words" x={left - 6} y={y(value) + 4} textAnchor="end">
            {formatNumber(value, 1)}
          </text>
        ))}
        <text className="goods-words" x={left} y={height - 4}>
          {dates.byMinute(from, to)}
        </text>
        <text className="goods-words" x={width - right} y={height - 4} textAnchor="end">
          {dates.byMinute(to, from)}
        </text>
      </svg>
    </figure>
  );
}
