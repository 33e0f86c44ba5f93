import type { PointRole } from '../fleet/pointRoles.ts';
import type { Climate } from './Climate.ts';
import { drift, jitter } from './noise.ts';
import { between, type DeviceCondition, type Moment, type PlantPart, stepSeconds } from './PlantPart.ts';

export interface BarnDesign {
  stream: number;
  heads: number;
}

/** Sensible heat of a finishing pig, kW. */
const heatPerPig = 0.13;
/** kW/K of the walls; kW/K that the full ventilation carries out. */
const wallLoss = 1.5;
const fullVentilationLoss = 23;
/** kJ/K of air, floor and pens. */
const heatCapacity = 10_000;
/** Seconds for one exchange of the barn's air at full ventilation (20 an hour). */
const fullExchangeSeconds = 180;
const fanKw = 1.1;
const heaterKw = 6;
/** Cracks and chimneys ventilate a little with every fan at rest; the emergency flaps open when it gets hot. */
const naturalVentilation = 0.03;
const emergencyVentilation = 0.1;

/** A barn and its ventilation: animals heat, foul and moisten the air; three fans carry it out. */
export class Barn implements PlantPart {
  readonly deviceCodes: readonly string[];
  readonly state;
  private readonly barnCode: string;
  private readonly design: BarnDesign;
  private readonly climate: Climate;
  private readonly condition: DeviceCondition;

  constructor(
    barnCode: string,
    ventilationCode: string,
    design: BarnDesign,
    climate: Climate,
    ventilationCondition: DeviceCondition,
  ) {
    this.deviceCodes = [barnCode, ventilationCode];
    this.barnCode = barnCode;
    this.design = design;
    this.climate = climate;
    this.condition = ventilationCondition;
    this.state = {
      air: 21,
      humidity: 66,
      ammonia: 12,
      carbonDioxide: 1800,
      setpoint: 20.5,
      speed: 0.25,
      fan1: 0,
      fan3: 0,
      heater: 0,
    };
  }

  get electricKw(): number {
    if (!this.condition.powered) return 0;
    const { state } = this;
    const running = this.condition.fanFailed ? 0 : 0.2 + state.speed + state.fan1 + state.fan3;
    return running * fanKw + state.heater * heaterKw;
  }

  /** Share of the full ventilation that really flows. */
  private get airflow(): number {
    const { state } = this;
    if (!this.condition.powered || this.condition.fanFailed) {
      return naturalVentilation + emergencyVentilation * between((state.air - state.setpoint - 3) / 4, 0, 1);
    }
    const fan2 = 0.4 * between(state.speed / 0.4, 0.3, 1);
    return naturalVentilation + fan2 + 0.29 * state.fan1 + 0.29 * state.fan3;
  }

  /** Animals eat and move from early morning to evening. */
  private activity(moment: Moment): number {
    return 1 + 0.25 * Math.cos((2 * Math.PI * (moment.hour - 14)) / 24);
  }

  step(moment: Moment): void {
    const { state, climate, design } = this;
    const wanted = between(0.12 + (state.air - state.setpoint) * 0.16, 0.12, 1);
    state.speed += (wanted - state.speed) * 0.05;
    state.fan1 = state.speed > 0.45 ? 1 : state.speed < 0.36 ? 0 : state.fan1;
    state.fan3 = state.speed > 0.75 ? 1 : state.speed < 0.62 ? 0 : state.fan3;
    state.heater = state.air < state.setpoint - 3.5 ? 1 : state.air > state.setpoint - 2.5 ? 0 : state.heater;
    // All three fans hang on one converter.
    if (!this.condition.powered || this.condition.fanFailed) {
      state.fan1 = 0;
      state.fan3 = 0;
    }
    if (!this.condition.powered) state.heater = 0;

    const flow = this.airflow;
    const activity = this.activity(moment);
    const heatKw =
      design.heads * heatPerPig * activity +
      state.heater * heaterKw -
      (state.air - climate.temperature) * (wallLoss + fullVentilationLoss * flow);
    state.air += (heatKw / heatCapacity) * stepSeconds;

    const exchange = flow / fullExchangeSeconds;
    const crowd = design.heads / 600;
    state.ammonia += (0.023 * activity * crowd - state.ammonia * exchange) * stepSeconds;
    state.carbonDioxide += (1.9 * activity * crowd - (state.carbonDioxide - 420) * exchange) * stepSeconds;
    // Outdoor air dries as it warms up; the animals' breath wets it the more the less flows.
    const dried = climate.humidity * Math.exp(-0.06 * (state.air - climate.temperature));
    const humidityTarget = between(dried + (8 * crowd) / Math.max(flow, 0.1), 30, 96);
    state.humidity += (humidityTarget - state.humidity) * Math.min(1, exchange * stepSeconds * 2);
  }

  read(deviceCode: string, role: PointRole, moment: Moment): number | null {
    const { state, design } = this;
    const noise = (stream: number) => jitter(moment.seed, design.stream + stream, moment.tick);
    if (deviceCode === this.barnCode) {
      switch (role) {
        case 'roomTemperature':
          return state.air + 0.08 * noise(1);
        case 'humidity':
          return state.humidity + 0.4 * noise(2);
        case 'ammonia':
          return Math.max(0, state.ammonia + 0.2 * noise(3));
        case 'carbonDioxide':
          return state.carbonDioxide + 12 * noise(4);
        case 'pressureDifference':
          return this.condition.powered ? -(4 + 26 * this.airflow) + noise(5) : noise(5);
        case 'waterFlow':
          return Math.max(
            0,
            design.heads *
              0.006 *
              (this.activity(moment) - 0.7) *
              (3 + drift(moment.seed, design.stream + 6, moment.atMs, 600_000)),
          );
        default:
          return null;
      }
    }
    const powered = this.condition.powered ? 1 : 0;
    switch (role) {
      case 'fan1Running':
        return state.fan1;
      case 'fan2Running':
        return this.condition.fanFailed ? 0 : powered;
      case 'fan3Running':
        return state.fan3;
      case 'fan2Fault':
        return this.condition.fanFailed ? 1 : 0;
      case 'heaterOn':
        return state.heater;
      case 'temperatureSetpoint':
        return state.setpoint;
      case 'fanSpeed':
        return this.condition.fanFailed ? 0 : 100 * state.speed * powered;
      case 'inletOpening':
        return between(15 + 80 * state.speed, 0, 100);
      default:
        return null;
    }
  }

  write(deviceCode: string, role: PointRole, value: number): boolean {
    if (deviceCode === this.barnCode || role !== 'temperatureSetpoint') return false;
    this.state.setpoint = value;
    return true;
  }
}
