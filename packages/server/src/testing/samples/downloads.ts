import type { Samples } from '../sampleValues.ts';

export const samplesOfDownloads: Samples = {
  deleteDownload: ({ spareDownloadId }) => ({ body: [spareDownloadId] }),
  downloadRead: ({ downloadId }) => ({ body: [downloadId] }),
  getDownloadPage: () => ({ body: { IsGenerate: '1', IsRead: '0', State: 'done', Kind: 'operationLog' } }),
  requestExport: ({ projectId }) => ({
    body: { Kind: 'operationLog', Input: { body: { ProjectId: projectId } } },
  }),
};
