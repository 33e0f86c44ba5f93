import type { AllCalls, CallData, PreAlarm } from '@watchpost/contract';
import { useText } from '../lib/defineText.ts';
import { text } from './text.ts';
import { inUnit } from './warningWords.ts';

type Days = CallData<AllCalls['getPreAlarmEvidence']>['DayList'];

const width = 640;
const height = 170;
const left = 8;
const top = 10;

/** A line with a gap where nothing is known. */
function pathOf(values: readonly (number | null)[], x: (i: number) => number, y: (value: number) => number): string {
  let path = '';
  let isOpen = false;
  for (const [i, value] of values.entries()) {
    if (value !== null) path += `${isOpen ? 'L' : 'M'}${x(i).toFixed(1)} ${y(value).toFixed(1)}`;
    isOpen = value !== null;
  }
  return path;
}

/** A figure day by day beside the median of the peers; the table under it says the same for screen readers. */
export function DayFigures({ warning, days }: { warning: PreAlarm; days: Days }) {
  const t = useText(text);
  const all = days.flatMap(({ Value, LikeValue }) => [Value, LikeValue]).filter((value) => value !== null);
  if (all.length === 0) return null;
  const [min, max] = [Math.min(...all), Math.max(...all)];
  const air = max > min ? (max - min) * 0.08 : 1;
  const x = (i: number) => left + (i / Math.max(1, days.length - 1)) * (width - 2 * left);
  const y = (value: number) => top + ((max + air - value) / (max - min + 2 * air)) * (height - 2 * top);
  const began = days.findIndex((_, i) => (days[i + 1]?.DayEPOCH ?? Number.POSITIVE_INFINITY) > warning.StartEPOCH);
  return (
    <figure className="warning-days">
      <figcaption>
        <span className="warning-key warning-key-own">{t.thisDevice}</span>
        <span className="warning-key warning-key-like">{t.likeMiddle}</span>
        <span className="warning-range tabular">
          {inUnit(min, warning)} … {inUnit(max, warning)}
        </span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t.byDay} preserveAspectRatio="none">
        <line className="warning-axis" x1={left} x2={width - left} y1={height - top} y2={height - top} />
        {began > 0 ? <line className="warning-began" x1={x(began)} x2={x(began)} y1={0} y2={height - top} /> : null}
        <path
          className="warning-line-like"
          d={pathOf(
            days.map(({ LikeValue }) => LikeValue),
            x,
            y,
          )}
        />
        <path
          className="warning-line-own"
          d={pathOf(
            days.map(({ Value }) => Value),
            x,
            y,
          )}
        />
      </svg>
      <p className="warning-scale tabular" aria-hidden="true">
        <span>{days[0]!.Day.slice(5)}</span>
        <span>{days.at(-1)!.Day.slice(5)}</span>
      </p>
      <table className="visually-hidden">
        <caption>{t.byDay}</caption>
        <thead>
          <tr>
            <th>{t.day}</th>
            <th>{t.thisDevice}</th>
            <th>{t.likeMiddle}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ Day, Value, LikeValue }) => (
            <tr key={Day}>
              <td>{Day.slice(5)}</td>
              <td>{inUnit(Value, warning)}</td>
              <td>{inUnit(LikeValue, warning)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
