import type { Curve } from '@watchpost/contract';
import type { Severity } from '../ui/index.ts';
import { palettePlaces } from './curveColours.ts';
import type { TimeSpan } from './curveRange.ts';

type Sample = Curve['DataList'][number];

/** A number, an explicit gap (null), or nothing at this time because another point was measured then (undefined). */
export type Cell = number | null | undefined;

export interface AnalogCurve {
  readonly curve: Curve;
  /** Place in the palette. */
  readonly colour: number;
  /** Scale of its unit: `y0` left, `y1` right, further ones without an axis. */
  readonly scale: string;
  /** Column of the value in `data`; the envelope's columns follow when there is one. */
  readonly column: number;
}

/** Where something came that was no value. */
export interface BadSpan extends TimeSpan {
  readonly pointId: number;
  readonly colour: number;
  readonly reason: string;
}

export interface StateRun extends TimeSpan {
  readonly value: number;
  readonly text: string;
}

export interface StateCurve {
  readonly curve: Curve;
  readonly colour: number;
  /** Of a state that is in alarm: what is not zero takes the colour of its severity. */
  readonly severity?: Severity;
  readonly runs: readonly StateRun[];
}

export interface CurveShape {
  readonly span: TimeSpan;
  /** What goes on at its end is drawn until here: where the last value is, not into what nobody knows yet. */
  readonly knownTo: number;
  /** 0: raw. */
  readonly intervalMs: number;
  readonly analogs: readonly AnalogCurve[];
  readonly states: readonly StateCurve[];
  /** Units in the order of their scales. */
  readonly units: readonly string[];
  /** Columns for the chart: times (epoch ms) first. */
  readonly data: readonly [number[], ...Cell[][]];
  /** Buckets carry their lowest and highest value: two more columns a point. */
  readonly envelope: boolean;
  /** Where no analog point has a value. */
  readonly noData: readonly TimeSpan[];
  /** By point and time. */
  readonly bad: readonly BadSpan[];
  readonly empty: boolean;
}

/**
 * At the times of other curves a curve has nothing to say, and its line goes on; but not from where it broke until its next value:
 * the chart would take the break for as wide as the way to the next of those times.
 */
function keepGaps(own: readonly Cell[][]): void {
  const [values, ...edges] = own as [Cell[], ...Cell[][]];
  let isBroken = false;
  for (let row = 0; row < values.length; row++) {
    if (values[row] === undefined) {
      if (isBroken) for (const column of [values, ...edges]) column[row] = null;
    } else isBroken = values[row] === null;
  }
}

