export { deviceHandlers } from './handlers.ts';
export { moveToCompany } from './handOver.store.ts';
export { releasePointsOfGateways } from './releasePoints.store.ts';
