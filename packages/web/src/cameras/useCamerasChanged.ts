import { useQueryClient } from '@tanstack/react-query';
import type { CallName } from '@watchpost/contract';
import { useCallback } from 'react';

const concerned: readonly CallName[] = ['getCameraPage', 'getVideoMonitorPage'];

/** To be called after a change: everything on the screen that shows cameras is asked for again. */
export function useCamerasChanged(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(
    () =>
      queryClient.invalidateQueries({ predicate: ({ queryKey }) => concerned.some((each) => each === queryKey[0]) }),
    [queryClient],
  );
}
