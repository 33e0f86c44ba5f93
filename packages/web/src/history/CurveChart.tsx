import type { WriteRecord } from '@watchpost/contract';
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useText } from '../lib/defineText.ts';
import { observableValue } from '../lib/ObservableValue.ts';
import { useTheme } from '../lib/theme.ts';
import { limitText } from '../points/index.ts';
import { qualityText, tokens } from '../ui/index.ts';
import './CurveChart.css';
import { CurveTip } from './CurveTip.tsx';
import type { CurveMark } from './curveFrame.ts';
import { laneHeight } from './curveLanes.ts';
import { font, type Look } from './curveLook.ts';
import type { CurveMargins } from './curveMargins.ts';
import { alarmAt, alarmReach, type CurveMarks, noMarks } from './curveMarks.ts';
import { type Cursor, optionsOf } from './curveOptions.ts';
import type { TimeSpan } from './curveRange.ts';
import type { CurveShape } from './shapeCurves.ts';
import { text } from './text.ts';

const noMoments: readonly CurveMark[] = [];
const noWrites: readonly WriteRecord[] = [];

/** The nearest background that is painted: a page's surface, or the raised one of a dialog. */
function groundOf(element: HTMLElement, fallback: string): string {
  for (let at: HTMLElement | null = element; at; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor;
    if (colour && colour !== 'transparent' && !colour.endsWith(', 0)')) return colour;
  }
  return fallback;
}

/** While a cursor is put somewhere by the page: then nobody has moved it, on this chart or on one that goes along. */
let isPlaced = false;

function standAt(u: uPlot, time: number): void {
  isPlaced = true;
  try {
    u.setCursor({ left: u.valToPos(time, 'x'), top: u.over.clientHeight / 2 });
  } finally {
    isPlaced = false;
  }
}

export interface CurveChartHandle {
  /** The chart as it stands; null before the first paint. */
  canvas(): HTMLCanvasElement | null;
}

/**
 * Up to ten points over time: lines with their lowest–highest band, gaps as gaps on grey, states as bars underneath, limits as
 * labelled lines. Two units have an axis each. Follows the theme, the project's zone and its own width.
 */
