import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { CallName } from '@watchpost/contract';
import { useCallback } from 'react';

/** Invalidates all replies to these calls, for any input: those on the screen are requested again. */
export const askAgain = (queryClient: QueryClient, names: readonly CallName[]): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => names.some((name) => name === queryKey[0]) });

/**
 * To be called after a change: everything on the screen that shows what was changed is asked for again.
 *
 * @param names calls whose answers the change makes old; a list outside the component
 * @example export const useCamerasChanged = () => useAskAgain(callsAboutCameras);
 */
export function useAskAgain(names: readonly CallName[]): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(() => askAgain(queryClient, names), [queryClient, names]);
}
