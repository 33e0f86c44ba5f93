import { useCall } from '../lib/useCall.ts';

/** The devices of a project that the user sees, to choose from. */
export function useDeviceChoices(projectId: number | null): readonly { value: number; label: string }[] | undefined {
  const { data } = useCall(
    'getModelTreeAndPointTypeDropdown',
    projectId === null ? null : { body: { ProjectId: projectId } },
    { scope: 'project', staleTime: 60_000 },
  );
  return data?.ModelTreeDropdown.map(({ Key, Value }) => ({ value: Number(Key), label: Value }));
}