export function CurveChart({
  shape,
  timeZone,
  label,
  height = 360,
  showLimits = true,
  marks = noMoments,
  writes = noWrites,
  standing = noMarks,
  together,
  togetherBy,
  margins,
  range,
  dashed,
  onZoom,
  onResetZoom,
  onAlarm,
  at,
  onAt,
  ref,
}: {
  shape: CurveShape;
  timeZone: string;
  /** What a screen reader says for the picture. */
  label: string;
  /** Of the plot with its axis, without the lanes of state points. CSS pixels. */
  height?: number;
  showLimits?: boolean;
  /** Keep the array between renders: a new one draws anew. */
  marks?: readonly CurveMark[];
  /** Of the points shown; keep the array between renders, too. */
  writes?: readonly WriteRecord[];
  /** Alarms and defrosts; keep the object between renders, too. */
  standing?: CurveMarks;
  /** Charts of the same word have one cursor. */
  together?: string;
  /** `time`: at the same moment. `place`: as far from the beginning, for charts of several periods. */
  togetherBy?: 'time' | 'place';
  /** Shared with the charts above and below. */
  margins?: CurveMargins | undefined;
  /** Of every axis at least so much; keep the object between renders. */
  range?: { readonly low: number; readonly high: number };
  /** Points drawn as background; keep the array between renders. */
  dashed?: readonly number[];
  /** The user chose a part by dragging or by key; without it the chart does not zoom. */
  onZoom?: (span: TimeSpan) => void;
  onResetZoom?: () => void;
  /** The mark of an alarm was chosen, by click or by Enter where the cursor stands. */
  onAlarm?: (alarmId: number) => void;
  /** A moment that something beside it shows as well, epoch ms: the cursor stands there unless a pointer is on the chart. */
  at?: number | undefined;
  /** The cursor was moved here, epoch ms. */
  onAt?: ((at: number) => void) | undefined;
  ref?: Ref<CurveChartHandle>;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const target = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const cursor = useMemo(() => observableValue<Cursor | null>(null), []);
  /** Where the cursor stood when the chart was drawn anew, ms: a curve that moves on by the minute leaves it to who is reading. */
  const stoodAt = useRef<number | null>(null);
  const [width, setWidth] = useState(0);
  const theme = useTheme();
  const t = useText(text);
  const limitWords = useText(limitText);
  const qualityWords = useText(qualityText);
  const latest = useRef({ onZoom, onResetZoom, onAlarm, at, onAt });
  useEffect(() => {
    latest.current = { onZoom, onResetZoom, onAlarm, at, onAt };
  });
  useEffect(() => {
    if (at !== undefined && chart.current) standAt(chart.current, at);
  }, [at]);
  const canZoom = onZoom !== undefined;
  const opensAlarms = onAlarm !== undefined;

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      const next = Math.floor(entry?.contentRect.width ?? 0);
      if (next > 0) setWidth(next);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const lanes = shape.states.length > 0 ? shape.states.length * laneHeight + 4 : 0;
  // State points alone need no plot above their bars.
  const total = (shape.analogs.length === 0 ? 60 : height) + lanes;

  useEffect(() => {
    if (!target.current || width === 0) return;
    const look: Look = {
      theme,
      colours: tokens[theme],
      ground: groundOf(target.current, tokens[theme].surface),
      timeZone,
      font,
      words: {
        noData: t.noData,
        bad: t.badQuality,
        defrost: t.defrost,
        limits: limitWords,
        nameAndName: t.nameAndName,
        quality: qualityWords,
      },
    };
    const zoom = canZoom ? (span: TimeSpan) => latest.current.onZoom?.(span) : undefined;
    const size = { width, height: total };
    const joined = margins?.join(() => chart.current?.redraw(true, true));
    const openAlarm = opensAlarms ? (alarmId: number) => latest.current.onAlarm?.(alarmId) : undefined;
    const ways = { onZoom: zoom, onAlarm: openAlarm, together, togetherBy, range, dashed, margins: joined };
    const options = optionsOf(shape, look, size, showLimits, marks, writes, standing, cursor, ways);
    // Without a value column uPlot draws no axis: the bars of state points still need the time.
    const data =
      shape.analogs.length > 0
        ? shape.data
        : [
            [shape.span.from, shape.span.to],
            [null, null],
          ];
    if (shape.analogs.length === 0) {
      options.series.push({ scale: 'y0', show: true });
      options.axes = [
        options.axes![0]!,
        {
          scale: 'y0',
          side: 3,
          size: () => Math.max(40, joined?.all().left ?? 0),
          values: () => [],
          ticks: { show: false },
          grid: { show: false },
        },
      ];
    }
    options.hooks!.setCursor!.push((u) => {
      const { at: moment, onAt: tell } = latest.current;
      const { left } = u.cursor;
      if (isPlaced) return;
      if (left !== undefined && left !== null && left >= 0) tell?.(Math.round(u.posToVal(left, 'x')));
      // The pointer has left: the cursor goes on showing what is shown beside it.
      else if (moment !== undefined) queueMicrotask(() => chart.current === u && standAt(u, moment));
    });
    options.hooks!.ready = [
      (u) => {
        const time = latest.current.at ?? stoodAt.current;
        if (time === null || time < shape.span.from || time > shape.span.to) return;
        standAt(u, time);
      },
    ];
    const made = new uPlot(options, data as uPlot.AlignedData, target.current);
    chart.current = made;
    return () => {
      chart.current = null;
      stoodAt.current = cursor.get()?.time ?? null;
      cursor.set(null);
      joined?.leave();
      made.destroy();
    };
  }, [
    shape,
    theme,
    timeZone,
    t,
    limitWords,
    qualityWords,
    width,
    total,
    showLimits,
    marks,
    writes,
    standing,
    together,
    togetherBy,
    margins,
    range,
    dashed,
    canZoom,
    opensAlarms,
    cursor,
  ]);

  useImperativeHandle(ref, () => ({ canvas: () => chart.current?.ctx.canvas ?? null }));

  const onKeyDown = (event: React.KeyboardEvent) => {
    const made = chart.current;
    if (!made || event.ctrlKey || event.metaKey || event.altKey) return;
    const { from, to } = shape.span;
    const at = cursor.get()?.time ?? (from + to) / 2;
    const moveTo = (time: number) => {
      const left = made.valToPos(Math.min(to, Math.max(from, time)), 'x');
      made.setCursor({ left, top: made.over.clientHeight / 2 });
    };
    const stepMs = Math.max(
      shape.intervalMs,
      ((to - from) / Math.max(1, made.over.clientWidth)) * (event.shiftKey ? 40 : 6),
    );
    if (event.key === 'ArrowLeft') moveTo(at - stepMs);
    else if (event.key === 'ArrowRight') moveTo(at + stepMs);
    else if (event.key === '+' || event.key === '=') {
      const quarter = (to - from) / 4;
      if (quarter > 30_000)
        onZoom?.({ from: Math.round(Math.max(from, at - quarter)), to: Math.round(Math.min(to, at + quarter)) });
    } else if (event.key === 'Enter' && onAlarm) {
      const reachMs = ((to - from) / Math.max(1, made.over.clientWidth)) * alarmReach;
      const alarm = alarmAt(standing, at, reachMs, shape);
      if (!alarm) return;
      onAlarm(alarm.AlarmId);
    } else if (event.key === '-' || event.key === '0') onResetZoom?.();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a chart that answers to keys is a group, not a fieldset
    <div
      ref={frame}
      className="curve-chart"
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move its cursor
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={() => chart.current?.setCursor({ left: -10, top: -10 })}
      style={{ minHeight: total }}
    >
      <div ref={target} aria-hidden="true" />
      <CurveTip shape={shape} writes={writes} marks={standing} cursor={cursor} width={width} timeZone={timeZone} />
    </div>
  );
}
