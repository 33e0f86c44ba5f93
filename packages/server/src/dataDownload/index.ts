export { dataDownloadHandlers } from './handlers.ts';
export { pointHistoryExporter } from './pointHistoryExporter.ts';
