import type { PointRole } from '../fleet/pointRoles.ts';
import type { Climate } from './Climate.ts';
import { drift, jitter } from './noise.ts';
import { between, type DeviceCondition, isWithinHours, type Moment, type PlantPart, stepSeconds } from './PlantPart.ts';

/** Open Tuesday to Sunday. */
export const isOpenToVisitors = (moment: Moment): boolean => moment.weekday !== 1 && isWithinHours(moment.hour, 9, 17);

/** A hall and the air handling unit that keeps it at temperature and humidity. */
export class MuseumHall implements PlantPart {
  readonly deviceCodes: readonly string[];
  readonly state = {
    air: 21,
    humidity: 54,
    carbonDioxide: 500,
    setpoint: 21,
    humiditySetpoint: 54,
    humidifier: 0,
    dust: 95,
  };
  private readonly hallCode: string;
  private readonly stream: number;
  private readonly climate: Climate;
  private readonly condition: DeviceCondition;

  constructor(hallCode: string, unitCode: string, stream: number, climate: Climate, unitCondition: DeviceCondition) {
    this.deviceCodes = [hallCode, unitCode];
    this.hallCode = hallCode;
    this.stream = stream;
    this.climate = climate;
    this.condition = unitCondition;
  }

  private get isRunning(): boolean {
    return this.condition.powered && !this.condition.coolingFailed;
  }

  private visitors(moment: Moment): number {
    if (!isOpenToVisitors(moment)) return 0;
    const weekend = moment.weekday >= 6 ? 1.9 : 1;
    const shape = Math.sin((Math.PI * (moment.hour - 9)) / 8);
    return Math.max(
      0,
      Math.round(weekend * shape * (70 + 20 * drift(moment.seed, this.stream, moment.atMs, 1_500_000))),
    );
  }

  step(moment: Moment): void {
    const { state, climate } = this;
    const people = this.visitors(moment);
    let heat = (climate.temperature - state.air) / 200_000 + people * 1.2e-6;
    // What the outdoor air would be at hall temperature, plus what people breathe out.
    const outdoors = between(climate.humidity * Math.exp(-0.06 * (state.air - climate.temperature)), 10, 95);
    let moisture = (outdoors - state.humidity) / 60_000 + people * 1.5e-6;
    if (this.isRunning) {
      heat += (state.setpoint - state.air) / 2400;
      moisture += (state.humiditySetpoint - state.humidity) / 4000;
      state.humidifier =
        state.humidity < state.humiditySetpoint - 0.8
          ? 1
          : state.humidity > state.humiditySetpoint
            ? 0
            : state.humidifier;
      if (this.condition.humidifierStuck) {
        state.humidifier = 1;
        moisture += (88 - state.humidity) / 5000;
      }
      state.dust += stepSeconds * 4e-6;
    } else {
      state.humidifier = 0;
    }
    state.air += heat * stepSeconds;
    state.humidity += moisture * stepSeconds;
    const freshAir = this.isRunning ? 1800 : 9000;
    state.carbonDioxide += (people * 0.006 - (state.carbonDioxide - 420) / freshAir) * stepSeconds;
  }

  /** Hall air, as the showcases feel it. */
  get air(): { temperature: number; humidity: number } {
    return { temperature: this.state.air, humidity: this.state.humidity };
  }

  read(deviceCode: string, role: PointRole, moment: Moment): number | null {
    const { state } = this;
    const noise = (stream: number) => jitter(moment.seed, this.stream + stream, moment.tick);
    if (deviceCode === this.hallCode) {
      switch (role) {
        case 'roomTemperature':
          return state.air + 0.05 * noise(1);
        case 'humidity':
          return state.humidity + 0.3 * noise(2);
        case 'carbonDioxide':
          return Math.round(state.carbonDioxide + 6 * noise(3));
        case 'visitors':
          return this.visitors(moment);
        default:
          return null;
      }
    }
    const running = this.isRunning ? 1 : 0;
    const error = state.air - state.setpoint;
    switch (role) {
      case 'supplyTemperature':
        return running ? state.setpoint - 2 - between(error * 4, -6, 6) + 0.1 * noise(4) : state.air + 0.1 * noise(4);
      case 'supplyHumidity':
        if (running && this.condition.humidifierStuck) return 89 + noise(5);
        return running
          ? between(
              state.humiditySetpoint - between((state.humidity - state.humiditySetpoint) * 1.5, -7, 7) + 0.5 * noise(5),
              20,
              90,
            )
          : state.humidity + 0.5 * noise(5);
      case 'chilledWaterValve':
        return running ? between(32 + error * 25 + (this.climate.temperature - 15) * 1.2, 0, 100) : 0;
      case 'fanSpeed':
        return running * (isOpenToVisitors(moment) ? 78 : 52);
      case 'filterPressure':
        return running * (state.dust * (isOpenToVisitors(moment) ? 1 : 0.55) + 2 * noise(6));
      case 'humidifierOn':
        return state.humidifier;
      case 'fanRunning':
        return running;
      case 'temperatureSetpoint':
        return state.setpoint;
      case 'humiditySetpoint':
        return state.humiditySetpoint;
      default:
        return null;
    }
  }

  write(deviceCode: string, role: PointRole, value: number): boolean {
    if (deviceCode === this.hallCode) return false;
    if (role === 'temperatureSetpoint') this.state.setpoint = value;
    else if (role === 'humiditySetpoint') this.state.humiditySetpoint = value;
    else return false;
    return true;
  }
}
