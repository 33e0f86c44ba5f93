import { localOfEpoch } from '../../platform/zonedTime.ts';
import type { Plan } from '../plan.ts';
import type { Series } from '../series.ts';
import { stateWord } from '../words.ts';
import type { Gap } from './findGaps.ts';
import { ink, type ReportDocument } from './ReportDocument.ts';
import { niceScale, timeTicks } from './scale.ts';
import { figure, signed } from './words.ts';

/** Told apart in print, and also without telling red from green (Okabe and Ito). */
export const lineColours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#7a5c00', '#56b4e9'] as const;
const alarmColour = '#d64545';
const gapColour = '#e4e8ed';
const limitColours = { highHigh: '#b00020', high: '#d9822b', low: '#d9822b', lowLow: '#b00020' } as const;

/** What drawing a curve needs to know of its range. Epoch ms; the end is not included. */
export type CurvePlan = Pick<Plan, 'from' | 'to' | 'timeZone' | 'marksAlarms'>;
/** What it needs of a point: averages and extremes by interval, and its limits. */
export type Curve = Pick<Series, 'length' | 'times' | 'ends' | 'values' | 'min' | 'max' | 'alarms'> & {
  readonly point: Pick<Series['point'], 'limits'>;
};

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Frame extends Box {
  xOf(epochMs: number): number;
  yOf(value: number): number;
}

const axisWidth = 40;
const axisHeight = 16;

/**
 * Draws analog points of one unit into a box: of each the average as a line with the band from minimum to maximum, and their
 * limits; of a single one also its gaps and alarms.
 */
export function drawAnalog(
  document: ReportDocument,
  box: Box,
  plan: CurvePlan,
  lines: readonly Curve[],
  gaps: readonly Gap[],
): void {
  const { pdf } = document;
  const only = lines.length === 1 ? lines[0]! : null;
  const limits = limitLines(lines);
  const scale = scaleOf(
    lines,
    limits.map(({ value }) => value),
  );
  const frame = frameOf(box, plan, scale);
  grid(document, frame, plan, scale.ticks, scale.decimals);
  pdf.save();
  pdf.rect(frame.x, frame.y, frame.width, frame.height).clip();
  for (const gap of gaps) shade(document, frame, gap.from, gap.to, gapColour, 1);
  if (only && plan.marksAlarms) {
    for (const { raised_at, returned_at } of only.alarms)
      shade(document, frame, raised_at.getTime(), returned_at?.getTime() ?? plan.to, alarmColour, 0.18);
  }
  // Every band below every line: averages stay readable where bands overlap.
  for (const [index, series] of lines.entries()) drawBand(document, frame, series, colourOf(index), only ? 0.18 : 0.13);
  for (const [index, series] of lines.entries()) drawLine(document, frame, series, colourOf(index));
  drawLimits(document, frame, limits);
  pdf.restore();
}

const colourOf = (index: number): string => lineColours[index % lineColours.length]!;

interface LimitLine {
  readonly value: number;
  readonly colour: string;
}

/** Each limit once: in its own colour where it is that of every point that has limits, else in that of the first it belongs to. */
export function limitLines(lines: readonly Curve[]): LimitLine[] {
  const found = new Map<string, { name: keyof typeof limitColours; value: number; of: number[] }>();
  const limited = lines.filter(({ point }) => point.limits !== null).length;
  for (const [index, { point }] of lines.entries()) {
    for (const [name, value] of Object.entries(point.limits ?? {}) as [keyof typeof limitColours, number | null][]) {
      if (value === null) continue;
      const key = `${name} ${value}`;
      const line = found.get(key) ?? { name, value, of: [] };
      line.of.push(index);
      found.set(key, line);
    }
  }
  return [...found.values()]
    .map(({ name, value, of }) => ({ value, colour: of.length === limited ? limitColours[name] : colourOf(of[0]!) }))
    .sort((a, b) => b.value - a.value);
}

const labelHeight = 7;
const labelWidth = 30;

