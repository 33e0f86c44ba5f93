import type { WriteRecord } from '@watchpost/contract';
import uPlot from 'uplot';
import { formatDateTimeSeconds } from '../lib/dates.ts';
import { formatNumber } from '../lib/numbers.ts';
import type { ObservableValue } from '../lib/ObservableValue.ts';
import type { Theme } from '../lib/theme.ts';
import { isUpper, type Limit, type LimitBand, limitsOf } from '../points/index.ts';
import type { QualityWords, Tokens } from '../ui/index.ts';
import { curveColour } from './curveColours.ts';
import { type CurveMarks, drawAlarms, drawBad, drawDefrosts, type WordPlace } from './curveMarks.ts';
import type { TimeSpan } from './curveRange.ts';
import { drawWrites } from './curveWrites.ts';
import type { CurveShape, StateCurve } from './shapeCurves.ts';

export const font = (px: number) => `${px}px 'Inter Variable', 'Noto Sans SC', sans-serif`;
/** Of one state point under the plot: its name, its bar, air. CSS pixels. */
export const laneHeight = 32;

/** What the drawing needs to know of the screen. */
export interface Look {
  readonly theme: Theme;
  readonly colours: Tokens;
  /** What the chart stands on: behind labels that cross lines. */
  readonly ground: string;
  readonly timeZone: string;
  /** For the canvas. */
  readonly font: (px: number) => string;
  readonly words: {
    noData: string;
    bad: string;
    defrost: string;
    limits: Record<LimitBand, string>;
    nameAndName: string;
    quality: QualityWords;
  };
}

interface LimitLine {
  readonly scale: string;
  readonly value: number;
  readonly band: LimitBand;
  readonly colour: string;
  readonly label: string;
  /** Where the label has no room. */
  readonly shortLabel: string;
}

/**
 * One line for equal limits of several points. Of a point alone it has the colour of its band; among several points the colour
 * and the name of the point it belongs to, for the others may well lie beyond it.
 */
function limitLines(shape: CurveShape, { theme, colours, words }: Look): LimitLine[] {
  const alone = shape.analogs.length === 1;
  const lines = shape.analogs.flatMap((analog) => limitsOf(analog.curve).map((limit) => ({ ...limit, analog })));
  const equal = Map.groupBy(lines, ({ band, value, analog }) => `${analog.scale} ${band} ${value}`);
  return [...equal.values()].map((same): LimitLine => {
    const { band, value, analog } = same[0]!;
    const names = [...new Set(same.map((each) => each.analog.curve.PointName))];
    const whose = names.length > 2 ? `${names[0]} +${names.length - 1}` : names.join(words.nameAndName);
    const shortLabel = `${words.limits[band]} ${formatNumber(value, analog.curve.Decimals)}`;
    return {
      scale: analog.scale,
      value,
      band,
      colour: alone ? bandColour(band, colours) : same.length === 1 ? curveColour(theme, analog.colour) : colours.muted,
      label: alone ? shortLabel : `${whose} · ${shortLabel}`,
      shortLabel,
    };
  });
}

const bandColour = (band: LimitBand, colours: Tokens) =>
  band === 'highHigh' || band === 'lowLow' ? colours.urgent : colours.important;

/** Clock at short steps, date at long ones; midnight says its date. */
function axisTime(epochMs: number, stepMs: number, timeZone: string): string {
  const full = formatDateTimeSeconds(epochMs, timeZone);
  const day = full.slice(5, 10);
  if (stepMs >= 86_400_000) return day;
  const clock = full.slice(11, stepMs < 60_000 ? 19 : 16);
  return clock === '00:00' ? day : clock;
}

/** Of the marks of an axis; where they are days of several years, the first of each says which. */
function axisTimes(splits: readonly number[], stepMs: number, timeZone: string): string[] {
  const years = splits.map((split) => formatDateTimeSeconds(split, timeZone).slice(0, 4));
  const tellsYears = stepMs >= 86_400_000 && new Set(years).size > 1;
  return splits.map((split, index) => {
    const said = axisTime(split, stepMs, timeZone);
    return tellsYears && years[index] !== years[index - 1] ? `${years[index]}-${said}` : said;
  });
}

