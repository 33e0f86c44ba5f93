export { askExport, ownWish } from './askExport.ts';
export { deleteOldDownloads } from './deleteOldDownloads.ts';
export { type AnyExporter, defineExporter, type Exporter, type ExportQuestion, type FileExporter } from './exporter.ts';
export { type DownloadDeps, downloadHandlers } from './handlers.ts';
export { type MakeDownloadDeps, makeDownloadJob, maxRows } from './makeDownload.ts';
export { namesOfProject } from './store.ts';
