import { useMemo } from 'react';
import { useSession } from '../../lib/session.ts';
import { useCall } from '../../lib/useCall.ts';

/** Changes seldom; a change by oneself is asked for at once. */
const staleTime = 60_000;

/** Every subsystem with its classes, whether or not there are devices of it. */
export function useClasses() {
  const { company } = useSession();
  return useCall('getModelClassList', { query: { companyId: company.CompanyId } }, { scope: 'company', staleTime })
    .data;
}

/** Classes to choose from, under their subsystems. */
export function useClassOptions() {
  const classes = useClasses();
  return useMemo(
    () =>
      classes?.map(({ BigTypeName, SmallTypes }) => ({
        label: BigTypeName,
        options: SmallTypes.map(({ SmallTypeId, SmallTypeName }) => ({ value: SmallTypeId, label: SmallTypeName })),
      })) ?? [],
    [classes],
  );
}

/** Areas of a project by their whole way, "Hall / Row 2"; null: no project. */
export function useAreaOptions(projectId: number | null): { value: number; label: string }[] {
  const areas = useCall('getArealist', projectId === null ? null : { query: { projectId } }, { staleTime }).data;
  return useMemo(() => {
    const names = new Map<number, string>();
    // A parent stands before those below it.
    return (
      areas?.map(({ Key, Value, parentId }) => {
        const above = parentId === null ? undefined : names.get(parentId);
        const label = above === undefined ? Value : `${above} / ${Value}`;
        names.set(Key, label);
        return { value: Key, label };
      }) ?? []
    );
  }, [areas]);
}