/** Vertical gradient with hard stops: what lies beyond a limit takes another colour than what lies within all of them. */
function paintByLimits(
  u: uPlot,
  scale: string,
  limits: readonly Limit[],
  paint: (beyond: LimitBand | null) => string,
): string | CanvasGradient {
  const { min, max } = u.scales[scale] ?? {};
  const { top, height } = u.bbox;
  if (min == null || max == null || max <= min || !(height > 0) || limits.length === 0) return paint(null);
  const gradient = u.ctx.createLinearGradient(0, top, 0, top + height);
  let position = 0;
  const downTo = (value: number, colour: string) => {
    const stop = Math.max(position, Math.min(1, (max - value) / (max - min)));
    gradient.addColorStop(position, colour);
    gradient.addColorStop(stop, colour);
    position = stop;
  };
  // From the top down: beyond the highest limit first.
  const ordered = [...limits].sort((a, b) => b.value - a.value);
  for (const { band, value } of ordered.filter(({ band }) => isUpper(band))) downTo(value, paint(band));
  let beyond: LimitBand | null = null;
  for (const { band, value } of ordered.filter(({ band }) => !isUpper(band))) {
    downTo(value, paint(beyond));
    beyond = band;
  }
  downTo(min, paint(beyond));
  return gradient;
}

function drawNoData(u: uPlot, shape: CurveShape, look: Look): void {
  const { ctx } = u;
  const ratio = uPlot.pxRatio;
  ctx.save();
  ctx.font = font(11 * ratio);
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  for (const { from, to } of shape.noData) {
    const left = Math.max(u.bbox.left, u.valToPos(from, 'x', true));
    const right = Math.min(u.bbox.left + u.bbox.width, u.valToPos(to, 'x', true));
    if (right <= left) continue;
    ctx.fillStyle = look.colours.grid;
    ctx.globalAlpha = 0.75;
    ctx.fillRect(left, u.bbox.top, Math.max(right - left, ratio), u.bbox.height);
    ctx.globalAlpha = 1;
    // A little wider than the band may be: the words still belong to it.
    if (right - left > ctx.measureText(look.words.noData).width * 0.7) {
      ctx.fillStyle = look.colours.muted;
      ctx.fillText(look.words.noData, (left + right) / 2, u.bbox.top + u.bbox.height / 2);
    }
  }
  ctx.restore();
}

/** @param words of others that stand there already */
function drawLimits(u: uPlot, lines: readonly LimitLine[], look: Look, words: readonly WordPlace[]): void {
  const { ctx } = u;
  const ratio = uPlot.pxRatio;
  const right = u.bbox.left + u.bbox.width;
  const first = u.bbox.left + 6 * ratio;
  const taken: WordPlace[] = [...words];
  const heights = lines.map(({ value, scale }) => Math.round(u.valToPos(value, scale, true)) + 0.5);
  ctx.save();
  ctx.font = font(11 * ratio);
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.lineWidth = ratio;
  for (const [index, line] of lines.entries()) {
    const y = heights[index]!;
    if (y < u.bbox.top || y > u.bbox.top + u.bbox.height) continue;
    ctx.strokeStyle = line.colour;
    ctx.globalAlpha = 0.85;
    ctx.setLineDash([5 * ratio, 4 * ratio]);
    ctx.beginPath();
    ctx.moveTo(u.bbox.left, y);
    ctx.lineTo(right, y);
    ctx.stroke();
    ctx.globalAlpha = 1;
    const label = first + ctx.measureText(line.label).width < right ? line.label : line.shortLabel;
    const width = ctx.measureText(label).width;
    // At the left, because what matters happens at the right; above the line for upper limits, below for lower ones, on the
    // other side or further right where another label stands, and not at all where there is no room.
    const sides = isUpper(line.band) ? [y - 8 * ratio, y + 9 * ratio] : [y + 9 * ratio, y - 8 * ratio];
    const place = [first, ...taken.map((other) => other.right + 12 * ratio).sort((a, b) => a - b)]
      .flatMap((left) => sides.map((side) => ({ left, right: left + width, y: side })))
      .find(
        (spot) =>
          spot.right <= right &&
          !taken.some(
            (other) => Math.abs(other.y - spot.y) < 14 * ratio && other.left < spot.right && spot.left < other.right,
          ) &&
          !heights.some((other, at) => at !== index && Math.abs(other - spot.y) < 7 * ratio),
      );
    if (place === undefined) continue;
    taken.push(place);
    ctx.fillStyle = look.ground;
    ctx.globalAlpha = 0.85;
    ctx.fillRect(place.left - 3 * ratio, place.y - 7 * ratio, width + 6 * ratio, 14 * ratio);
    ctx.globalAlpha = 1;
    ctx.fillStyle = line.colour;
    ctx.fillText(label, place.left, place.y);
  }
  ctx.restore();
}

