export { DownloadNotices } from './DownloadNotices.tsx';
export { downloadsPath } from './downloadsPath.ts';
export { saveFile } from './saveFile.ts';
export { useListExport } from './useListExport.tsx';
