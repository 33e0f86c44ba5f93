import uPlot from 'uplot';
import { laneHeight } from './curveLanes.ts';
import { font, type Look } from './curveLook.ts';
import type { CurveShape } from './shapeCurves.ts';

/** A labelled moment on the curve. */
export interface CurveMark {
  readonly at: number;
  readonly label: string;
  readonly colour: 'urgent' | 'important' | 'general' | 'record' | 'good';
}

/** CSS pixels. */
const leastGap = 4;

export function drawNoData(u: uPlot, shape: CurveShape, look: Look): void {
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
    // Of a month a gap of an hour is a hairline: at the top edge each can be seen.
    ctx.fillStyle = look.colours.muted;
    ctx.fillRect(left, u.bbox.top, Math.max(right - left, leastGap * ratio), 3 * ratio);
    // A little wider than the band may be: the words still belong to it.
    if (right - left > ctx.measureText(look.words.noData).width * 0.7) {
      ctx.fillStyle = look.colours.muted;
      ctx.fillText(look.words.noData, (left + right) / 2, u.bbox.top + u.bbox.height / 2);
    }
  }
  ctx.restore();
}

/** A moment worth knowing: a thin line with its word at the top. */
export function drawMarks(u: uPlot, marks: readonly CurveMark[], lanes: number, look: Look): void {
  const { ctx } = u;
  const ratio = uPlot.pxRatio;
  ctx.save();
  ctx.font = font(11 * ratio);
  ctx.textBaseline = 'bottom';
  ctx.lineWidth = ratio;
  const placeOf = ({ at }: CurveMark): number => Math.round(u.valToPos(at, 'x', true)) + 0.5;
  const end = u.bbox.left + u.bbox.width;
  for (const [place, mark] of marks.entries()) {
    const x = placeOf(mark);
    if (x < u.bbox.left || x > end) continue;
    ctx.strokeStyle = look.colours[mark.colour];
    ctx.beginPath();
    ctx.moveTo(x, u.bbox.top - 4 * ratio);
    ctx.lineTo(x, u.bbox.top + u.bbox.height + lanes * laneHeight * ratio);
    ctx.stroke();
    ctx.fillStyle = look.colours[mark.colour];
    // Where the next one, or the curve, comes to its end before the word would, the word stands before its line.
    const next = marks[place + 1];
    const wordEndsAt = x + ctx.measureText(mark.label).width + 4 * ratio;
    const isBefore = wordEndsAt > (next === undefined ? end : placeOf(next));
    ctx.textAlign = isBefore ? 'right' : 'left';
    ctx.fillText(mark.label, isBefore ? x - 3 * ratio : x, u.bbox.top - 6 * ratio);
  }
  ctx.restore();
}

export function drawUnits(u: uPlot, shape: CurveShape, look: Look): void {
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
