import type { PointRole } from '../fleet/pointRoles.ts';
import type { Climate } from './Climate.ts';
import { drift, jitter } from './noise.ts';
import { between, type DeviceCondition, isWithinHours, type Moment, type PlantPart, stepSeconds } from './PlantPart.ts';

/** Cooled to this between deliveries, °C. */
const dockSetpoint = 8;

/** The anteroom whose air falls into the rooms when a door opens. */
export class LoadingDock implements PlantPart {
  readonly deviceCodes: readonly string[];
  readonly state = { air: dockSetpoint + 1 };
  private readonly stream: number;
  private readonly climate: Climate;
  private readonly condition: DeviceCondition;

  constructor(deviceCode: string, stream: number, climate: Climate, condition: DeviceCondition) {
    this.deviceCodes = [deviceCode];
    this.stream = stream;
    this.climate = climate;
    this.condition = condition;
  }

  get temperature(): number {
    return this.state.air;
  }

  step(moment: Moment): void {
    // Trucks dock in the working hours: warm air comes in faster than in the night.
    const exchange = isWithinHours(moment.hour, 6, 20) ? 5400 : 21_600;
    const cooling = this.condition.powered ? (dockSetpoint - this.state.air) / 2400 : 0;
    this.state.air += ((this.climate.temperature - this.state.air) / exchange + cooling) * stepSeconds;
  }

  read(_deviceCode: string, role: PointRole, moment: Moment): number | null {
    if (role === 'roomTemperature') return this.state.air + 0.04 * jitter(moment.seed, this.stream, moment.tick);
    if (role === 'humidity') {
      const wander = 4 * drift(moment.seed, this.stream + 1, moment.atMs, 1_800_000);
      return between(this.climate.humidity + 1.2 * (this.climate.temperature - this.state.air) + wander, 35, 98);
    }
    return null;
  }

  write(): boolean {
    return false;
  }
}
