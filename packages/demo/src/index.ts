export { type DemoHistory, type DemoHistoryBatch, demoHistory, demoSeed, roundedTo } from './demoHistory.ts';
export { type DemoCamera, type DemoScene, demoCameraPath, demoCameras } from './fleet/demoCameras.ts';
export { type DemoCard, demoCards, usageOfCard } from './fleet/demoCards.ts';
export { demoCompanies } from './fleet/demoCompanies.ts';
export type * from './fleet/demoFleet.ts';
export { demoGateways } from './fleet/demoGateways.ts';
export { demoPoints, pointsOf } from './fleet/demoPoints.ts';
export { describeRole, type PointRole, pointRoles } from './fleet/pointRoles.ts';
export { demoPointTypes } from './fleet/pointTypes.ts';
export { demoSubsystems } from './fleet/subsystems.ts';
export {
  createPlant,
  type Plant,
  type PlantFault,
  type PlantSnapshot,
  type TimedFault,
} from './physics/createPlant.ts';
export { type Outdoors, outdoorsAt } from './physics/outdoors.ts';
export { trafficDevices } from './physics/StoreTraffic.ts';
export { type PlantedStory, plantedStories } from './plantedStories.ts';
