import { useQueryClient } from '@tanstack/react-query';
import { useText } from '../lib/defineText.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { useNotify } from '../ui/index.ts';
import { shelfText } from './listText.ts';
import { refreshAlarms } from './useAlarmChanges.ts';

/** Ends what hides alarms, and says so, or in the server's words why it could not. */
export function useEndShelf(): (shelfId: number) => void {
  const s = useText(shelfText);
  const notify = useNotify();
  const queryClient = useQueryClient();
  const mutation = useCallMutation('endAlarmShelf', { onSettled: () => void refreshAlarms(queryClient) });
  return (shelfId) =>
    mutation.mutate(
      { body: { ShelfIdList: [shelfId] } },
      { onSuccess: () => notify.success(s.ended), onError: notify.failure },
    );
}
