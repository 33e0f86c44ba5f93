import { useCall } from '../lib/useCall.ts';

/** The points of a project that serve no device: the weather, computed ones. None until they are known. */
export function useFreePoints(projectId: number) {
  const { data } = useCall(
    'getFreePoints',
    { query: { ProjectId: projectId } },
    { scope: 'company', staleTime: 60_000 },
  );
  return data ?? none;
}

const none: readonly never[] = [];
