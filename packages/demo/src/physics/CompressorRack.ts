import type { PointRole } from '../fleet/pointRoles.ts';
import type { Climate } from './Climate.ts';
import { drift, jitter } from './noise.ts';
import { between, type DeviceCondition, type Moment, type PlantPart, stepSeconds } from './PlantPart.ts';
import { saturationPressure, saturationTemperature } from './refrigerant.ts';

export interface CompressorRackDesign {
  stream: number;
  compressors: number;
  /** Cooling of one compressor in kW at the design evaporating temperature. */
  coolingKwEach: number;
  electricKwEach: number;
  evaporatingTemperature: number;
  runHoursAtStart: number;
}

interface CoolingLoad {
  readonly coolingKw: number;
}

/** Head pressure control keeps the condensing temperature above this, °C. */
const lowestCondensing = 24;
const stagingSeconds = 60;

/** Parallel compressors on one suction line, staged by suction pressure. */
export class CompressorRack implements PlantPart {
  readonly deviceCodes: readonly string[];
  readonly state;
  private readonly design: CompressorRackDesign;
  private readonly loads: readonly CoolingLoad[];
  private readonly climate: Climate;
  private readonly condition: DeviceCondition;
  private readonly designPressure: number;

  constructor(
    deviceCode: string,
    design: CompressorRackDesign,
    loads: readonly CoolingLoad[],
    climate: Climate,
    condition: DeviceCondition,
  ) {
    this.deviceCodes = [deviceCode];
    this.design = design;
    this.loads = loads;
    this.climate = climate;
    this.condition = condition;
    this.designPressure = saturationPressure(design.evaporatingTemperature);
    this.state = {
      suction: this.designPressure,
      discharge: saturationPressure(35),
      running: 1,
      sinceStage: 0,
      runHours: design.runHoursAtStart,
    };
  }

  get evaporatingTemperature(): number {
    return saturationTemperature(this.state.suction);
  }

  get electricKw(): number {
    const lift = saturationTemperature(this.state.discharge) - this.design.evaporatingTemperature;
    return this.state.running * this.design.electricKwEach * (0.45 + lift / 120) + (this.state.running > 0 ? 1.4 : 0);
  }

  private get isHealthy(): boolean {
    return this.condition.powered && !this.condition.coolingFailed;
  }

  step(_moment: Moment): void {
    const { state, design } = this;
    let demandKw = 0;
    for (const load of this.loads) demandKw += load.coolingKw;
    const demand = demandKw / design.coolingKwEach;

    state.sinceStage += stepSeconds;
    if (!this.isHealthy) state.running = 0;
    else if (state.sinceStage >= stagingSeconds) {
      if (state.suction > this.designPressure * 1.25 && state.running < design.compressors) {
        state.running += 1;
        state.sinceStage = 0;
      } else if (state.suction < this.designPressure * 0.75 && state.running > 0) {
        state.running -= 1;
        state.sinceStage = 0;
      }
    }

    // Gas boils off in proportion to the open valves; compressors take it in proportion to its density.
    const boiled = demand * this.designPressure;
    const pumped = state.running * state.suction;
    const standstill = (saturationPressure(-5) - state.suction) / 5400;
    state.suction = between(state.suction + ((boiled - pumped) / 90 + standstill) * stepSeconds, 0.05, 8);

    const share = state.running / design.compressors;
    const fanFailed = this.condition.fanFailed ? 18 * share : 0;
    const condensing = Math.max(lowestCondensing, this.climate.temperature + 6 + 9 * share + fanFailed);
    const target =
      state.running > 0 ? saturationPressure(condensing) : saturationPressure(this.climate.temperature + 4);
    state.discharge += ((target - state.discharge) * stepSeconds) / (state.running > 0 ? 120 : 1800);
    if (state.running > 0) state.runHours += stepSeconds / 3600;
  }

  read(_deviceCode: string, role: PointRole, moment: Moment): number | null {
    const { state, design } = this;
    const noisy = (value: number, amplitude: number, stream: number) =>
      value + amplitude * jitter(moment.seed, design.stream + stream, moment.tick);
    const superheat = 9 + 2.5 * drift(moment.seed, design.stream + 1, moment.atMs, 400_000);
    switch (role) {
      case 'suctionPressure':
        return noisy(state.suction, 0.02, 2);
      case 'dischargePressure':
        return noisy(state.discharge, 0.05, 3);
      case 'superheat':
        return superheat;
      case 'suctionTemperature':
        return noisy(this.evaporatingTemperature + superheat, 0.15, 4);
      case 'dischargeTemperature':
        return noisy(saturationTemperature(state.discharge) + 30 + (state.running > 0 ? 14 : 0), 0.4, 5);
      case 'outdoorTemperature':
        return noisy(this.climate.temperature, 0.1, 6);
      case 'capacity':
        return (100 * state.running) / design.compressors;
      case 'compressor1Running':
        return state.running >= 1 ? 1 : 0;
      case 'compressor2Running':
        return state.running >= 2 ? 1 : 0;
      case 'compressor3Running':
        return state.running >= 3 ? 1 : 0;
      case 'condenserFanRunning':
        return state.running > 0 && !this.condition.fanFailed ? 1 : 0;
      case 'oilLevelLow':
        return 0;
      case 'rackFault':
        return this.condition.coolingFailed || this.condition.fanFailed ? 1 : 0;
      case 'runHours':
        return Math.floor(state.runHours);
      default:
        return null;
    }
  }

  write(): boolean {
    return false;
  }
}