/** A moment worth knowing: a thin line with its word at the top. */
function drawMarks(u: uPlot, marks: readonly CurveMark[], lanes: number, look: Look): void {
  const { ctx } = u;
  const ratio = uPlot.pxRatio;
  ctx.save();
  ctx.font = font(11 * ratio);
  ctx.textBaseline = 'bottom';
  ctx.lineWidth = ratio;
  for (const { at, label, colour } of marks) {
    const x = Math.round(u.valToPos(at, 'x', true)) + 0.5;
    if (x < u.bbox.left || x > u.bbox.left + u.bbox.width) continue;
    ctx.strokeStyle = look.colours[colour];
    ctx.beginPath();
    ctx.moveTo(x, u.bbox.top - 4 * ratio);
    ctx.lineTo(x, u.bbox.top + u.bbox.height + lanes * laneHeight * ratio);
    ctx.stroke();
    ctx.fillStyle = look.colours[colour];
    ctx.textAlign = x > u.bbox.left + u.bbox.width * 0.8 ? 'right' : 'left';
    ctx.fillText(label, x, u.bbox.top - 6 * ratio);
  }
  ctx.restore();
}

function drawUnits(u: uPlot, shape: CurveShape, look: Look): void {
  const { ctx } = u;
  const ratio = uPlot.pxRatio;
  ctx.save();
  ctx.font = font(11 * ratio);
  ctx.fillStyle = look.colours.muted;
  ctx.textBaseline = 'bottom';
  const y = u.bbox.top - 8 * ratio;
  const [left, right] = shape.units;
  if (left) {
    ctx.textAlign = 'right';
    ctx.fillText(left, u.bbox.left - 8 * ratio, y);
  }
  if (right) {
    ctx.textAlign = 'left';
    ctx.fillText(right, u.bbox.left + u.bbox.width + 8 * ratio, y);
  }
  ctx.restore();
}

