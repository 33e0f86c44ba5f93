import { useQueryClient } from '@tanstack/react-query';
import { type CallName, realtimeTopics } from '@watchpost/contract';
import { useEffect } from 'react';
import { askAgain } from '../lib/askAgain.ts';
import { onForbidden } from '../lib/client.ts';
import { useTopic } from '../lib/realtime.ts';
import { useSpread } from './useFreshLists.ts';

/** The calls that return the user's places and permissions. */
const rights: readonly CallName[] = [
  'getUserCompanyList',
  'getUserOwnProject',
  'getUserFuncNewList',
  'getUserRoleList',
  'getSubareaTree',
];

/** One refusal after another must not become one question after another. */
const refusalPauseMs = 5_000;

/**
 * Reads the user's companies, projects and permissions again when the server says that they changed, and when it refuses
 * something that this browser thought was allowed: menu and screens follow at once.
 */
export function useFreshRights(userId: number | null): void {
  const queryClient = useQueryClient();
  const askLater = useSpread();
  useTopic('userAccess', userId === null ? null : realtimeTopics.userAccess.topic(userId), (messages) => {
    // The screen may show more, or less, than the user may see now.
    const spreadMs = Math.max(...messages.map((each) => each.spreadMs ?? 0));
    askLater(spreadMs, () => void queryClient.invalidateQueries());
  });
  useEffect(() => {
    let askedAt = Number.NEGATIVE_INFINITY;
    return onForbidden(() => {
      const now = performance.now();
      if (now - askedAt < refusalPauseMs) return;
      askedAt = now;
      void askAgain(queryClient, rights);
    });
  }, [queryClient]);
}
