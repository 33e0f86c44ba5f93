export { figureCondition, returnedOfMany } from './figures.store.ts';
export { repairHandlers } from './handlers.ts';
export { moveToCompany, openWork } from './handOver.store.ts';
export { repairExporter } from './repairExporter.wire.ts';
export { receiptLength, stickerIdLength } from './stickers/codeLengths.ts';
export { admitReports, stickerHandlers } from './stickers/handlers.ts';
export { watchRepairs } from './watchRepairs.ts';