/** Samples in the order of time, with a null wherever buckets are missing: a gap must stay a gap. */
export function withGaps(samples: readonly Sample[], intervalMs: number): Sample[] {
  if (intervalMs === 0) return [...samples];
  const result: Sample[] = [];
  for (const sample of samples) {
    const before = result.at(-1);
    if (before && before.Value !== null && sample.Time - before.Time > intervalMs * 1.5) {
      result.push({ Time: before.Time + intervalMs, Value: null });
    }
    result.push(sample);
  }
  return result;
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Where the line is broken, and where it has not begun or has ended long before the edge. */
export function gapsOf(samples: readonly Sample[], span: TimeSpan): TimeSpan[] {
  const good = samples.filter(({ Value }) => Value !== null);
  const first = good[0];
  const last = good.at(-1);
  if (!first || !last) return [span];
  const edgeMs = Math.max(3 * median(good.slice(1).map(({ Time }, i) => Time - good[i]!.Time)), 120_000);
  const gaps: TimeSpan[] = [];
  if (first.Time - span.from > edgeMs) gaps.push({ from: span.from, to: first.Time });
  let from: number | null = null;
  let lastGood = first.Time;
  for (const { Time, Value } of samples) {
    if (Value === null) from ??= Math.max(lastGood, span.from);
    else {
      if (from !== null && Time > first.Time) gaps.push({ from, to: Time });
      from = null;
      lastGood = Time;
    }
  }
  if (span.to - last.Time > edgeMs || (from !== null && from < span.to)) gaps.push({ from: last.Time, to: span.to });
  return gaps;
}

/** Stretches without a value although something came, each with the reason it began with. */
export function badSpansOf(samples: readonly Sample[], span: TimeSpan): (TimeSpan & { reason: string })[] {
  const spans: (TimeSpan & { reason: string })[] = [];
  let open: { from: number; reason: string } | null = null;
  for (const { Time, Value, Bad } of samples) {
    if (Value === null && Bad !== undefined) open ??= { from: Math.max(Time, span.from), reason: Bad };
    else if (open) {
      if (Time > open.from) spans.push({ ...open, to: Time });
      open = null;
    }
  }
  if (open && open.from < span.to) spans.push({ ...open, to: span.to });
  return spans;
}

/** Of several devices each point is called by its device, too: two of them may have a temperature. */
export function namedByDevice(curves: readonly Curve[]): readonly Curve[] {
  if (new Set(curves.map(({ DeviceName }) => DeviceName)).size < 2) return curves;
  return curves.map((curve) =>
    curve.DeviceName === null ? curve : { ...curve, PointName: `${curve.DeviceName} · ${curve.PointName}` },
  );
}

/** What is in every one of the lists; each list is in the order of time and without overlaps. */
export function overlapOf(lists: readonly (readonly TimeSpan[])[]): TimeSpan[] {
  const [first, ...rest] = lists;
  return rest.reduce<TimeSpan[]>(overlapOfTwo, [...(first ?? [])]);
}

/** Side by side through both: a day of a flapping line has thousands. */
function overlapOfTwo(some: readonly TimeSpan[], others: readonly TimeSpan[]): TimeSpan[] {
  const common: TimeSpan[] = [];
  for (let i = 0, k = 0; i < some.length && k < others.length; ) {
    const a = some[i]!;
    const b = others[k]!;
    const from = Math.max(a.from, b.from);
    const to = Math.min(a.to, b.to);
    if (from < to) common.push({ from, to });
    if (a.to <= b.to) i++;
    else k++;
  }
  return common;
}

/** Stretches of one value. A value holds until the next sample; a null ends it without a successor. */
export function runsOf(curve: Pick<Curve, 'DataList' | 'UnitMap'>, span: TimeSpan): StateRun[] {
  const runs: StateRun[] = [];
  let open: { from: number; value: number } | null = null;
  const close = (to: number) => {
    if (!open) return;
    const { from, value } = open;
    if (to > from)
      runs.push({ from, to, value, text: curve.UnitMap.find(({ Key }) => Key === value)?.Value ?? String(value) });
    open = null;
  };
  for (const { Time, Value } of curve.DataList) {
    const at = Math.max(Time, span.from);
    if (Value !== null && open && (open as { value: number }).value === Value) continue;
    close(at);
    if (Value !== null) open = { from: at, value: Value };
  }
  close(span.to);
  return runs;
}

/**
 * The answer of the history call as the chart draws it: one time column for all points, gaps as nulls, states as stretches.
 * Null never becomes a number.
 *
 * @param intervalMinutes as asked for; 0 is raw
 */
export function shapeCurves(given: readonly Curve[], span: TimeSpan, intervalMinutes: number): CurveShape {
  const curves = namedByDevice(given);
  const intervalMs = intervalMinutes * 60_000;
  const envelope = intervalMinutes > 0;
  const width = envelope ? 3 : 1;
  const units: string[] = [];
  const analogs: AnalogCurve[] = [];
  const states: StateCurve[] = [];
  const filled: Sample[][] = [];

  const main = curves.find(({ PointType }) => PointType !== 1)?.PointId ?? null;
  const places = palettePlaces(
    main,
    curves.map(({ PointId }) => PointId),
  );
  for (const curve of curves) {
    const colour = places.get(curve.PointId)!;
    if (curve.PointType === 1) {
      states.push({ curve, colour, runs: runsOf(curve, span) });
      continue;
    }
    if (!units.includes(curve.Unit)) units.push(curve.Unit);
    analogs.push({ curve, colour, scale: `y${units.indexOf(curve.Unit)}`, column: 1 + analogs.length * width });
    filled.push(withGaps(curve.DataList, intervalMs));
  }

  const times = [...new Set(filled.flatMap((samples) => samples.map(({ Time }) => Time)))].sort((a, b) => a - b);
  const place = new Map(times.map((time, index) => [time, index]));
  const columns = filled.flatMap((samples) => {
    const own: Cell[][] = Array.from({ length: width }, () => new Array<Cell>(times.length));
    for (const sample of samples) {
      const row = place.get(sample.Time)!;
      own[0]![row] = sample.Value;
      if (envelope) {
        own[1]![row] = sample.Min ?? null;
        own[2]![row] = sample.Max ?? null;
      }
    }
    keepGaps(own);
    return own;
  });

  const last = times.at(-1);
  return {
    span,
    // Of state points alone: the last state is drawn to the end, too.
    knownTo: last === undefined ? span.to : Math.min(span.to, last + intervalMs),
    intervalMs,
    analogs,
    states,
    units,
    data: [times, ...columns],
    envelope,
    bad: analogs.flatMap(({ curve, colour }) =>
      badSpansOf(curve.DataList, span).map((each) => ({ ...each, pointId: curve.PointId, colour })),
    ),
    noData: filled.length === 0 ? [] : overlapOf(filled.map((samples) => gapsOf(samples, span))),
    empty: curves.every(({ DataList }) => DataList.every(({ Value }) => Value === null)),
  };
}

/** The sample that holds at a time: the last one at or before it. Null before the first. */
export function sampleAt(samples: readonly Sample[], time: number): Sample | null {
  let low = 0;
  let high = samples.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (samples[middle]!.Time <= time) low = middle + 1;
    else high = middle;
  }
  return samples[low - 1] ?? null;
}

/**
 * The shape in parts of at most two units, so that each has its axis; the states stand under the last. Times and gaps stay
 * those of the whole, so that the parts can be read across.
 */
export function byUnits(shape: CurveShape, curves: readonly Curve[], intervalMinutes: number): CurveShape[] {
  if (shape.units.length <= 2) return [shape];
  const parts: CurveShape[] = [];
  for (let at = 0; at < shape.units.length; at += 2) {
    const units = shape.units.slice(at, at + 2);
    const isLast = at + 2 >= shape.units.length;
    const held = curves.filter((curve) => (curve.PointType === 1 ? isLast : units.includes(curve.Unit)));
    const part = shapeCurves(held, shape.span, intervalMinutes);
    const places = new Map(
      [...shape.analogs, ...shape.states].map(({ curve, colour }) => [curve.PointId, { curve, colour }]),
    );
    const asInWhole = <One extends { curve: Curve }>(one: One): One => ({ ...one, ...places.get(one.curve.PointId) });
    parts.push({ ...part, analogs: part.analogs.map(asInWhole), states: part.states.map(asInWhole) });
  }
  return parts;
}
