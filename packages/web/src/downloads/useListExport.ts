import { useQueryClient } from '@tanstack/react-query';
import type { AllCalls, CallInput, ExportKindName, exportKinds } from '@watchpost/contract';
import { useCallback } from 'react';
import { callApi } from '../lib/client.ts';
import { useText } from '../lib/defineText.ts';
import { useNotify } from '../ui/index.ts';
import { text } from './text.ts';

/** What the read call of a kind takes. */
type InputOf<Kind extends ExportKindName> = CallInput<AllCalls[(typeof exportKinds)[Kind]['call'] & keyof AllCalls]>;

/**
 * Begins exports in the background: hand it the list's own read call's input, and `ListPage` the result.
 *
 * @example
 * const exportList = useListExport();
 * <ListPage onExport={(query) => exportList('operationLog', { body: filterOf(query) })} … />
 */
export function useListExport(): <Kind extends ExportKindName>(kind: Kind, input: InputOf<Kind>) => Promise<void> {
  const t = useText(text);
  const notify = useNotify();
  const queryClient = useQueryClient();
  return useCallback(
    async (kind, input) => {
      const { query, body } = input as { query?: Record<string, unknown>; body?: Record<string, unknown> };
      try {
        await callApi('requestExport', {
          body: { Kind: kind, Input: { ...(query ? { query } : {}), ...(body ? { body } : {}) } },
        });
        notify.info(t.begun);
        await queryClient.invalidateQueries({ queryKey: ['getDownloadPage'] });
      } catch (error) {
        notify.failure(error);
      }
    },
    [t, notify, queryClient],
  );
}
