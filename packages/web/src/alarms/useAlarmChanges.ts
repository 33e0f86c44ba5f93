import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { realtimeTopics } from '@watchpost/contract';
import { useEffect } from 'react';
import { coalesce, subscribeTopic } from '../lib/realtime.ts';

/** Calls whose answers an alarm's change makes old, the shell's among them. */
const concerned = [
  'getAlarmAct',
  'getAlarmDetail',
  'getAlarmOverNum',
  'getAlarmMessageByUserId',
  'getAlarmPlayScreenPage',
  'getTableListRead',
  'getModelTreeBaseInfo',
  'getModelTreeStatusTotal',
  'getUserOwnProject',
];

export const refreshAlarms = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all(concerned.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));

/** Asks again for what is on the screen when an alarm of these projects changes; at most four times a second. */
export function useAlarmChanges(projectIds: readonly number[]): void {
  const queryClient = useQueryClient();
  const key = projectIds.join(',');
  useEffect(() => {
    if (key === '') return;
    const changes = coalesce<null>(() => void refreshAlarms(queryClient));
    const stops = key
      .split(',')
      .map((projectId) =>
        subscribeTopic(realtimeTopics.deviceAlarms.topic(Number(projectId), '+', '+'), () => changes.add(null)),
      );
    return () => {
      changes.stop();
      for (const stop of stops) stop();
    };
  }, [key, queryClient]);
}