function drawLimits(document: ReportDocument, frame: Frame, limits: readonly LimitLine[]): void {
  const { pdf } = document;
  let above = Number.NEGATIVE_INFINITY;
  let beside = 0;
  for (const { value, colour } of limits) {
    const y = frame.yOf(value);
    pdf.lineWidth(0.7).dash(3, { space: 2 }).strokeColor(colour);
    pdf
      .moveTo(frame.x, y)
      .lineTo(frame.x + frame.width, y)
      .stroke()
      .undash();
    // One that would stand on the one before it stands beside it.
    beside = y - above < labelHeight ? beside + 1 : 0;
    above = y;
    pdf.font('text').fontSize(6).fillColor(colour);
    const right = frame.x + frame.width - 2 - beside * labelWidth;
    document.line(signed(String(value)), right - labelWidth, y - 9.5, labelWidth, { align: 'right' });
  }
}

/** Draws one state point: a bar whose colour is the state. */
export function drawStates(document: ReportDocument, box: Box, plan: Plan, series: Series): void {
  const { pdf } = document;
  const frame = frameOf(box, plan, { low: 0, high: 1 });
  grid(document, frame, plan, [], 0);
  const states = [...new Set(Array.from(series.values).filter((value) => !Number.isNaN(value)))].sort((a, b) => a - b);
  for (let i = 0; i < series.length; i += 1) {
    const value = series.values[i]!;
    const end = i + 1 < series.length ? series.times[i + 1]! : plan.to;
    const colour = Number.isNaN(value) ? gapColour : lineColours[states.indexOf(value) % lineColours.length]!;
    shade(
      document,
      { ...frame, y: frame.y + 6, height: frame.height - 12 },
      series.times[i]!,
      end,
      colour,
      Number.isNaN(value) ? 1 : 0.75,
    );
  }
  let x = frame.x;
  const y = frame.y + frame.height + axisHeight;
  for (const [index, state] of states.entries()) {
    const word = stateWord(series.point, state, plan.language);
    pdf.rect(x, y + 2, 7, 7).fill(lineColours[index % lineColours.length]!);
    pdf.font('text').fontSize(7).fillColor(ink.weak);
    document.line(word, x + 10, y, 120);
    x += 10 + Math.min(120, pdf.widthOfString(word)) + 14;
  }
}

function scaleOf(lines: readonly Curve[], limits: readonly number[]) {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const { length, min, max } of lines) {
    for (let i = 0; i < length; i += 1) {
      if (min[i]! < low) low = min[i]!;
      if (max[i]! > high) high = max[i]!;
    }
  }
  for (const limit of limits) {
    low = Math.min(low, limit);
    high = Math.max(high, limit);
  }
  return niceScale(low, high);
}

function frameOf(box: Box, plan: CurvePlan, { low, high }: { low: number; high: number }): Frame {
  const x = box.x + axisWidth;
  const width = box.width - axisWidth;
  const height = box.height - axisHeight;
  return {
    x,
    y: box.y,
    width,
    height,
    xOf: (epochMs) => x + ((epochMs - plan.from) / (plan.to - plan.from)) * width,
    yOf: (value) => box.y + height - ((value - low) / (high - low)) * height,
  };
}

function grid(
  document: ReportDocument,
  frame: Frame,
  plan: CurvePlan,
  ticks: readonly number[],
  decimals: number,
): void {
  const { pdf } = document;
  pdf.lineWidth(0.4).strokeColor(ink.line).font('text').fontSize(6.5).fillColor(ink.weak);
  for (const tick of ticks) {
    const y = frame.yOf(tick);
    pdf
      .moveTo(frame.x, y)
      .lineTo(frame.x + frame.width, y)
      .stroke();
    document.line(figure(tick, decimals), frame.x - axisWidth, y - 5.8, axisWidth - 4, { align: 'right' });
  }
  const { times, isDaily } = timeTicks(plan.from, plan.to, plan.timeZone);
  for (const time of times) {
    const x = frame.xOf(time);
    pdf
      .moveTo(x, frame.y)
      .lineTo(x, frame.y + frame.height)
      .stroke();
    const local = localOfEpoch(time, plan.timeZone);
    const word = isDaily ? local.slice(0, 10) : local.slice(5, 16);
    // Under its line, as far as it stays below the curve.
    const half = pdf.widthOfString(word) / 2;
    const middle = Math.max(frame.x + half, Math.min(frame.x + frame.width - half, x));
    pdf.text(word, middle - half, frame.y + frame.height + 1, { lineBreak: false });
  }
  pdf.rect(frame.x, frame.y, frame.width, frame.height).stroke();
}

