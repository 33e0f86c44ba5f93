export { dataDownloadHandlers } from './handlers.ts';
export { type Curve, drawAnalog } from './pdf/drawCurve.ts';
export { drawFacts, drawRows, type RowCell } from './pdf/drawRows.ts';
export { contentWidth, ink, page, ReportDocument } from './pdf/ReportDocument.ts';
export { pointHistoryExporter } from './pointHistoryExporter.ts';
