export { ControlServer } from './ControlServer.ts';
export type { Clock } from './clock.ts';
export { goodLine, type LineBehaviour } from './LineBehaviour.ts';
export type { RunningScenario } from './ScenarioBoard.ts';
export { type SimulatorLog, silentLog } from './SimulatorLog.ts';
export type { Scenario, ScenarioRequest } from './scenarios/Scenario.ts';
export { scenarios } from './scenarios/scenarios.ts';
export { type Rack, type RackSlave, startRack } from './startRack.ts';
export {
  type GatewayCredentials,
  type GatewayPart,
  type GatewayStatus,
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from './startSimulator.ts';
