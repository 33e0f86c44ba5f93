export { pointHandlers } from './handlers.ts';
export { createPresentLive, type LivePointDeps, type PresentLive } from './livePoints.ts';
export { type LiveReading, LiveValues } from './liveValues.ts';
export { loadPointCatalogue, type PointCatalogue } from './pointCatalogue.ts';
export { type PointLimits, presentUnitMap } from './present.ts';
export {
  type DevicePointRow,
  findPoints,
  type ModbusMapping,
  type PointFacts,
  type PointRow,
  pointsOfDevices,
} from './store.ts';
