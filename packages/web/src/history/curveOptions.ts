import type { WriteRecord } from '@watchpost/contract';
import uPlot from 'uplot';
import { formatNumber } from '../lib/numbers.ts';
import type { ObservableValue } from '../lib/ObservableValue.ts';
import { averagePath, denseFrom } from './averagePath.ts';
import { curveColour } from './curveColours.ts';
import { type CurveMark, drawMarks, drawNoData, drawUnits } from './curveFrame.ts';
import { drawLanes, laneHeight } from './curveLanes.ts';
import { bandColour, drawLimits, limitLines, paintByLimits, steadyLimits } from './curveLimits.ts';
import { font, type Look } from './curveLook.ts';
import type { ChartMargins } from './curveMargins.ts';
import {
  alarmAt,
  alarmReach,
  alarmReachDown,
  type CurveMarks,
  drawAlarms,
  drawBad,
  drawDefrosts,
  type WordPlace,
} from './curveMarks.ts';
import type { TimeSpan } from './curveRange.ts';
import { axisTimes } from './curveTimes.ts';
import { drawWrites } from './curveWrites.ts';
import type { CurveShape } from './shapeCurves.ts';

/** Where the reader points. */
export interface Cursor {
  readonly time: number;
  /** CSS pixels from the left of the chart. */
  readonly left: number;
}

/** How a chart behaves beside others. */
export interface ChartWays {
  /** The mark of an alarm was clicked. */
  readonly onAlarm?: ((alarmId: number) => void) | undefined;
  readonly onZoom?: ((span: TimeSpan) => void) | undefined;
  /** Charts of the same word have one cursor. */
  readonly together?: string | undefined;
  /** `time`: at the same moment. `place`: as far from the beginning, for charts of several periods. */
  readonly togetherBy?: 'time' | 'place' | undefined;
  /** Of every scale, where charts beside each other must be equally high. */
  readonly range?: { readonly low: number; readonly high: number } | undefined;
  /** Points that stand in the background, such as the weather. */
  readonly dashed?: readonly number[] | undefined;
  /** Beside a chart under others. */
  readonly margins?: ChartMargins | undefined;
}

/** Room for half of the last time, where no axis stands at the right. CSS pixels. */
const rightAir = 20;