/** State points as bars under the plot: what is zero is a thin line, what is not a bar with its word. */
function drawLanes(u: uPlot, states: readonly StateCurve[], look: Look): void {
  const { ctx } = u;
  const ratio = uPlot.pxRatio;
  const edge = u.bbox.left + u.bbox.width;
  ctx.save();
  ctx.font = font(11 * ratio);
  ctx.textBaseline = 'middle';
  for (const [index, { curve, colour, runs }] of states.entries()) {
    const top = u.bbox.top + u.bbox.height + (10 + index * laneHeight) * ratio;
    const nameY = top + 7 * ratio;
    const barY = top + 17 * ratio;
    ctx.textAlign = 'left';
    ctx.fillStyle = look.colours.text;
    ctx.fillText(curve.PointName, u.bbox.left, nameY);
    let occupied = u.bbox.left + ctx.measureText(curve.PointName).width + 14 * ratio;
    for (const run of runs) {
      const left = Math.max(u.bbox.left, u.valToPos(run.from, 'x', true));
      const right = Math.min(edge, Math.max(u.valToPos(run.to, 'x', true), left + 1.5 * ratio));
      if (right <= u.bbox.left || left >= edge) continue;
      if (run.value === 0) {
        ctx.fillStyle = look.colours.line;
        ctx.fillRect(left, barY + 2 * ratio, right - left, 2 * ratio);
        continue;
      }
      ctx.fillStyle = curveColour(look.theme, colour);
      // Values beyond the first look stronger, so that cooling, defrost and drip time can be told apart.
      ctx.globalAlpha = Math.min(0.95, 0.35 + 0.25 * Math.abs(run.value));
      ctx.beginPath();
      ctx.roundRect(left, barY, right - left, 6 * ratio, Math.min(2 * ratio, (right - left) / 2));
      ctx.fill();
      ctx.globalAlpha = 1;
      const word = ctx.measureText(run.text).width;
      // Near the right edge the word stands before the bar's end instead of not at all: the last state is the present one.
      const wordLeft = Math.min(left, edge - word);
      if (wordLeft >= occupied && right - left > 3 * ratio) {
        // A mark stands where a state began: its line must not run through the word.
        ctx.fillStyle = look.ground;
        ctx.fillRect(wordLeft - 3 * ratio, nameY - 7 * ratio, word + 6 * ratio, 14 * ratio);
        ctx.fillStyle = look.colours.muted;
        ctx.fillText(run.text, wordLeft, nameY);
        occupied = wordLeft + word + 12 * ratio;
      }
    }
  }
  ctx.restore();
}

/** A labelled moment on the curve. */
export interface CurveMark {
  readonly at: number;
  readonly label: string;
  readonly colour: 'urgent' | 'important' | 'general' | 'record' | 'good';
}

/** Where the reader points. */
export interface Cursor {
  readonly time: number;
  /** CSS pixels from the left of the chart. */
  readonly left: number;
}

/** How a chart behaves beside others. */
export interface ChartWays {
  readonly onZoom?: ((span: TimeSpan) => void) | undefined;
  /** Charts of the same word have one cursor. */
  readonly together?: string | undefined;
  /** `time`: at the same moment. `place`: as far from the beginning, for charts of several periods. */
  readonly togetherBy?: 'time' | 'place' | undefined;
  /** Of every scale, where charts beside each other must be equally high. */
  readonly range?: { readonly low: number; readonly high: number } | undefined;
  /** Points that stand in the background, such as the weather. */
  readonly dashed?: readonly number[] | undefined;
}

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
  { onZoom, together, togetherBy, range, dashed }: ChartWays,
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
  for (const { curve, scale, colour } of shape.analogs) {
    const limits = showLimits ? limitsOf(curve) : [];
    const own = curveColour(theme, colour);
    const value = series.length;
    series.push({
      scale,
      stroke: alone ? (u) => paintByLimits(u, scale, limits, (band) => (band ? bandColour(band, colours) : own)) : own,
      width: 1.5,
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
        stroke: envelope(alone ? '80' : '59', 'e6'),
        points: { show: false },
      };
      series.push({ ...edge }, { ...edge });
      // uPlot takes what the canvas takes; its types know only strings.
      const fill = envelope(alone ? '33' : '1c', '66') as (u: uPlot) => string;
      bands.push({ series: [value + 2, value + 1], fill });
    }
  }
  let defrostWords: readonly WordPlace[] = [];
  const axis = { stroke: colours.muted, font: font(11), ticks: { show: false }, border: { show: false } } as const;
  const yAxis = (scale: string, side: 1 | 3): uPlot.Axis => ({
    ...axis,
    scale,
    side,
    size: (_u, values) => Math.max(36, 14 + 6.6 * Math.max(0, ...(values ?? []).map((value) => value.length))),
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
  return {
    ...size,
    ms: 1,
    tzDate: (epochMs) => uPlot.tzDate(new Date(epochMs), look.timeZone),
    // Room on the right for half of the last time.
    padding: [26, shape.units.length > 1 ? 0 : 20, 0, 0],
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
      ...(shape.units.length > 1 ? [yAxis('y1', 1)] : []),
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
      drawAxes: [
        (u) => {
          defrostWords = drawDefrosts(u, standing, shape, look);
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
