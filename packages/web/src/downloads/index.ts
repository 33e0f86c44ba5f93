export { DownloadNotices } from './DownloadNotices.tsx';
export { formatBytes } from './formatBytes.ts';
export { saveFile } from './saveFile.ts';
export { useListExport } from './useListExport.ts';
