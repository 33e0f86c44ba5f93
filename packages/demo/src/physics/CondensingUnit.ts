import type { PointRole } from '../fleet/pointRoles.ts';
import { jitter } from './noise.ts';
import { type DeviceCondition, type Moment, type PlantPart, stepSeconds } from './PlantPart.ts';

/** °C that its hot gas comes to while it runs, and how fast: minutes, as on a roof in autumn. */
const runningDischarge = 78;
const runningSuction = 6;
const standingTemperature = 22;
const settleSeconds = 300;

/** A condensing unit as it is delivered: locked until its run permission is given, and then it starts. */
export class CondensingUnit implements PlantPart {
  readonly deviceCodes: readonly string[];
  readonly state: Record<string, number> = {
    permitted: 0,
    running: 0,
    discharge: standingTemperature,
    suction: standingTemperature,
  };
  private readonly stream: number;
  private readonly condition: DeviceCondition;

  constructor(deviceCode: string, stream: number, condition: DeviceCondition) {
    this.deviceCodes = [deviceCode];
    this.stream = stream;
    this.condition = condition;
  }

  step(_moment: Moment): void {
    const { state, condition } = this;
    state.running = state.permitted === 1 && condition.powered && !condition.coolingFailed ? 1 : 0;
    const share = stepSeconds / settleSeconds;
    state.discharge! += ((state.running ? runningDischarge : standingTemperature) - state.discharge!) * share;
    state.suction! += ((state.running ? runningSuction : standingTemperature) - state.suction!) * share;
  }

  read(_deviceCode: string, role: PointRole, moment: Moment): number | null {
    const noise = (place: number) => jitter(moment.seed, this.stream + place, moment.tick);
    switch (role) {
      case 'runPermission':
        return this.state.permitted!;
      case 'compressor1Running':
        return this.state.running!;
      case 'dischargeTemperature':
        return this.state.discharge! + 0.3 * noise(1);
      case 'suctionTemperature':
        return this.state.suction! + 0.2 * noise(2);
      default:
        return null;
    }
  }

  write(_deviceCode: string, role: PointRole, value: number): boolean {
    if (role !== 'runPermission') return false;
    this.state.permitted = value === 0 ? 0 : 1;
    return true;
  }
}
