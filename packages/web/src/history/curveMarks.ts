import type { AlarmOfPoint, DefrostSpan } from '@watchpost/contract';
import uPlot from 'uplot';
import type { QualityWords } from '../ui/index.ts';
import { reasonInWords, severityOf } from '../ui/index.ts';
import { curveColour } from './curveColours.ts';
import type { Look } from './curveLook.ts';
import type { TimeSpan } from './curveRange.ts';
import type { CurveShape } from './shapeCurves.ts';

/** What stands on a curve besides values. Keep the object between renders: a new one draws anew. */
export interface CurveMarks {
  readonly alarms: readonly AlarmOfPoint[];
  readonly defrosts: readonly DefrostSpan[];
}

export const noMarks: CurveMarks = { alarms: [], defrosts: [] };

/** Of the bar at the top edge that stands for an alarm. CSS pixels. */
const alarmHeight = 4;

const alarmSpanOf = ({ ALARM_EPOCH, ALARM_EPOCH_CLEARED }: AlarmOfPoint, until: number): TimeSpan => ({
  from: ALARM_EPOCH,
  to: ALARM_EPOCH_CLEARED ?? until,
});
export const defrostSpanOf = ({ FromEpoch, ToEpoch }: DefrostSpan, until: number): TimeSpan => ({
  from: FromEpoch,
  to: ToEpoch ?? until,
});

const holds = ({ from, to }: TimeSpan, time: number, reachMs: number) => time >= from - reachMs && time <= to + reachMs;

/** What the cursor means. @param reachMs how near is near enough */
export const marksAt = (
  marks: CurveMarks,
  time: number,
  reachMs: number,
  { span, knownTo }: Pick<CurveShape, 'span' | 'knownTo'>,
): CurveMarks => ({
  alarms: marks.alarms.filter((alarm) => holds(alarmSpanOf(alarm, span.to), time, reachMs)),
  defrosts: marks.defrosts.filter((defrost) => holds(defrostSpanOf(defrost, knownTo), time, 0)),
});

/** How near the pointer must come to an alarm, CSS pixels. */
export const alarmReach = 5;
/** How far below the top edge a click still means the marks there: the flags with some air. CSS pixels. */
export const alarmReachDown = 18;

/** The alarm that is meant by a time on its bar: the one raised there, else the most severe that stood then. */
export function alarmAt(
  { alarms }: CurveMarks,
  time: number,
  reachMs: number,
  { span }: Pick<CurveShape, 'span'>,
): AlarmOfPoint | null {
  const there = alarms.filter((alarm) => holds(alarmSpanOf(alarm, span.to), time, reachMs));
  const distance = ({ ALARM_EPOCH }: AlarmOfPoint) => Math.abs(ALARM_EPOCH - time);
  const raised = there.filter((alarm) => distance(alarm) <= reachMs).sort((a, b) => distance(a) - distance(b));
  return raised[0] ?? there.sort((a, b) => a.Level - b.Level || b.ALARM_EPOCH - a.ALARM_EPOCH)[0] ?? null;
}

const pixelsOf = (u: uPlot, { from, to }: TimeSpan): { left: number; right: number } | null => {
  const left = Math.max(u.bbox.left, u.valToPos(from, 'x', true));
  const right = Math.min(u.bbox.left + u.bbox.width, u.valToPos(to, 'x', true));
  return right <= left ? null : { left, right: Math.max(right, left + uPlot.pxRatio) };
};

