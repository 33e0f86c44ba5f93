import { useQueryClient } from '@tanstack/react-query';
import type { AlarmDetail, AlarmRow } from '@watchpost/contract';
import { useText } from '../lib/defineText.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { useNotify } from '../ui/index.ts';
import { text } from './text.ts';
import { refreshAlarms } from './useAlarmChanges.ts';

/** What is confirmed is what is on the screen: one that has become more severe since is refused. */
type Shown = Pick<AlarmRow, 'Id' | 'Level'>;

/**
 * Confirms (acknowledges) an alarm and leaves it to the caller to say so, or why it was refused, for example because someone else
 * was faster. The alarm's detail shows it at once, and either way what is on the screen is asked again.
 */
export function useQuietAcknowledge() {
  const queryClient = useQueryClient();
  const mutation = useCallMutation('updateStatus', {
    onSuccess: (row) =>
      queryClient.setQueriesData<AlarmDetail>(
        { queryKey: ['getAlarmDetail', { query: { alarmId: row.Id } }] },
        (before) => before && { ...before, ...row },
      ),
    onSettled: () => void refreshAlarms(queryClient),
  });
  return {
    /** Id of the alarm being confirmed now. */
    pendingId: mutation.isPending ? mutation.variables.query.id : null,
    isSuccess: mutation.isSuccess,
    error: mutation.error,
    acknowledge: ({ Id, Level }: Shown, then: { onSuccess?: () => void; onError?: (error: Error) => void } = {}) =>
      mutation.mutate({ query: { id: Id, level: Level } }, then),
  };
}

/** Confirms an alarm and says so, or in the server's words why it was refused. */
export function useAcknowledge() {
  const t = useText(text);
  const notify = useNotify();
  const { pendingId, acknowledge } = useQuietAcknowledge();
  return {
    /** Id of the alarm being confirmed now. */
    pendingId,
    acknowledge: (alarm: Shown) =>
      acknowledge(alarm, { onSuccess: () => notify.success(t.justConfirmed), onError: notify.failure }),
  };
}
