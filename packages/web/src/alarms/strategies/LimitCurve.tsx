import { bandOrder, bandWords, type Curve } from '@watchpost/contract';
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { formatDateTime } from '../../lib/dates.ts';
import { useText } from '../../lib/defineText.ts';
import { useBilingual } from '../../lib/language.ts';
import { formatNumber, formatWithUnit } from '../../lib/numbers.ts';
import { severityOf } from '../../ui/index.ts';
import { placeOf, type TrialLane, TrialMarks } from '../backTest/TrialMarks.tsx';
import type { MovingLimit } from './limitsInForce.ts';
import type { Bands } from './RuleFields.tsx';
import { text } from './text.ts';

type Band = (typeof bandOrder)[number];

const height = 260;
/** Of a label; CSS pixels. */
const lineHeight = 14;
const margin = { top: 10, right: 12, bottom: 22, left: 52 };

const colourOf: Record<Band, string> = {
  highHigh: 'var(--urgent)',
  high: 'var(--important)',
  low: 'var(--important)',
  lowLow: 'var(--urgent)',
};

/** Round steps of an axis: 1, 2 or 5 times a power of ten. */
function ticksOf(low: number, high: number): number[] {
  const rough = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((each) => each >= rough) ?? rough;
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.floor((high - first) / step) + 1 }, (_, at) => first + at * step);
}

/** Baselines of labels, from the highest down, none over another. */
export function apart(baselines: readonly number[]): number[] {
  const placed: number[] = [];
  for (const baseline of baselines) placed.push(Math.max(baseline, (placed.at(-1) ?? -lineHeight) + lineHeight));
  return placed;
}

/** With a gap where nobody knows it. */
function pathOf(samples: MovingLimit['samples'], x: (time: number) => number, y: (value: number) => number): string {
  let path = '';
  let isOn = false;
  for (const { at, limit } of samples) {
    if (limit !== null) path += `${isOn ? 'L' : 'M'}${x(at).toFixed(1)},${y(limit).toFixed(1)}`;
    isOn = limit !== null;
  }
  return path;
}

/**
 * The last weeks of a point with the limits of a rule over them: lines that are dragged or moved by arrow keys, the deadband as
 * a band on the way back.
 */