/** Where a word stands on the canvas; `y` is its middle. */
export interface WordPlace {
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

/** Where a word at this height is not struck through: as low as may be, above each line that would cross it. */
export function clearOf(middle: number, lines: readonly number[], least: number): number {
  let at = middle;
  for (const line of [...lines].sort((a, b) => b - a)) if (Math.abs(line - at) < least) at = line - least;
  return at;
}

/**
 * Under the lines: a quiet ground where a device was defrosting, its word at the bottom.
 *
 * @param lines heights of lines that cross the chart
 * @returns where the words stand, so that others keep away from them
 */
export function drawDefrosts(
  u: uPlot,
  { defrosts }: CurveMarks,
  shape: CurveShape,
  look: Look,
  lines: readonly number[],
): WordPlace[] {
  const places: WordPlace[] = [];
  const { ctx } = u;
  const ratio = uPlot.pxRatio;
  ctx.save();
  ctx.font = look.font(11 * ratio);
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'center';
  let occupied = u.bbox.left;
  // By time: of several devices they come one device after the other.
  for (const defrost of [...defrosts].sort((a, b) => a.FromEpoch - b.FromEpoch)) {
    const at = pixelsOf(u, defrostSpanOf(defrost, shape.knownTo));
    if (!at) continue;
    ctx.fillStyle = look.colours.accent;
    ctx.globalAlpha = 0.1;
    ctx.fillRect(at.left, u.bbox.top, at.right - at.left, u.bbox.height);
    ctx.globalAlpha = 1;
    const middle = (at.left + at.right) / 2;
    const width = ctx.measureText(look.words.defrost).width;
    // On a phone the words of the limits need the room.
    if (u.width < 480 || middle - width / 2 < occupied || middle + width / 2 > u.bbox.left + u.bbox.width) continue;
    ctx.fillStyle = look.colours.muted;
    const y = clearOf(u.bbox.top + u.bbox.height - 9 * ratio, lines, 9 * ratio);
    ctx.fillText(look.words.defrost, middle, y);
    occupied = middle + width / 2 + 8 * ratio;
    places.push({ left: middle - width / 2, right: middle + width / 2, y });
  }
  ctx.restore();
  return places;
}

/** Over everything: a bar at the top edge in the colour of its level, with a flag where the alarm was raised. */
export function drawAlarms(u: uPlot, { alarms }: CurveMarks, shape: CurveShape, look: Look): void {
  const { ctx } = u;
  const ratio = uPlot.pxRatio;
  ctx.save();
  // The most severe last, on top of the others.
  for (const alarm of [...alarms].sort((a, b) => b.Level - a.Level)) {
    const at = pixelsOf(u, alarmSpanOf(alarm, shape.span.to));
    if (!at) continue;
    ctx.fillStyle = look.colours[severityOf(alarm.Level)];
    ctx.fillRect(at.left, u.bbox.top, Math.max(at.right - at.left, 2 * ratio), alarmHeight * ratio);
    if (alarm.ALARM_EPOCH < shape.span.from) continue;
    ctx.beginPath();
    ctx.moveTo(at.left, u.bbox.top + alarmHeight * ratio);
    ctx.lineTo(at.left + 8 * ratio, u.bbox.top + alarmHeight * ratio);
    ctx.lineTo(at.left, u.bbox.top + 14 * ratio);
    ctx.closePath();
    ctx.fill();
  }
  ctx.restore();
}

/** Bad quality is hatched: over the whole height of a point alone, among several at the bottom in the colour of each. */
export function drawBad(u: uPlot, shape: CurveShape, look: Look, words: QualityWords): void {
  if (shape.bad.length === 0) return;
  const { ctx } = u;
  const ratio = uPlot.pxRatio;
  const alone = shape.analogs.length === 1;
  const lanes = [...new Set(shape.bad.map(({ pointId }) => pointId))];
  ctx.save();
  ctx.font = look.font(11 * ratio);
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  for (const bad of shape.bad) {
    const at = pixelsOf(u, bad);
    if (!at) continue;
    const height = alone ? u.bbox.height : 6 * ratio;
    const top = alone ? u.bbox.top : u.bbox.top + u.bbox.height - (lanes.indexOf(bad.pointId) + 1) * 7 * ratio;
    ctx.save();
    ctx.beginPath();
    ctx.rect(at.left, top, at.right - at.left, height);
    ctx.clip();
    ctx.strokeStyle = alone ? look.colours.faint : curveColour(look.theme, bad.colour);
    ctx.globalAlpha = alone ? 0.55 : 1;
    ctx.lineWidth = ratio;
    ctx.beginPath();
    const step = (alone ? 7 : 4) * ratio;
    for (let x = at.left - height; x < at.right; x += step) {
      ctx.moveTo(x, top + height);
      ctx.lineTo(x + height, top);
    }
    ctx.stroke();
    ctx.restore();
    const word = badWords(bad.reason, look.words.bad, words);
    const width = ctx.measureText(word).width;
    if (!alone || at.right - at.left < width + 8 * ratio) continue;
    const middle = (at.left + at.right) / 2;
    const y = u.bbox.top + u.bbox.height / 2;
    ctx.fillStyle = look.ground;
    ctx.fillRect(middle - width / 2 - 4 * ratio, y - 9 * ratio, width + 8 * ratio, 18 * ratio);
    ctx.fillStyle = look.colours.muted;
    ctx.fillText(word, middle, y);
  }
  ctx.restore();
}

/** Why a value is missing: the reason where one sample says it, else that its quality is bad. */
export const badWords = (reason: string, generic: string, words: QualityWords): string =>
  reason === 'bad' ? generic : (reasonInWords(reason, null, words) ?? generic);