function shade(
  document: ReportDocument,
  frame: Frame,
  from: number,
  to: number,
  colour: string,
  opacity: number,
): void {
  const left = Math.max(frame.x, frame.xOf(from));
  const right = Math.min(frame.x + frame.width, frame.xOf(to));
  if (right <= left) return;
  document.pdf
    .fillOpacity(opacity)
    .rect(left, frame.y, Math.max(0.4, right - left), frame.height)
    .fill(colour)
    .fillOpacity(1);
}

/** Unbroken runs of a series: the first and last place of each. */
function* runsOf(series: Curve): Generator<[number, number]> {
  let begin = -1;
  for (let i = 0; i < series.length; i += 1) {
    const isKnown = !Number.isNaN(series.values[i]!);
    const follows = begin >= 0 && series.times[i]! === series.ends[i - 1]!;
    if (begin >= 0 && (!isKnown || !follows)) {
      yield [begin, i - 1];
      begin = -1;
    }
    if (isKnown && begin < 0) begin = i;
  }
  if (begin >= 0) yield [begin, series.length - 1];
}

/** An average stands in the middle of its interval. */
const middleOf = (frame: Frame, { times, ends }: Curve, index: number): number =>
  frame.xOf((times[index]! + ends[index]!) / 2);

function drawLine(document: ReportDocument, frame: Frame, series: Curve, colour: string): void {
  const { pdf } = document;
  pdf.lineWidth(0.9).lineJoin('round').strokeColor(colour);
  for (const [begin, end] of runsOf(series)) {
    pdf.moveTo(middleOf(frame, series, begin), frame.yOf(series.values[begin]!));
    // An interval that stands alone is a short stroke, or nobody would see it.
    if (begin === end) pdf.lineTo(frame.xOf(series.ends[begin]!), frame.yOf(series.values[begin]!));
    for (let i = begin + 1; i <= end; i += 1) pdf.lineTo(middleOf(frame, series, i), frame.yOf(series.values[i]!));
    pdf.stroke();
  }
}

/** A peak of one interval is a needle: without an edge print loses it. */
const edgeOpacity = 0.5;

function drawBand(document: ReportDocument, frame: Frame, series: Curve, colour: string, opacity: number): void {
  const { pdf } = document;
  for (const [begin, end] of runsOf(series)) {
    const { min, max } = series;
    if (begin === end) {
      // An interval that stands alone is as wide as it is: its extremes must not vanish.
      const [left, right] = [frame.xOf(series.times[begin]!), frame.xOf(series.ends[begin]!)];
      const [top, bottom] = [frame.yOf(max[begin]!), frame.yOf(min[begin]!)];
      pdf.rect(left, top, right - left, bottom - top);
    } else {
      const xOf = (i: number) => middleOf(frame, series, i);
      pdf.moveTo(xOf(begin), frame.yOf(max[begin]!));
      for (let i = begin + 1; i <= end; i += 1) pdf.lineTo(xOf(i), frame.yOf(max[i]!));
      for (let i = end; i >= begin; i -= 1) pdf.lineTo(xOf(i), frame.yOf(min[i]!));
      pdf.closePath();
    }
    pdf.lineWidth(0.3).strokeColor(colour).fillColor(colour).fillOpacity(opacity).strokeOpacity(edgeOpacity);
    pdf.fillAndStroke().fillOpacity(1).strokeOpacity(1);
  }
}
