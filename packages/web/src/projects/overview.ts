import type { ProjectRow } from '@watchpost/contract';
import { idInAddress } from '../lib/idInAddress.ts';

/**
 * What a project is to somebody who looks at all of them: the worst of it. What is not watched (disabled, expired) is that before
 * anything else. `normal` says that no device is beyond its limits or offline, alarm or not.
 */
export type OverviewState = 'alarm' | 'beyond' | 'offline' | 'normal' | 'disabled' | 'expired';

type Standing = Pick<ProjectRow, 'State' | 'AlarmCount' | 'BeyondCount' | 'OfflineCount'>;

export function overviewStateOf({ State, AlarmCount, BeyondCount, OfflineCount }: Standing): OverviewState {
  if (State === 'disabled' || State === 'expired') return State;
  if (AlarmCount > 0) return 'alarm';
  if (BeyondCount > 0) return 'beyond';
  return OfflineCount > 0 ? 'offline' : 'normal';
}

/** Live values are shown and people are told of its alarms. */
export const isWatched = ({ State }: Pick<ProjectRow, 'State'>): boolean => State === 'valid';

export type Located = ProjectRow & { readonly Latitude: number; readonly Longitude: number };
export const isLocated = (project: ProjectRow): project is Located =>
  project.Latitude !== null && project.Longitude !== null;

export type OverviewSort = 'severity' | 'name';

/** What the address of the map says. */
export interface OverviewQuery {
  readonly text: string;
  readonly state: OverviewState | null;
  readonly industry: number | null;
  readonly sort: OverviewSort;
  /** The project whose card is open. */
  readonly chosen: number | null;
}

const states: readonly OverviewState[] = ['alarm', 'beyond', 'offline', 'normal', 'disabled', 'expired'];

export function overviewQueryOf(params: URLSearchParams): OverviewQuery {
  const industry = Number(params.get('industry'));
  return {
    text: params.get('q') ?? '',
    state: states.find((each) => each === params.get('state')) ?? null,
    industry: Number.isInteger(industry) && industry >= 1 && industry <= 4 ? industry : null,
    sort: params.get('sort') === 'name' ? 'name' : 'severity',
    chosen: idInAddress(params, 'site'),
  };
}

export function withOverviewQuery(params: URLSearchParams, query: OverviewQuery): URLSearchParams {
  const next = new URLSearchParams(params);
  const put = (name: string, value: string | number | null) => {
    if (value === null || value === '') next.delete(name);
    else next.set(name, String(value));
  };
  put('q', query.text);
  put('state', query.state);
  put('industry', query.industry);
  put('sort', query.sort === 'severity' ? null : query.sort);
  put('site', query.chosen);
  return next;
}

const byName = (a: ProjectRow, b: ProjectRow) => a.ProjectName.localeCompare(b.ProjectName, 'zh');
/** Beyond a limit without an alarm comes after the mildest one, and what is not watched after everything that is. */
export function rankOf(project: ProjectRow): number {
  if (!isWatched(project)) return 9;
  if (project.AlarmCount > 0) return project.AlarmLevel ?? 4;
  return { alarm: 4, beyond: 5, offline: 6, normal: 8, disabled: 9, expired: 9 }[overviewStateOf(project)];
}
const bySeverity = (a: ProjectRow, b: ProjectRow) =>
  rankOf(a) - rankOf(b) || b.AlarmCount - a.AlarmCount || byName(a, b);

/** The projects that the filters leave, worst or alphabetically first. */
export function overviewOf(projects: readonly ProjectRow[], query: OverviewQuery): readonly ProjectRow[] {
  const wanted = query.text.trim().toLowerCase();
  return projects
    .filter(
      (project) =>
        (query.state === null || overviewStateOf(project) === query.state) &&
        (query.industry === null || project.Industry === query.industry) &&
        `${project.ProjectName} ${project.Code} ${project.Address}`.toLowerCase().includes(wanted),
    )
    .sort(query.sort === 'name' ? byName : bySeverity);
}
