import { dayMs, minuteMs } from '@watchpost/contract';
import { type AlarmCourse, coursesOfPoints } from '../alarms/index.ts';
import { type BucketHistory, type HeldTotals, innerLimits, joinBuckets, type ValueBudget } from '../history/index.ts';
import { evenStretches } from '../platform/localIntervals.ts';
import type { DataDownloadDeps, Plan, PlannedPoint } from './plan.ts';

/** One point over the whole range: parallel columns by ascending time. Of a state point every change. */
export interface Series {
  readonly point: PlannedPoint;
  readonly length: number;
  /** Start of the interval, or the moment of the change; epoch ms. */
  readonly times: Float64Array;
  /** The average, or the state that begins; NaN: bad quality or nothing for too long. */
  readonly values: Float64Array;
  /** Of analog points, when each interval ends; else empty. */
  readonly ends: Float64Array;
  /** Of analog points; else empty. */
  readonly min: Float64Array;
  readonly max: Float64Array;
  /** Of analog points: how many bad samples were measured in the interval. */
  readonly badCounts: Int32Array;
  readonly totals: HeldTotals | null;
  /** In the order of their beginning; empty unless the plan says alarms. */
  readonly alarms: readonly AlarmCourse[];
}

/** Gives the history of points of a plan, in the order asked for. */
export type SeriesSource = (points: readonly PlannedPoint[]) => AsyncIterable<Series>;

/** Segments of so many points over so many days are in memory at one time: some megabytes. */
const pointsAtOnce = 10;
const daysAtOnce = 31;

/**
 * The history of each point of a plan, in their order, read a few points and a month at a time.
 *
 * @param reading.budget takes every change of a state
 * @param reading.signal ends the reading with its reason
 * @param told after every piece, with the part of the reading that is done, from 0 to 1
 */
export async function* readSeries(
  { db, history, historyShare, limitsOver }: DataDownloadDeps,
  plan: Plan,
  points: readonly PlannedPoint[],
  { budget, signal }: { budget: ValueBudget; signal: AbortSignal },
  told?: (part: number) => Promise<void>,
): AsyncGenerator<Series> {
  const windows = windowsOf(plan);
  for (let begin = 0; begin < points.length; begin += pointsAtOnce) {
    const batch = points.slice(begin, begin + pointsAtOnce);
    const asked = batch.map(({ id, kind, samplingIntervalMs }) => ({
      pointId: id,
      kind,
      samplingIntervalMs,
      limits: innerLimits(limitsOver(id, plan.from, plan.to)),
    }));
    const pieces: Piece[][] = batch.map(() => []);
    for (const [index, { from, to, originMs, minutes }] of windows.entries()) {
      const found = await historyShare.long.run(plan.caller.userId, signal, () =>
        history.buckets(asked, from, to, minutes, originMs, signal, budget),
      );
      for (const [place, piece] of found.entries()) pieces[place]!.push({ ...piece, widthMs: minutes * minuteMs });
      await told?.((begin + batch.length * ((index + 1) / windows.length)) / points.length);
    }
    const courses = plan.saysAlarms
      ? await coursesOfPoints(
          plan.caller.tenant,
          db,
          batch.map(({ id }) => id),
          new Date(plan.from),
          new Date(plan.to),
        )
      : [];
    for (const [place, point] of batch.entries()) {
      const alarms = courses.filter(({ point_id }) => point_id === point.id);
      yield { ...(point.kind === 'analog' ? analogOf(pieces[place]!) : stateOf(pieces[place]!)), point, alarms };
    }
  }
}

interface Window {
  readonly from: number;
  readonly to: number;
  readonly originMs: number;
  readonly minutes: number;
}

/** Stretches of about a month with intervals of one width; those in which clocks change are another width. */
const windowsOf = ({ edges, from, to }: Plan): Window[] =>
  evenStretches(edges, daysAtOnce * dayMs).map((stretch) => ({
    from: Math.max(stretch.from, from),
    to: Math.min(stretch.to, to),
    originMs: stretch.from,
    minutes: Math.ceil(stretch.widthMs / minuteMs),
  }));

type Columns = Omit<Series, 'point' | 'alarms'>;
/** What was found in one window, and how wide its intervals are. */
type Piece = BucketHistory & { readonly widthMs: number };

function analogOf(pieces: readonly Piece[]): Columns {
  const found = pieces.filter((piece) => piece.kind === 'analog');
  const { length, startsAt, avg, min, max, badCount, totals } = joinBuckets(found);
  const ends = new Float64Array(length);
  let at = 0;
  for (const piece of found) {
    for (let i = 0; i < piece.length; i += 1) ends[at + i] = piece.startsAt[i]! + piece.widthMs;
    at += piece.length;
  }
  return { length, times: startsAt, values: avg, ends, min, max, badCounts: badCount, totals };
}

/** The changes of all pieces; a state that goes on over the edge of a piece is no change. */
function stateOf(pieces: readonly Piece[]): Columns {
  const times: number[] = [];
  const values: number[] = [];
  for (const piece of pieces) {
    if (piece.kind !== 'state') continue;
    for (let i = 0; i < piece.length; i += 1) {
      const value = piece.values[i]!;
      if (values.length > 0 && Object.is(values.at(-1), value)) continue;
      times.push(piece.measuredAt[i]!);
      values.push(value);
    }
  }
  const none = new Float64Array(0);
  return {
    length: times.length,
    times: Float64Array.from(times),
    values: Float64Array.from(values),
    ends: none,
    min: none,
    max: none,
    badCounts: new Int32Array(0),
    totals: null,
  };
}
