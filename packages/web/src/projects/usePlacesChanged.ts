import { useQueryClient } from '@tanstack/react-query';
import type { CallName } from '@watchpost/contract';
import { useCallback } from 'react';

/** Calls whose answers a changed project, partition or area makes old, the shell's among them. */
export const callsAboutPlaces: readonly CallName[] = [
  'getAllSubarea',
  'getAllSubareaTree',
  'getBigSmallType',
  'getCompanyProjectUserConfig',
  'getProject',
  'getProjectModelList',
  'getProjectPage',
  'getSubareaDelPage',
  'getSubareaPage',
  'getSubareaTree',
  'getUserOwnProject',
  'getUserOwnSubareaTree',
  'getUserSubareaList',
  'getWhatGoesWith',
];

/** To be called after a change: everything on the screen that shows places is asked for again. */
export function usePlacesChanged(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(
    () =>
      queryClient.invalidateQueries({
        predicate: ({ queryKey }) => callsAboutPlaces.some((each) => each === queryKey[0]),
      }),
    [queryClient],
  );
}
