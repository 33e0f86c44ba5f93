import uPlot from 'uplot';
import { curveColour } from './curveColours.ts';
import { font, type Look } from './curveLook.ts';
import type { StateCurve } from './shapeCurves.ts';

/** Of one state point under the plot: its name, its bar, air. CSS pixels. */
export const laneHeight = 32;

/** State points as bars under the plot: what is zero is a thin line, what is not a bar with its word. */
export function drawLanes(u: uPlot, states: readonly StateCurve[], look: Look): void {
  const { ctx } = u;
  const ratio = uPlot.pxRatio;
  const edge = u.bbox.left + u.bbox.width;
  ctx.save();
  ctx.font = font(11 * ratio);
  ctx.textBaseline = 'middle';
  for (const [index, { curve, colour, severity, runs }] of states.entries()) {
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
      ctx.fillStyle = severity ? look.colours[severity] : curveColour(look.theme, colour);
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
