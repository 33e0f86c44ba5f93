import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type CallName, realtimeTopics } from '@watchpost/contract';
import { useEffect } from 'react';
import { coalesce, subscribeTopic } from '../lib/realtime.ts';
import { projectAskedIn } from '../lib/useCall.ts';

/** Calls whose answers an alarm's change makes old, the shell's among them. */
export const callsAboutAlarms: readonly CallName[] = [
  'getAlarmAct',
  'getAlarmClear',
  'getAlarmDetail',
  'getAlarmHidden',
  'getAlarmOverNum',
  'getAlarmMessageByUserId',
  'getAlarmPendingSolve',
  'getAlarmPlayScreenPage',
  'getAlarmShelfPage',
  'getTableListRead',
  'getModelTreeBaseInfo',
  'getModelTreeStatusTotal',
  'getUserOwnProject',
];
const isConcerned = (name: unknown): boolean => callsAboutAlarms.some((each) => each === name);

/**
 * Asks again for everything on the screen that an alarm's change made old.
 *
 * @param changedIn projects in which alarms changed: what was asked within another one is left alone; without it, nothing is
 */
export const refreshAlarms = (queryClient: QueryClient, changedIn?: ReadonlySet<number>): Promise<unknown> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey }) => {
      const projectId = projectAskedIn(queryKey);
      return isConcerned(queryKey[0]) && (!changedIn || projectId === null || changedIn.has(projectId));
    },
  });

/** Renews what the screen shows of alarms when one of these projects changes; at most four times a second. Once, in the shell. */
export function useAlarmChanges(projectIds: readonly number[]): void {
  const queryClient = useQueryClient();
  const key = projectIds.join(',');
  useEffect(() => {
    if (key === '') return;
    const changes = coalesce<number>((changedIn) => void refreshAlarms(queryClient, new Set(changedIn)));
    const stops = key
      .split(',')
      .map(Number)
      .map((projectId) =>
        subscribeTopic(realtimeTopics.deviceAlarms.topic(projectId, '+', '+'), () => changes.add(projectId)),
      );
    return () => {
      changes.stop();
      for (const stop of stops) stop();
    };
  }, [key, queryClient]);
}
