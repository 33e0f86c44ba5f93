export { movePointsToProject } from './changeProject.store.ts';
export { pointHandlers } from './handlers.ts';
export { moveToCompany } from './handOver.store.ts';
export { createPresentLive, type LivePointDeps, type PresentLive } from './livePoints.ts';
export { type LiveReading, LiveValues } from './liveValues.ts';
export { loadPointCatalogue, type PointCatalogue } from './pointCatalogue.ts';
export { type PointLineRow, pointLine, pointsOfLines } from './pointLine.store.ts';
export { type PendingOnPoint, type PointLimits, presentPending, presentUnitMap } from './present.ts';
export {
  type DevicePointRow,
  findPoints,
  type ModbusMapping,
  type PointFacts,
  type PointRow,
  pointsOfDevices,
} from './store.ts';
export { type UnknownPoints, unknownPoints } from './unknownPoints.ts';
