import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';

/** The point that keeps the temperature outside a project; null: it has none. */
export function useOutdoorPoint(projectId: number): number | null {
  const may = useMay('monitorView', 'monitorEdit');
  const { data } = useCall('getOutdoorPoint', may ? { query: { projectId } } : null, {
    scope: 'company',
    staleTime: 600_000,
  });
  return data?.PointId ?? null;
}
