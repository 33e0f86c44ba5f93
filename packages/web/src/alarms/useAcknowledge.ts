import { useQueryClient } from '@tanstack/react-query';
import type { AlarmRow } from '@watchpost/contract';
import { useText } from '../lib/defineText.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { useNotify } from '../ui/index.ts';
import { text } from './text.ts';
import { refreshAlarms } from './useAlarmChanges.ts';

/**
 * Confirms (acknowledges) an alarm and says so; a refusal, for example because someone else was faster, is shown in the server's
 * words and what is on the screen is asked again.
 */
export function useAcknowledge() {
  const t = useText(text);
  const notify = useNotify();
  const queryClient = useQueryClient();
  const mutation = useCallMutation('updateStatus', { onSettled: () => void refreshAlarms(queryClient) });
  return {
    /** Id of the alarm being confirmed now. */
    pendingId: mutation.isPending ? mutation.variables.query.id : null,
    /** What is confirmed is what is on the screen: one that has become more severe since is refused. */
    acknowledge: (alarm: Pick<AlarmRow, 'Id' | 'Level'>) =>
      mutation.mutate(
        { query: { id: alarm.Id, level: alarm.Level } },
        { onSuccess: () => notify.success(t.justConfirmed), onError: notify.failure },
      ),
  };
}
