export { figureCondition, returnedOfMany } from './figures.store.ts';
export { repairHandlers } from './handlers.ts';
export { moveToCompany, openWork } from './handOver.store.ts';
export { repairExporter } from './repairExporter.wire.ts';
export { receiptLength, stickerIdLength } from './stickers/codeLengths.ts';
export { admitReports, stickerHandlers } from './stickers/handlers.ts';
export { passOnOrders } from './teams/passOnOrders.ts';
export { countTeamRepairs } from './teams/team.store.ts';
export { watchRepairs } from './watchRepairs.ts';
