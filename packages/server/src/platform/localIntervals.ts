import { dayMs } from '@watchpost/contract';
import { localOfEpoch, offsetAt, startOfDay } from './zonedTime.ts';

/** A stretch of time in which the clocks of a zone do not change. */
export interface OffsetStretch {
  readonly from: number;
  /** Not included. */
  readonly to: number;
  /** How far local clocks are ahead of UTC, in ms. */
  readonly offsetMs: number;
}

/** [from, to) cut where the clocks of the zone change; epoch ms. */
export function offsetStretches(from: number, to: number, timeZone: string): OffsetStretch[] {
  const stretches: OffsetStretch[] = [];
  let begin = from;
  let offsetMs = offsetAt(from, timeZone);
  for (let at = from; at < to; at += dayMs) {
    const next = Math.min(at + dayMs, to);
    if (offsetAt(next, timeZone) === offsetMs) continue;
    // Between `low` and `high` they change.
    let [low, high] = [at, next];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (offsetAt(middle, timeZone) === offsetMs) low = middle;
      else high = middle;
    }
    stretches.push({ from: begin, to: high, offsetMs });
    begin = high;
    offsetMs = offsetAt(high, timeZone);
  }
  if (begin < to) stretches.push({ from: begin, to, offsetMs });
  return stretches;
}

/**
 * The moments of [from, to] at which local clocks show a round time: a multiple of the width after the midnight of `day`.
 *
 * When clocks go forward over a round time, the moment of the change stands for it. When they go back, a round time that
 * comes twice is given twice if the width fits into the repeated time, else once: a day is one day of 25 hours.
 *
 * @param day of the calendar, `YYYY-MM-DD`
 */
export function roundTimes(from: number, to: number, widthMs: number, day: string, timeZone: string): number[] {
  const origin = Date.parse(`${day}T00:00:00Z`);
  const times: number[] = [];
  let before: OffsetStretch | null = null;
  for (const stretch of offsetStretches(from, to + 1, timeZone)) {
    const { offsetMs } = stretch;
    const back = before === null ? 0 : before.offsetMs - offsetMs;
    const first = origin - offsetMs + Math.ceil((stretch.from + offsetMs - origin) / widthMs) * widthMs;
    if (before !== null && back < 0) {
      const skipped = origin + Math.ceil((stretch.from + before.offsetMs - origin) / widthMs) * widthMs;
      if (skipped < stretch.from + offsetMs) times.push(stretch.from);
    }
    const last = times.length === 0 || before === null ? Number.NEGATIVE_INFINITY : times.at(-1)! + before.offsetMs;
    for (let time = first; time < stretch.to; time += widthMs) {
      if (back > 0 && widthMs > back && time + offsetMs <= last) continue;
      times.push(time);
    }
    before = stretch;
  }
  return times;
}

/**
 * The edges of the intervals that cover [from, to), one more than there are intervals: each begins where local clocks show a
 * round time, counted from the local midnight before the range. The first may begin before the range and the last end after it.
 */
export function localIntervals(from: number, to: number, widthMs: number, timeZone: string): Float64Array {
  if (!(from < to)) return new Float64Array(0);
  const day = localOfEpoch(from, timeZone).slice(0, 10);
  const midnight = startOfDay(day, timeZone).getTime();
  // From a day before: a midnight that is skipped is only told from the day before it.
  const times = roundTimes(midnight - dayMs, to + widthMs + dayMs, widthMs, day, timeZone);
  const first = times.findLastIndex((time) => time <= from);
  const last = times.findIndex((time) => time >= to);
  return Float64Array.from(times.slice(first, last + 1));
}

/**
 * Edges of intervals as stretches of intervals of one width, in their order.
 *
 * @param maxMs a stretch is at most so long, or one interval
 */
export function evenStretches(
  edges: Float64Array,
  maxMs = Number.POSITIVE_INFINITY,
): { from: number; to: number; widthMs: number }[] {
  const stretches: { from: number; to: number; widthMs: number }[] = [];
  for (let begin = 0; begin + 1 < edges.length; ) {
    const from = edges[begin]!;
    const widthMs = edges[begin + 1]! - from;
    let end = begin + 1;
    while (end + 1 < edges.length && edges[end + 1]! - edges[end]! === widthMs && edges[end + 1]! - from <= maxMs)
      end += 1;
    stretches.push({ from, to: edges[end]!, widthMs });
    begin = end;
  }
  return stretches;
}

/** `+02:00`: how far local clocks are ahead of UTC at a moment. */
export function offsetText(epochMs: number, timeZone: string): string {
  const minutes = Math.round(offsetAt(epochMs, timeZone) / 60_000);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}
