import { useQueryClient } from '@tanstack/react-query';
import type { CallName } from '@watchpost/contract';
import { useCallback } from 'react';

/** Calls whose answers a changed device makes old. */
const concerned: readonly CallName[] = [
  'getArealist',
  'getBigSmallType',
  'getModelClassList',
  'getModelPropertyList',
  'getModelTreeBaseInfo',
  'getModelTreeDetail',
  'getModelTreeGroupStatistics',
  'getModelTreePage',
  'getModelTreeProjectStatistics',
  'getModelTreeShowPoint',
  'getSubentryTree',
  'getTableListRead',
  'getWhatGoesWithModelTree',
  'modelTrees',
  'queryPointRead',
];

/** To be called after a change: everything on the screen that shows devices is asked for again. */
export function useDevicesChanged(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(
    () =>
      queryClient.invalidateQueries({ predicate: ({ queryKey }) => concerned.some((each) => each === queryKey[0]) }),
    [queryClient],
  );
}
