import { useMemo } from 'react';
import { useSession } from './session.ts';

/** The projects of the company that the reader opens, to choose from. */
export function useProjectOptions(): { value: number; label: string }[] {
  const { projects } = useSession();
  return useMemo(
    () => projects.map(({ ProjectId, ProjectName }) => ({ value: ProjectId, label: ProjectName })),
    [projects],
  );
}