export function LimitCurve({
  curve,
  span,
  timeZone,
  bands,
  moving,
  deadband,
  onBand,
  lanes,
}: {
  curve: Curve;
  span: { readonly from: number; readonly to: number };
  timeZone: string;
  bands: Bands;
  /** Limits that follow other points. */
  moving: readonly MovingLimit[];
  deadband: number;
  /** Null: nothing can be dragged. */
  onBand: ((band: Band, limit: number) => void) | null;
  /** What the limits would have raised, and what was: the first of them is shaded on the curve, too. */
  lanes: readonly TrialLane[];
}) {
  const t = useText(text);
  const inWords = useBilingual();
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const dragged = useRef<Band | null>(null);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const limits = bandOrder.flatMap((band) =>
    typeof bands[band]?.limit === 'number' ? [[band, bands[band].limit] as const] : [],
  );
  const values = curve.DataList.flatMap(({ Min, Max, Value }) => [Min ?? Value, Max ?? Value]).filter(
    (each) => each !== null,
  );
  // While a line is dragged the scale stays: it would run away under the pointer.
  const range = useRef({ low: 0, high: 1 });
  if (dragged.current === null) {
    const followed = moving.flatMap(({ samples }) => samples.flatMap(({ limit }) => limit ?? []));
    const all = [...values, ...followed, ...limits.map(([, limit]) => limit)];
    const [low, high] = all.length > 0 ? [Math.min(...all), Math.max(...all)] : [0, 1];
    const air = (high - low || 1) * 0.08;
    range.current = { low: low - air, high: high + air };
  }
  const { low, high } = range.current;
  const inner = { width: Math.max(1, width - margin.left - margin.right), height: height - margin.top - margin.bottom };
  const x = (time: number) => margin.left + ((time - span.from) / (span.to - span.from)) * inner.width;
  const y = (value: number) => margin.top + (1 - (value - low) / (high - low)) * inner.height;
  const valueAt = (pixel: number) => low + (1 - (pixel - margin.top) / inner.height) * (high - low);
  const step = 10 ** -Math.min(2, curve.Decimals);
  const rounded = (value: number) => Math.round(value / step) * step;
  const clean = (value: number) => Number(rounded(value).toFixed(Math.min(2, curve.Decimals)));

  // biome-ignore lint/correctness/useExhaustiveDependencies: x and y are made of what stands here
  const paths = useMemo(() => {
    let line = '';
    const area: string[] = [];
    let upper: string[] = [];
    let lower: string[] = [];
    const close = () => {
      if (upper.length > 1) area.push(`M${upper.join('L')}L${lower.reverse().join('L')}Z`);
      upper = [];
      lower = [];
    };
    for (const { Time, Value, Min, Max } of curve.DataList) {
      if (Value === null) {
        close();
        continue;
      }
      line += `${upper.length === 0 ? 'M' : 'L'}${x(Time).toFixed(1)},${y(Value).toFixed(1)}`;
      upper.push(`${x(Time).toFixed(1)},${y(Max ?? Value).toFixed(1)}`);
      lower.push(`${x(Time).toFixed(1)},${y(Min ?? Value).toFixed(1)}`);
    }
    close();
    return { line, area: area.join('') };
  }, [curve, width, low, high, span]);

  const move = (event: PointerEvent<SVGElement>) => {
    const band = dragged.current;
    if (band === null || !onBand || !frame.current) return;
    const { top } = frame.current.getBoundingClientRect();
    const within = Math.min(height - margin.bottom, Math.max(margin.top, event.clientY - top));
    onBand(band, clean(valueAt(within)));
  };
  const onKey = (band: Band, limit: number) => (event: KeyboardEvent) => {
    const by = (event.shiftKey ? 10 : 1) * step;
    if (event.key === 'ArrowUp') onBand?.(band, clean(limit + by));
    else if (event.key === 'ArrowDown') onBand?.(band, clean(limit - by));
    else return;
    event.preventDefault();
  };
  /** How much of the time the value was beyond a line, by what each stretch reached. */
  const shareBeyond = (band: Band, limit: number) => {
    const known = curve.DataList.filter(({ Value }) => Value !== null);
    const beyond = known.filter(({ Value, Min, Max }) =>
      band === 'high' || band === 'highHigh' ? (Max ?? Value)! > limit : (Min ?? Value)! < limit,
    );
    return known.length === 0 ? 0 : (beyond.length / known.length) * 100;
  };
  const labels = apart(limits.map(([, limit]) => y(limit) - 5));
  const edges = { left: margin.left, right: width - margin.right };
  const days = Array.from({ length: 7 }, (_, at) => span.from + ((at + 0.5) * (span.to - span.from)) / 7);
  return (
    <div ref={frame} className="limit-curve">
      {width > 0 ? (
        // biome-ignore lint/a11y/useSemanticElements: a drawing with sliders in it is a group, not a fieldset
        <svg
          width={width}
          height={height}
          role="group"
          aria-label={t.pastOf(curve.PointName)}
          onPointerMove={move}
          onPointerUp={() => {
            dragged.current = null;
            redraw();
          }}
        >
          {ticksOf(low, high).map((tick) => (
            <g key={tick}>
              <line className="limit-grid" x1={margin.left} x2={width - margin.right} y1={y(tick)} y2={y(tick)} />
              <text className="limit-axis" x={margin.left - 6} y={y(tick) + 4} textAnchor="end">
                {formatNumber(tick, high - low < 5 ? 1 : 0)}
              </text>
            </g>
          ))}
          {days.map((day) => (
            <text key={day} className="limit-axis" x={x(day)} y={height - 6} textAnchor="middle">
              {formatDateTime(day, timeZone).slice(5, 10)}
            </text>
          ))}
          {deadband > 0
            ? limits.map(([band, limit]) => {
                const back = band === 'high' || band === 'highHigh' ? limit - deadband : limit + deadband;
                const [upper, lower] = [Math.max(limit, back), Math.min(limit, back)];
                return (
                  <rect
                    key={band}
                    className="limit-deadband"
                    x={margin.left}
                    width={inner.width}
                    y={y(upper)}
                    height={Math.max(0, y(lower) - y(upper))}
                    fill={colourOf[band]}
                  />
                );
              })
            : null}
          {(lanes[0]?.marks ?? []).map((mark) => {
            const place = placeOf(mark, span, edges);
            return place ? (
              <rect
                key={`${mark.from} ${mark.level} ${mark.to}`}
                className={`trial-shade trial-${severityOf(mark.level)}`}
                x={place.x}
                width={place.width}
                y={margin.top}
                height={inner.height}
              />
            ) : null;
          })}
          <path className="limit-area" d={paths.area} />
          <path className="limit-line" d={paths.line} />
          {moving.map(({ band, samples }) => (
            <g key={`moving ${band}`}>
              <path className="limit-mark limit-moving" stroke={colourOf[band]} d={pathOf(samples, x, y)}>
                <title>{inWords(bandWords[band])}</title>
              </path>
            </g>
          ))}
          {limits.map(([band, limit], at) => (
            <g
              key={band}
              className={onBand ? 'limit-handle' : 'limit-fixed'}
              role="slider"
              aria-label={inWords(bandWords[band])}
              aria-orientation="vertical"
              aria-valuenow={limit}
              aria-valuetext={formatWithUnit(limit, curve.Unit, curve.Decimals)}
              aria-disabled={onBand === null}
              tabIndex={onBand ? 0 : undefined}
              onKeyDown={onKey(band, limit)}
              onPointerDown={(event) => {
                if (!onBand) return;
                dragged.current = band;
                event.currentTarget.setPointerCapture(event.pointerId);
              }}
            >
              <line className="limit-grip" x1={margin.left} x2={width - margin.right} y1={y(limit)} y2={y(limit)} />
              <line
                className="limit-mark"
                stroke={colourOf[band]}
                x1={margin.left}
                x2={width - margin.right}
                y1={y(limit)}
                y2={y(limit)}
              />
              <text
                className="limit-label"
                x={width - margin.right - 4}
                y={labels[at]!}
                textAnchor="end"
                fill={colourOf[band]}
              >
                {inWords(bandWords[band])} {formatWithUnit(limit, curve.Unit, curve.Decimals)}
              </text>
            </g>
          ))}
        </svg>
      ) : null}
      {width > 0 && lanes.length > 0 ? (
        <TrialMarks
          lanes={lanes}
          span={span}
          width={width}
          edges={edges}
          timeZone={timeZone}
          unit={curve.Unit}
          decimals={curve.Decimals}
        />
      ) : null}
      {limits.length > 0 && values.length > 0 ? (
        <p className="strategy-hint tabular">
          {limits
            .map(([band, limit]) => t.beyond(inWords(bandWords[band]), formatNumber(shareBeyond(band, limit), 1)))
            .map((words, at) => (at === 0 ? words.charAt(0).toUpperCase() + words.slice(1) : words))
            .join(' · ')}
        </p>
      ) : null}
    </div>
  );
}
