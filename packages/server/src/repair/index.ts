export { figureCondition } from './figures.store.ts';
export { repairHandlers } from './handlers.ts';
export { repairExporter } from './repairExporter.wire.ts';
export { admitReports, stickerHandlers } from './stickers/handlers.ts';
export { randomCode, receiptLength, stickerIdLength } from './stickers/randomCode.ts';
export { watchRepairs } from './watchRepairs.ts';
