import type { SubareaNode } from '@watchpost/contract';
import { useMemo } from 'react';
import { useSession } from '../lib/session.ts';
import { useCall, useCompanyCalls } from '../lib/useCall.ts';
import type { MapTiles } from '../ui/map/index.ts';

/** Changes seldom; a change by oneself is asked for at once. */
const staleTime = 60_000;

/** All partitions and projects of the company; undefined while they are on their way. */
export function useCompanyTree() {
  const { company } = useSession();
  return useCall('getAllSubareaTree', { query: { companyId: company.CompanyId } }, { scope: 'company', staleTime });
}

/** By project, its areas as a tree; those that are on their way are missing. */
export function useAreasOf(projectIds: readonly number[]): ReadonlyMap<number, readonly SubareaNode[]> {
  const { company } = useSession();
  const inputs = projectIds.map((projectId) => ({ query: { companyId: company.CompanyId, projectId } }));
  const answers = useCompanyCalls('getAllSubareaTree', inputs, { staleTime });
  return useMemo(
    () => new Map(projectIds.flatMap((id, i) => (answers[i] ? [[id, answers[i]] as const] : []))),
    [projectIds, answers],
  );
}

/** Labels in use and what a new project takes from the company. */
export const useCompanySettings = () => useConfig()?.Company;

function useConfig() {
  const { company } = useSession();
  return useCall(
    'getCompanyProjectUserConfig',
    { query: { companyId: company.CompanyId } },
    { scope: 'company', staleTime },
  ).data;
}

/** Where maps have their pictures from; null: nowhere, or it is not known yet. */
export function useMapTiles(): MapTiles | null {
  const tiles = useConfig()?.MapTiles;
  return useMemo(() => (tiles ? { url: tiles.Url, credit: tiles.Credit, datum: tiles.Datum } : null), [tiles]);
}

/**
 * All subsystems there are, each with what this project has of it.
 *
 * @param projectId absent: of none, for a project that is to be added
 */
export function useSubsystems(projectId?: number) {
  const { company } = useSession();
  return useCall(
    'getProjectModelList',
    { query: { companyId: company.CompanyId, subareaId: projectId } },
    { scope: 'company', staleTime },
  ).data;
}

/** Zones by their IANA names, as a select takes them, with what their clocks are ahead of UTC. */
export function useTimeZones(): readonly { value: string; label: string }[] {
  return useMemo(
    () =>
      Intl.supportedValuesOf('timeZone').map((zone) => {
        const offset = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' })
          .formatToParts()
          .find(({ type }) => type === 'timeZoneName')?.value;
        return { value: zone, label: `${zone.replaceAll('_', ' ')} (${offset?.replace('GMT', 'UTC') ?? ''})` };
      }),
    [],
  );
}
