import { type Against, analysisErrors, dayMs, longestAnalysisDays } from '@watchpost/contract';
import { seesEveryLevel, type UserTenant, zoneOf } from '../access/index.ts';
import type { Db } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { dayAfter, localOfEpoch, startOfDay } from '../platform/zonedTime.ts';
import { standsOf } from './facts/figures.store.ts';
import { type Parts, type Piece, type ProjectStand, type ProjectStretch, splitStretches } from './facts/parts.ts';
import { type NamedProject, wholeProjects } from './limits.store.ts';

export interface Question {
  Start: string;
  End: string;
  ProjectIdList?: number[] | undefined;
  Against?: Against | undefined;
}

const daysFrom = (first: string, last: string): number => (Date.parse(last) - Date.parse(first)) / dayMs + 1;

/** The same date a year earlier; of 29 February the 28th. */
function yearBefore(day: string): string {
  const date = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return date.endsWith('-02-29') ? date.replace('-29', '-28') : date;
}

/** How many days are asked for. @throws Refusal `reversed`, `tooLong` */
export function daysAsked({ Start, End }: Question): number {
  if (End < Start) throw new Refusal(analysisErrors.reversed);
  const days = daysFrom(Start, End);
  if (days > longestAnalysisDays) throw new Refusal(analysisErrors.tooLong, { days: longestAnalysisDays });
  return days;
}

/** From the first to the last day; none when the last is before the first. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

export interface Asked {
  readonly projects: NamedProject[];
  readonly projectIds: number[];
  /** By the clock of the company: the first moment, the last one, which is not after now, and the seconds between them. */
  readonly from: Date;
  readonly until: Date;
  readonly seconds: number;
  readonly everyLevel: boolean;
  parts(byDay?: boolean): Parts;
  /** As many days before, or a year earlier. Of a period that still runs as much as there is of it: half a week is compared with half a week. */
  partsBefore(): Parts;
  /** Days of the period that have ended by the clock of the company, and as many before it, for what is known by whole days. */
  readonly endedDays: { readonly days: number; readonly now: Days; readonly before: Days };
  /** The period as one stretch of each project. */
  stretches(): Omit<Piece, 'day'>[];
}

/** The projects and days that are asked for, each day by the clock of its project. @throws Refusal `reversed`, `tooLong` */
export async function askedDays(tenant: UserTenant, db: Db, now: Date, question: Question): Promise<Asked> {
  const { Start, End, ProjectIdList, Against = 'before' } = question;
  const days = daysAsked(question);
  const [zone, projects] = await Promise.all([zoneOf(tenant, db), wholeProjects(tenant, db, ProjectIdList)]);
  const projectIds = projects.map(({ id }) => id);
  const stands = await standsOf(tenant, db, projectIds);
  const first = Against === 'lastYear' ? yearBefore(Start) : dayAfter(Start, -days);
  const within = (timeZone: string): { from: Date; until: Date } => {
    const [from, end] = [startOfDay(Start, timeZone), startOfDay(End, timeZone, 1)];
    const until = end < now ? end : now;
    return { from, until: until > from ? until : from };
  };
  const zones = new Map(
    [...new Set([zone, ...stands.map(({ time_zone }) => time_zone)])].map((each) => [each, within(each)]),
  );
  const stretch = (stand: ProjectStand): ProjectStretch => ({
    stand,
    fromDay: Start,
    until: zones.get(stand.time_zone)!.until,
  });
  const before = (stand: ProjectStand): ProjectStretch => {
    const { from, until } = zones.get(stand.time_zone)!;
    const isRunning = until.getTime() < startOfDay(End, stand.time_zone, 1).getTime();
    const lasted = until.getTime() - from.getTime();
    return {
      stand,
      fromDay: first,
      until: isRunning
        ? new Date(startOfDay(first, stand.time_zone).getTime() + lasted)
        : startOfDay(first, stand.time_zone, days),
    };
  };
  const { from, until } = zones.get(zone)!;
  const yesterday = dayAfter(localOfEpoch(now.getTime(), zone).slice(0, 10), -1);
  const ended = Math.max(0, daysFrom(Start, yesterday < End ? yesterday : End));
  const endedFrom = (day: string): Days => ({ from: day, to: dayAfter(day, ended - 1) });
  return {
    ...{ projects, projectIds, from, until },
    endedDays: { days: ended, now: endedFrom(Start), before: endedFrom(first) },
    seconds: (until.getTime() - from.getTime()) / 1000,
    everyLevel: seesEveryLevel(tenant),
    parts: (byDay = false) => splitStretches(stands.map(stretch), byDay),
    partsBefore: () => splitStretches(stands.map(before), false),
    stretches: () =>
      stands.map(({ id, time_zone }) => {
        const its = zones.get(time_zone)!;
        return { projectId: id, begin: its.from, finish: its.until };
      }),
  };
}
