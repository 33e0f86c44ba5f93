export { formatBytes } from '../lib/formatBytes.ts';
export { DownloadNotices } from './DownloadNotices.tsx';
export { saveFile } from './saveFile.ts';
export { useListExport } from './useListExport.ts';
