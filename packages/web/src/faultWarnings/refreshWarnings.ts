import type { QueryClient } from '@tanstack/react-query';

/** Reads again what shows warnings. */
export const refreshWarnings = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all(
    ['preAlarmPage', 'getPreAlarmEvidence'].map((call) => queryClient.invalidateQueries({ queryKey: [call] })),
  );
