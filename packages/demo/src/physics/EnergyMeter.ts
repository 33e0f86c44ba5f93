import type { PointRole } from '../fleet/pointRoles.ts';
import { drift, jitter } from './noise.ts';
import { type DeviceCondition, type Moment, type PlantPart, stepSeconds } from './PlantPart.ts';

export interface EnergyMeterDesign {
  stream: number;
  phases: 1 | 3;
  kwhAtStart: number;
}

/** Reactive of active energy at a power factor. */
const reactiveShare = (powerFactor: number): number => Math.sqrt(1 / powerFactor ** 2 - 1);

/** A meter over what its feeder supplies: kW now, kWh and kvarh for ever. */
export class EnergyMeter implements PlantPart {
  readonly deviceCodes: readonly string[];
  readonly state;
  private readonly design: EnergyMeterDesign;
  private readonly feederKw: (moment: Moment) => number;
  private readonly condition: DeviceCondition;

  constructor(
    deviceCode: string,
    design: EnergyMeterDesign,
    feederKw: (moment: Moment) => number,
    condition: DeviceCondition,
  ) {
    this.deviceCodes = [deviceCode];
    this.design = design;
    this.feederKw = feederKw;
    this.condition = condition;
    this.state = { kw: 0, kwh: design.kwhAtStart, kvarh: design.kwhAtStart * reactiveShare(0.92) };
  }

  step(moment: Moment): void {
    this.state.kw = this.condition.powered ? this.feederKw(moment) : 0;
    const kwh = (this.state.kw * stepSeconds) / 3600;
    this.state.kwh += kwh;
    this.state.kvarh += kwh * reactiveShare(this.powerFactor(moment));
  }

  private voltage(phase: number, moment: Moment): number {
    if (!this.condition.powered) return 0;
    const { seed, atMs, tick } = moment;
    const evening = 2.5 * Math.cos((2 * Math.PI * (moment.hour - 3)) / 24);
    return (
      231 +
      evening +
      2 * drift(seed, this.design.stream + phase, atMs, 900_000) +
      0.4 * jitter(seed, this.design.stream + phase, tick)
    );
  }

  private current(phase: number, moment: Moment): number {
    const volts = this.voltage(phase, moment);
    if (volts === 0) return 0;
    // Motors never load three phases quite alike.
    const share = this.design.phases === 1 ? 1 : (1 + 0.06 * (phase - 1)) / 3;
    return (this.state.kw * 1000 * share) / (volts * this.powerFactor(moment));
  }

  private powerFactor(moment: Moment): number {
    return 0.91 + 0.04 * drift(moment.seed, this.design.stream + 5, moment.atMs, 1_200_000);
  }

  read(_deviceCode: string, role: PointRole, moment: Moment): number | null {
    switch (role) {
      case 'voltage':
      case 'voltageA':
        return this.voltage(0, moment);
      case 'voltageB':
        return this.voltage(1, moment);
      case 'voltageC':
        return this.voltage(2, moment);
      case 'current':
      case 'currentA':
        return this.current(0, moment);
      case 'currentB':
        return this.current(1, moment);
      case 'currentC':
        return this.current(2, moment);
      case 'activePower':
        return this.state.kw;
      case 'powerFactor':
        return this.powerFactor(moment);
      case 'frequency':
        return 50 + 0.04 * drift(moment.seed, this.design.stream + 6, moment.atMs, 60_000);
      case 'activeEnergy':
        return this.state.kwh;
      case 'reactiveEnergy':
        return this.state.kvarh;
      default:
        return null;
    }
  }

  write(): boolean {
    return false;
  }
}
