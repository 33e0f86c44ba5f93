import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { callApi } from '../lib/client.ts';
import { useNotify } from '../ui/index.ts';
import { saveFile } from './saveFile.ts';

/** Fetches a finished file, hands it to the browser and closes its notice. */
export function useSaveDownload(): (downloadId: number) => Promise<void> {
  const notify = useNotify();
  const queryClient = useQueryClient();
  return useCallback(
    async (downloadId) => {
      try {
        saveFile(await callApi('getDownloadFile', { query: { downloadId } }));
        await callApi('downloadRead', { body: [downloadId] });
      } catch (error) {
        notify.failure(error);
      }
      await queryClient.invalidateQueries({ queryKey: ['getDownloadPage'] });
    },
    [notify, queryClient],
  );
}
