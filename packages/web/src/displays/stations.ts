import type { StationKind, WallProject, WallView } from '@watchpost/contract';

export type Station =
  | { readonly kind: Exclude<StationKind, 'projects'> }
  | { readonly kind: 'projects'; readonly projectId: number };

/** So many projects of a tour have a station of their own: the riskiest. */
const projectStations = 12;

/** Stations in their order; each project that is watched is one, the riskiest first. */
export function stationsOf({ StationList, ProjectList }: Pick<WallView, 'StationList' | 'ProjectList'>): Station[] {
  const stations = StationList.flatMap((kind): Station[] =>
    kind === 'projects'
      ? ProjectList.filter(({ Served }) => Served)
          .slice(0, projectStations)
          .map(({ ProjectId }: WallProject) => ({ kind, projectId: ProjectId }))
      : [{ kind }],
  );
  return stations.length > 0 ? stations : [{ kind: 'overview' }];
}
