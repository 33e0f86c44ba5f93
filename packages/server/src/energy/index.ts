export { drawBaseline } from './baseline/fitBaseline.ts';
export { watchDemand } from './billing/watchDemand.ts';
export { energyMonthExporter, energyProjectExporter } from './energyExporters.wire.ts';
export { sitesWithMeters, sumsOfProjects } from './figures/figures.store.ts';
export { energyHandlers } from './handlers.ts';
export { findMeters, supplyOf } from './meters/meters.store.ts';
export { noteLateReadings } from './noteLateReadings.ts';
export { proveDays } from './proof/proveDays.ts';
export { settleMeters } from './settle/settleMeters.ts';
