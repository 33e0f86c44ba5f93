import type { WriteRecord } from '@watchpost/contract';
import uPlot from 'uplot';
import { curveColour } from './curveColours.ts';
import type { Look } from './curveLook.ts';
import type { TimeSpan } from './curveRange.ts';
import type { CurveShape } from './shapeCurves.ts';

/** Of the triangle that stands for a write, and how near the cursor must come to it. CSS pixels. */
const halfWidth = 5;
const reach = 8;

/** When a write shows in the curve: as it was sent, not as it was asked for. */
export const timeOfWrite = ({ SentEpoch, Epoch }: WriteRecord): number => SentEpoch ?? Epoch;

/** Writes close enough to the cursor to be meant by it. @param width of the chart, CSS pixels */
export function writesNear(
  writes: readonly WriteRecord[],
  time: number,
  { from, to }: TimeSpan,
  width: number,
): readonly WriteRecord[] {
  const reachMs = ((to - from) / Math.max(1, width)) * reach;
  return writes.filter((write) => Math.abs(timeOfWrite(write) - time) <= reachMs);
}

/**
 * Writes as triangles at the top edge in the colour of their point: filled where the device has the value, else hollow.
 *
 * @param below how far their lines go on under the plot, CSS pixels
 */
export function drawWrites(
  u: uPlot,
  writes: readonly WriteRecord[],
  shape: CurveShape,
  look: Look,
  below: number,
): void {
  const { ctx } = u;
  const ratio = uPlot.pxRatio;
  const places = new Map([...shape.analogs, ...shape.states].map(({ curve, colour }) => [curve.PointId, colour]));
  ctx.save();
  for (const write of writes) {
    const place = places.get(write.PointId);
    const x = Math.round(u.valToPos(timeOfWrite(write), 'x', true)) + 0.5;
    if (place === undefined || x < u.bbox.left || x > u.bbox.left + u.bbox.width) continue;
    const colour = curveColour(look.theme, place);
    ctx.strokeStyle = colour;
    ctx.lineWidth = ratio;
    ctx.globalAlpha = 0.6;
    ctx.setLineDash([2 * ratio, 3 * ratio]);
    ctx.beginPath();
    ctx.moveTo(x, u.bbox.top);
    ctx.lineTo(x, u.bbox.top + u.bbox.height + below * ratio);
    ctx.stroke();
    ctx.globalAlpha = 1;
    ctx.setLineDash([]);
    ctx.lineWidth = 1.5 * ratio;
    ctx.beginPath();
    ctx.moveTo(x - halfWidth * ratio, u.bbox.top - 2 * ratio);
    ctx.lineTo(x + halfWidth * ratio, u.bbox.top - 2 * ratio);
    ctx.lineTo(x, u.bbox.top + 6 * ratio);
    ctx.closePath();
    ctx.fillStyle = write.IsSuccess === true ? colour : look.ground;
    ctx.fill();
    ctx.stroke();
  }
  ctx.restore();
}
