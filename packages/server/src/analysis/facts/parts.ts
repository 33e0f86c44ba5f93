import { dayAfter, localOfEpoch, startOfDay } from '../../platform/zonedTime.ts';

/** A project, and how far its days are counted beforehand. Days are `YYYY-MM-DD` of its clock. */
export interface ProjectStand {
  readonly id: number;
  readonly time_zone: string;
  /** The last counted day; null: none is. */
  readonly through: string | null;
  /** The last counted day up to which nothing has changed since. */
  readonly sure: string | null;
}

/** Counted days of a project, both included. */
export interface Span {
  readonly projectId: number;
  readonly from: string;
  readonly to: string;
}

/** A stretch of a project that is counted alarm by alarm; its figures stand under one day. */
export interface Piece {
  readonly projectId: number;
  readonly day: string;
  readonly begin: Date;
  readonly finish: Date;
}

/** A stretch of time in several projects, by what is known of it. */
export interface Parts {
  /** Days whose figures stand in tables. */
  readonly spans: Span[];
  /** What is counted now. */
  readonly pieces: Piece[];
  /** Counted days whose alarms have changed since: only their degree-hours and data availability are taken. */
  readonly changed: Span[];
}

/** Whether a day is counted beforehand: any, one of a project, or this one in any project. */
export const isCounted = ({ spans, changed }: Parts, of: { projectId?: number; day?: string } = {}): boolean =>
  [...spans, ...changed].some(
    ({ projectId, from, to }) =>
      (of.projectId === undefined || of.projectId === projectId) &&
      (of.day === undefined || (from <= of.day && of.day <= to)),
  );

/** A stretch by the clock of each project: from the start of a day to a moment. */
export interface ProjectStretch {
  readonly stand: ProjectStand;
  readonly fromDay: string;
  readonly until: Date;
}

const min = (a: string, b: string): string => (a < b ? a : b);
const max = (a: string, b: string): string => (a > b ? a : b);

/** Splits stretches by what is known of them. @param byDay whether what is counted now is counted day by day */
export function splitStretches(stretches: readonly ProjectStretch[], byDay: boolean): Parts {
  const parts: Parts = { spans: [], pieces: [], changed: [] };
  for (const { stand, fromDay, until } of stretches) {
    const { id: projectId, time_zone: zone, sure, through } = stand;
    const lastWhole = dayAfter(localOfEpoch(until.getTime(), zone).slice(0, 10), -1);
    const to = sure === null ? null : min(sure, lastWhole);
    const counted = to !== null && to >= fromDay;
    if (counted) parts.spans.push({ projectId, from: fromDay, to });
    const open = counted ? dayAfter(to, 1) : fromDay;
    const changedTo = through === null ? null : min(through, lastWhole);
    if (changedTo !== null && changedTo >= open) parts.changed.push({ projectId, from: open, to: changedTo });
    for (let day = open, begin = startOfDay(open, zone); begin < until; day = dayAfter(day, 1)) {
      const next = byDay ? startOfDay(day, zone, 1) : until;
      const finish = next < until ? next : until;
      parts.pieces.push({ projectId, day, begin, finish });
      begin = finish;
    }
  }
  return parts;
}

/**
 * A span with its whole months: `wholeFrom` is the first day of the first, `wholeUntil` the first day after the last. Where it has none,
 * both are the day after the span.
 */
export function withMonths({ from, to }: Span): { wholeFrom: string; wholeUntil: string } {
  const after = dayAfter(to, 1);
  const firstOf = (day: string): string => `${day.slice(0, 7)}-01`;
  const wholeFrom = firstOf(from) === from ? from : firstOf(dayAfter(firstOf(from), 31));
  const wholeUntil = firstOf(after);
  return wholeUntil > wholeFrom ? { wholeFrom, wholeUntil } : { wholeFrom: max(after, from), wholeUntil: after };
}
