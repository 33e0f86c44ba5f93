import { useQueryClient } from '@tanstack/react-query';
import type { AllCalls, CallInput, ExportKindName, exportKinds } from '@watchpost/contract';
import { App, Button } from 'antd';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '../lib/client.ts';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { useNotify } from '../ui/index.ts';
import { text } from './text.ts';

const noticeKey = 'export-begun';

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
  const { notification } = App.useApp();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useCallback(
    async (kind, input) => {
      const { query, body } = input as { query?: Record<string, unknown>; body?: Record<string, unknown> };
      try {
        await callApi('requestExport', {
          body: { Kind: kind, Input: { ...(query ? { query } : {}), ...(body ? { body } : {}) } },
        });
        notification.info({
          key: noticeKey,
          title: t.begun,
          description: t.begunHint,
          // The notice hangs outside the router, where a link knows no addresses.
          actions: (
            <Button
              size="small"
              onClick={() => {
                notification.destroy(noticeKey);
                navigate(links.downloads);
              }}
            >
              {t.toCentre}
            </Button>
          ),
          placement: 'bottomRight',
          role: 'status',
        });
        await queryClient.invalidateQueries({ queryKey: ['getDownloadPage'] });
      } catch (error) {
        notify.failure(error);
      }
    },
    [t, notify, notification, queryClient, navigate],
  );
}
