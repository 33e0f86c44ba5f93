import type { Curve } from '@watchpost/contract';
import uPlot from 'uplot';
import { formatNumber } from '../lib/numbers.ts';
import { isUpper, type Limit, type LimitBand, limitsOf } from '../points/index.ts';
import type { Tokens } from '../ui/index.ts';
import { curveColour } from './curveColours.ts';
import { font, type Look } from './curveLook.ts';
import type { WordPlace } from './curveMarks.ts';
import type { TimeSpan } from './curveRange.ts';
import type { CurveShape } from './shapeCurves.ts';

export interface LimitLine {
  readonly scale: string;
  readonly value: number;
  readonly band: LimitBand;
  readonly colour: string;
  readonly label: string;
  /** Where the label has no room. */
  readonly shortLabel: string;
  /** When it is in force; null: over the whole range. */
  readonly spans: readonly TimeSpan[] | null;
}

/**
 * One line for equal limits of several points. Of a point alone it has the colour of its band; among several points the colour
 * and the name of the point it belongs to, for the others may well lie beyond it.
 */
export function limitLines(shape: CurveShape, { theme, colours, words }: Look): LimitLine[] {
  const alone = shape.analogs.length === 1;
  const lines = shape.analogs.flatMap((analog) => timedLimits(analog.curve).map((limit) => ({ ...limit, analog })));
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
      spans: same.some(({ span }) => span === null) ? null : same.flatMap(({ span }) => span ?? []),
    };
  });
}

/** Each limit with the time at which it is in force; null: all the time. */
const timedLimits = (curve: Curve): (Limit & { readonly span: TimeSpan | null })[] =>
  curve.LimitList
    ? curve.LimitList.flatMap((stretch) =>
        limitsOf(stretch).map((limit) => ({ ...limit, span: { from: stretch.FromEpoch, to: stretch.ToEpoch } })),
      )
    : limitsOf(curve).map((limit) => ({ ...limit, span: null }));

/** Whether any limit is in force at any time of the range. */
export const hasLimits = (curve: Curve): boolean => timedLimits(curve).length > 0;

/** What a line is coloured by; what holds at certain hours only says nothing about its height. */
export const steadyLimits = (curve: Curve): readonly Limit[] => (curve.LimitList ? [] : limitsOf(curve));

export const bandColour = (band: LimitBand, colours: Tokens) =>
  band === 'highHigh' || band === 'lowLow' ? colours.urgent : colours.important;

/** Vertical gradient with hard stops: what lies beyond a limit takes another colour than what lies within all of them. */
export function paintByLimits(
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

/** Where on the canvas a limit is in force, from left to right. */
function pixelsOf(u: uPlot, spans: readonly TimeSpan[] | null, right: number): { left: number; right: number }[] {
  if (spans === null) return [{ left: u.bbox.left, right }];
  return spans
    .map(({ from, to }) => ({
      left: Math.max(u.bbox.left, u.valToPos(from, 'x', true)),
      right: Math.min(right, u.valToPos(to, 'x', true)),
    }))
    .filter((stretch) => stretch.right > stretch.left)
    .sort((a, b) => a.left - b.left);
}

/** @param words of others that stand there already */
export function drawLimits(u: uPlot, lines: readonly LimitLine[], look: Look, words: readonly WordPlace[]): void {
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
    const stretches = pixelsOf(u, line.spans, right);
    if (stretches.length === 0) continue;
    ctx.beginPath();
    for (const stretch of stretches) {
      ctx.moveTo(stretch.left, y);
      ctx.lineTo(stretch.right, y);
    }
    ctx.stroke();
    ctx.globalAlpha = 1;
    const own = Math.max(first, stretches[0]!.left + 6 * ratio);
    const label = own + ctx.measureText(line.label).width < right ? line.label : line.shortLabel;
    const width = ctx.measureText(label).width;
    // At the left, because what matters happens at the right; above the line for upper limits, below for lower ones, on the
    // other side or further right where another label stands, and not at all where there is no room.
    const sides = isUpper(line.band) ? [y - 8 * ratio, y + 9 * ratio] : [y + 9 * ratio, y - 8 * ratio];
    const place = [own, ...taken.map((other) => other.right + 12 * ratio).sort((a, b) => a - b)]
      .filter((left) => left >= own)
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
