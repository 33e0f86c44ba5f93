import type { PointRole } from '../fleet/pointRoles.ts';
import { isOpenToVisitors, type MuseumHall } from './MuseumHall.ts';
import { jitter } from './noise.ts';
import { type DeviceCondition, type Moment, type PlantPart, stepSeconds } from './PlantPart.ts';

export interface ShowcaseDesign {
  stream: number;
  /** Hours in which the humidity inside follows the hall's: how tight the case is. */
  airTightHours: number;
  /** Humidity that the conditioned silica gel holds, %RH. */
  bufferHumidity: number;
  /** Light on the object while the hall is open, lx. */
  lux: number;
}

/** A tight case with buffered humidity; it follows its hall slowly, and fast with its door open. */
export class Showcase implements PlantPart {
  readonly deviceCodes: readonly string[];
  readonly state;
  private readonly design: ShowcaseDesign;
  private readonly hall: MuseumHall;
  private readonly condition: DeviceCondition;

  constructor(deviceCode: string, design: ShowcaseDesign, hall: MuseumHall, condition: DeviceCondition) {
    this.deviceCodes = [deviceCode];
    this.design = design;
    this.hall = hall;
    this.condition = condition;
    this.state = { air: 21, humidity: design.bufferHumidity };
  }

  step(_moment: Moment): void {
    const { state, design, condition } = this;
    const outside = this.hall.air;
    const open = condition.doorHeldOpen;
    state.air += ((outside.temperature - state.air) * stepSeconds) / (open ? 900 : 9000);
    state.humidity +=
      ((outside.humidity - state.humidity) / (open ? 1200 : design.airTightHours * 3600) +
        (design.bufferHumidity - state.humidity) / 86_400) *
      stepSeconds;
  }

  read(_deviceCode: string, role: PointRole, moment: Moment): number | null {
    const noise = (stream: number) => jitter(moment.seed, this.design.stream + stream, moment.tick);
    const lit = this.condition.powered && isOpenToVisitors(moment);
    switch (role) {
      case 'roomTemperature':
        return this.state.air + 0.03 * noise(1);
      case 'humidity':
        return this.state.humidity + 0.15 * noise(2);
      case 'illuminance':
        return lit ? this.design.lux + 1.5 * noise(3) : 0;
      case 'ultraviolet':
        return lit ? 9 + 2 * noise(4) : 0;
      case 'doorOpen':
        return this.condition.doorHeldOpen ? 1 : 0;
      default:
        return null;
    }
  }

  write(): boolean {
    return false;
  }
}
