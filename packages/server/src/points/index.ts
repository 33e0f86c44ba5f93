export { bandOf } from './bandOf.ts';
export { movePointsToProject } from './changeProject.store.ts';
export { type MeasureCyclesDeps, proposeCycles, reviewCycles } from './cycles/measureCycles.ts';
export { cycleFor, medianDistance } from './cycles/measuredCycle.ts';
export { pointHandlers } from './handlers.ts';
export { moveToCompany } from './handOver.store.ts';
export { createPresentLive, type LivePointDeps, type PresentLive } from './livePoints.ts';
export { type LiveReading, LiveValues } from './liveValues.ts';
export { rulesLookingAt } from './lookingRules.store.ts';
export { needProjectOfPoints } from './needProjectOfPoints.ts';
export { findOutdoorPoint, makeOutdoorPoint } from './outdoorPoint.store.ts';
export type { PointDeps } from './PointDeps.ts';
export { freePoints, type PickedPointRow, pickedColumns } from './pickedPoints.store.ts';
export { addDevices } from './places/addDevices.ts';
export type { DeviceWriter } from './places/DeviceWriter.ts';
export { loadPointCatalogue, type PointCatalogue } from './pointCatalogue.ts';
export { pointExporter } from './pointExporter.wire.ts';
export { type PointLineRow, pointLine, pointsOfLines } from './pointLine.store.ts';
export {
  type LimitStretch,
  type PointLimits,
  presentPending,
  presentPicked,
  presentPoint,
  presentUnitMap,
  type ShownLimits,
} from './present.ts';
export { addPoints } from './setUp/addPoints.ts';
export { bringPoints, type PointPlan, planPoints, type WantedPoint } from './setUp/bringPoints.ts';
export { draftOf } from './setUp/handlers.ts';
export type { PointDraft } from './setUp/PointDraft.ts';
export { presentMapping } from './setUp/present.ts';
export {
  deletePoints,
  findGateway,
  findSlave,
  type Line,
  lockPoints,
  setCycles,
  setUpOfLine,
  takenIn,
} from './setUp/setUp.store.ts';
export {
  type DevicePointRow,
  type FirstDevice,
  findPoints,
  firstDevices,
  type ModbusMapping,
  type PointFacts,
  type PointRow,
  pointsOfDevices,
  pointVisible,
} from './store.ts';
export { tellChanged } from './tellPoints.ts';
export { insertType, listTypes, lockTypes, type PointType, type TypeValues as NewPointType } from './types/store.ts';