/** The chart as uPlot draws it: axes, lines with their bands, and by hooks the gaps, limits, marks and state bars. */
export function optionsOf(
  shape: CurveShape,
  look: Look,
  size: { width: number; height: number },
  showLimits: boolean,
  marks: readonly CurveMark[],
  writes: readonly WriteRecord[],
  standing: CurveMarks,
  cursor: ObservableValue<Cursor | null>,
  { onZoom, onAlarm, together, togetherBy, range, dashed, margins }: ChartWays,
): uPlot.Options {
  const { colours, theme } = look;
  const shownLines = showLimits ? limitLines(shape, look) : [];
  const narrow = size.width < 480;
  const lanes = shape.states.length * laneHeight;
  const scales: uPlot.Scales = { x: { time: true, range: () => [shape.span.from, shape.span.to] } };
  const names = shape.units.map((_, index) => `y${index}`);
  for (const name of names.length > 0 ? names : ['y0']) {
    const limits = shownLines.filter((line) => line.scale === name).map((line) => line.value);
    scales[name] = {
      range: (_u, dataMin, dataMax) => {
        const values = [dataMin, dataMax, ...limits, range?.low, range?.high].filter((value): value is number =>
          Number.isFinite(value),
        );
        if (values.length === 0) return [0, 1];
        const low = Math.min(...values);
        const high = Math.max(...values);
        const air = high > low ? (high - low) * 0.08 : Math.max(0.5, Math.abs(high) * 0.1);
        return [low - air, high + air];
      },
    };
  }
  const series: uPlot.Series[] = [{}];
  const bands: uPlot.Band[] = [];
  const alone = shape.analogs.length === 1;
  const isDense = shape.data[0].length / Math.max(1, size.width) > denseFrom;
  for (const { curve, scale, colour } of shape.analogs) {
    const limits = showLimits ? steadyLimits(curve) : [];
    const own = curveColour(theme, colour);
    const value = series.length;
    series.push({
      scale,
      stroke: alone ? (u) => paintByLimits(u, scale, limits, (band) => (band ? bandColour(band, colours) : own)) : own,
      width: 1.5,
      ...(shape.envelope ? { paths: averagePath } : {}),
      ...(dashed?.includes(curve.PointId) ? { dash: [3, 3] } : {}),
      points: { size: 4, fill: own, stroke: own },
    });
    if (shape.envelope) {
      // A spike of one bucket among thousands is narrower than a pixel: as an area it would vanish, as a line it does not.
      const envelope = (within: string, beyond: string) => (u: uPlot) =>
        paintByLimits(u, scale, limits, (band) => (band ? `${bandColour(band, colours)}${beyond}` : `${own}${within}`));
      const edge: uPlot.Series = {
        scale,
        width: 1,
        stroke: envelope(isDense ? '40' : alone ? '66' : '33', 'e6'),
        points: { show: false },
      };
      series.push({ ...edge }, { ...edge });
      // uPlot takes what the canvas takes; its types know only strings.
      const fill = envelope('26', '66') as (u: uPlot) => string;
      bands.push({ series: [value + 2, value + 1], fill });
    }
  }
  let defrostWords: readonly WordPlace[] = [];
  const axis = { stroke: colours.muted, font: font(11), ticks: { show: false }, border: { show: false } } as const;
  const yAxis = (scale: string, side: 1 | 3): uPlot.Axis => ({
    ...axis,
    scale,
    side,
    size: (_u, values) => {
      const own = Math.max(36, 14 + 6.6 * Math.max(0, ...(values ?? []).map((value) => value.length)));
      margins?.need(side === 3 ? { left: own } : { right: own });
      return Math.max(own, margins?.all()[side === 3 ? 'left' : 'right'] ?? 0);
    },
    gap: 8,
    space: 46,
    grid: { show: side === 3, stroke: colours.grid, width: 1 },
    values: (_u, splits) => {
      const step = Math.abs((splits[1] ?? 1) - (splits[0] ?? 0));
      // As many as the step has itself: 2.5 must not read 3.
      const decimals =
        [0, 1, 2, 3].find((each) => Math.abs(step * 10 ** each - Math.round(step * 10 ** each)) < 1e-6) ?? 4;
      return splits.map((split) => formatNumber(split, decimals));
    },
  });
  const hasRightAxis = shape.units.length > 1;
  if (!hasRightAxis) margins?.need({ right: rightAir });
  const markedAt = (u: uPlot, event: MouseEvent) => {
    const { left, top, width } = u.over.getBoundingClientRect();
    if (event.clientY - top > alarmReachDown) return null;
    return alarmAt(
      standing,
      u.posToVal(event.clientX - left, 'x'),
      ((shape.span.to - shape.span.from) / Math.max(1, width)) * alarmReach,
      shape,
    );
  };
  return {
    ...size,
    ms: 1,
    tzDate: (epochMs) => uPlot.tzDate(new Date(epochMs), look.timeZone),
    padding: [26, () => (hasRightAxis ? 0 : Math.max(rightAir, margins?.all().right ?? 0)), 0, 0],
    legend: { show: false },
    scales,
    series,
    bands,
    axes: [
      {
        ...axis,
        scale: 'x',
        size: 28 + (lanes > 0 ? lanes + 4 : 0),
        gap: 8 + (lanes > 0 ? lanes + 4 : 0),
        space: narrow ? 64 : 90,
        grid: { show: false },
        values: (_u, splits, _axis, _space, step) => axisTimes(splits, step, look.timeZone),
      },
      yAxis('y0', 3),
      ...(hasRightAxis ? [yAxis('y1', 1)] : []),
    ],
    cursor: {
      y: false,
      points: { show: false },
      ...(together === undefined
        ? {}
        : {
            sync: { key: together, scales: [togetherBy === 'place' ? null : 'x', null] as [string | null, null] },
          }),
      drag: { x: onZoom !== undefined, y: false, setScale: false, dist: 6 },
    },
    hooks: {
      init: [
        (u) => {
          if (!onAlarm) return;
          // Dragging over a mark zooms; uPlot keeps the click that ends a drag to itself.
          u.over.addEventListener('click', (event) => {
            const alarm = markedAt(u, event);
            if (alarm) onAlarm(alarm.AlarmId);
          });
          u.over.addEventListener('mousemove', (event) => {
            u.over.style.cursor = markedAt(u, event) ? 'pointer' : '';
          });
        },
      ],
      drawAxes: [
        (u) => {
          defrostWords = drawDefrosts(
            u,
            standing,
            shape,
            look,
            shownLines.map(({ value, scale }) => u.valToPos(value, scale, true)),
          );
          drawNoData(u, shape, look);
          drawBad(u, shape, look, look.words.quality);
        },
      ],
      draw: [
        (u) => {
          drawLimits(u, shownLines, look, defrostWords);
          drawUnits(u, shape, look);
          drawMarks(u, marks, shape.states.length, look);
          drawLanes(u, shape.states, look);
          drawWrites(u, writes, shape, look, lanes);
          drawAlarms(u, standing, shape, look);
        },
      ],
      setCursor: [
        (u) => {
          const { left } = u.cursor;
          cursor.set(
            left === undefined || left === null || left < 0
              ? null
              : { time: u.posToVal(left, 'x'), left: left + u.bbox.left / uPlot.pxRatio },
          );
        },
      ],
      setSelect: [
        (u) => {
          if (u.select.width < 6) return;
          onZoom?.({
            from: Math.round(u.posToVal(u.select.left, 'x')),
            to: Math.round(u.posToVal(u.select.left + u.select.width, 'x')),
          });
          u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
    },
  };
}
