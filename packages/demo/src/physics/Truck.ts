import type { PointRole } from '../fleet/pointRoles.ts';
import type { Climate } from './Climate.ts';
import { drift, jitter } from './noise.ts';
import { between, type DeviceCondition, type Moment, type PlantPart, stepSeconds } from './PlantPart.ts';

export type Waypoint = readonly [latitude: number, longitude: number];

/** Out along the route and back; local hours, one delivery at the far end. */
export interface Trip {
  departHour: number;
  driveHours: number;
  stopHours: number;
}

export interface TruckDesign {
  stream: number;
  setpoint: number;
  route: readonly Waypoint[];
  trips: readonly Trip[];
  odometerAtStart: number;
  /** Devices of the tags on board, by where they lie: front, middle, or by the door. */
  tagCodes: readonly string[];
}

const earthRadiusKm = 6371;

function distanceKm([latitudeA, longitudeA]: Waypoint, [latitudeB, longitudeB]: Waypoint): number {
  const radians = Math.PI / 180;
  const x = (longitudeB - longitudeA) * radians * Math.cos(((latitudeA + latitudeB) / 2) * radians);
  const y = (latitudeB - latitudeA) * radians;
  return Math.hypot(x, y) * earthRadiusKm;
}

interface Whereabouts {
  /** Kilometres from home along the route. */
  km: number;
  driving: boolean;
  delivering: boolean;
}

/** A refrigerated truck: its box, its unit and its way through the day. */
export class Truck implements PlantPart {
  readonly deviceCodes: readonly string[];
  readonly state;
  private readonly design: TruckDesign;
  private readonly climate: Climate;
  private readonly condition: DeviceCondition;
  /** Cumulative kilometres at each waypoint. */
  private readonly marks: number[];
  private readonly where: Whereabouts = { km: 0, driving: false, delivering: false };
  private speedKmh = 0;

  constructor(deviceCode: string, design: TruckDesign, climate: Climate, condition: DeviceCondition) {
    this.deviceCodes = [deviceCode, ...design.tagCodes];
    this.design = design;
    this.climate = climate;
    this.condition = condition;
    this.marks = [0];
    for (let index = 1; index < design.route.length; index++) {
      this.marks.push(this.marks[index - 1]! + distanceKm(design.route[index - 1]!, design.route[index]!));
    }
    this.state = {
      front: design.setpoint,
      rear: design.setpoint + 0.6,
      goods: design.setpoint,
      setpoint: design.setpoint,
      running: 1,
      defrostLeft: 0,
      door: 0,
      km: 0,
      odometer: design.odometerAtStart,
    };
  }

  private get lengthKm(): number {
    return this.marks[this.marks.length - 1]!;
  }

  private locate(moment: Moment): void {
    const { where } = this;
    where.km = 0;
    where.driving = false;
    where.delivering = false;
    for (const trip of this.design.trips) {
      // A trip may pass midnight.
      const elapsed = (moment.hour - trip.departHour + 24) % 24;
      if (elapsed >= 2 * trip.driveHours + trip.stopHours) continue;
      if (elapsed < trip.driveHours) {
        where.km = this.lengthKm * progress(elapsed / trip.driveHours);
        where.driving = true;
      } else if (elapsed < trip.driveHours + trip.stopHours) {
        where.km = this.lengthKm;
        where.delivering = true;
      } else {
        where.km = this.lengthKm * (1 - progress((elapsed - trip.driveHours - trip.stopHours) / trip.driveHours));
        where.driving = true;
      }
      return;
    }
  }

  step(moment: Moment): void {
    const { state, where, condition, design } = this;
    this.locate(moment);
    const moved = Math.abs(where.km - state.km);
    state.km = where.km;
    state.odometer += moved;
    this.speedKmh = where.driving ? (moved / stepSeconds) * 3600 : 0;
    // Unloading: the door stands open for three of every nine minutes.
    state.door = where.delivering && moment.tick % 54 < 18 ? 1 : 0;
    const doorOpen = state.door === 1 || condition.doorHeldOpen;

    // A defrost every six hours of the day, ten minutes long.
    if (moment.tick % 2160 === (design.stream % 7) * 120) state.defrostLeft = 600;
    else if (state.defrostLeft > 0) state.defrostLeft -= stepSeconds;

    const able = condition.powered && !condition.coolingFailed && state.defrostLeft <= 0;
    if (!able) state.running = 0;
    else if (state.rear > state.setpoint + 1.2) state.running = 1;
    else if (state.rear < state.setpoint - 0.3) state.running = 0;

    const sun = moment.hour > 8 && moment.hour < 17 ? 4 : 0;
    const outside = this.climate.temperature + sun;
    const cooling = state.running === 1 ? -0.0055 : 0;
    const front =
      (outside - state.front) / 30_000 +
      (state.goods - state.front) / 2700 +
      cooling * 1.15 +
      (state.rear - state.front) / 900 +
      (state.defrostLeft > 0 ? 0.002 : 0);
    const rear =
      (outside - state.rear) / 24_000 +
      (state.goods - state.rear) / 2700 +
      cooling * 0.85 +
      (state.front - state.rear) / 900 +
      (doorOpen ? (outside - state.rear) / 5400 : 0);
    state.goods += (((state.front + state.rear) / 2 - state.goods) / 90_000) * stepSeconds;
    state.front += front * stepSeconds;
    state.rear += rear * stepSeconds;
  }

  private position(): Waypoint {
    const { route } = this.design;
    let leg = 1;
    while (leg < this.marks.length - 1 && this.marks[leg]! < this.state.km) leg++;
    const from = this.marks[leg - 1]!;
    const fraction = between((this.state.km - from) / (this.marks[leg]! - from), 0, 1);
    const [latitudeA, longitudeA] = route[leg - 1]!;
    const [latitudeB, longitudeB] = route[leg]!;
    return [latitudeA + (latitudeB - latitudeA) * fraction, longitudeA + (longitudeB - longitudeA) * fraction];
  }

  read(deviceCode: string, role: PointRole, moment: Moment): number | null {
    const { state, design } = this;
    const noise = (stream: number) => jitter(moment.seed, design.stream + stream, moment.tick);
    switch (role) {
      case 'cargoTemperatureFront':
        return state.front + 0.06 * noise(1);
      case 'cargoTemperatureRear':
        return state.rear + 0.06 * noise(2);
      case 'tagTemperature':
        return deviceCode.endsWith('front')
          ? 0.6 * state.goods + 0.4 * state.front + 0.05 * noise(8)
          : deviceCode.endsWith('middle')
            ? 0.7 * state.goods + 0.15 * (state.front + state.rear) + 0.05 * noise(10)
            : 0.4 * state.goods + 0.6 * state.rear + 0.05 * noise(9);
      // Half a percent a day, from full on the first of a quarter.
      case 'tagBattery':
        return 100 - 0.5 * ((moment.atMs / 86_400_000) % 91);
      case 'temperatureSetpoint':
        return state.setpoint;
      case 'unitRunning':
        return state.running;
      case 'defrostActive':
        return state.defrostLeft > 0 ? 1 : 0;
      case 'doorOpen':
        return state.door === 1 || this.condition.doorHeldOpen ? 1 : 0;
      case 'outdoorTemperature':
        return this.climate.temperature + 0.1 * noise(3);
      // A parked receiver still wanders by a few metres.
      case 'latitude':
        return this.position()[0] + 0.00002 * noise(4);
      case 'longitude':
        return this.position()[1] + 0.00002 * noise(5);
      case 'speed':
        return this.speedKmh === 0
          ? 0
          : between(this.speedKmh * (1 + 0.12 * drift(moment.seed, design.stream + 6, moment.atMs, 90_000)), 0, 118);
      case 'odometer':
        return state.odometer;
      case 'batteryVoltage':
        return (this.speedKmh > 0 ? 27.6 : 25.4) + 0.2 * noise(7);
      default:
        return null;
    }
  }

  write(_deviceCode: string, role: PointRole, value: number): boolean {
    if (role !== 'temperatureSetpoint') return false;
    this.state.setpoint = value;
    return true;
  }
}

/** Share of the way after a share of the time: slow out of town, fast between, slow into town. */
function progress(share: number): number {
  const edge = 0.12;
  const top = 1 / (1 - edge);
  if (share < edge) return (top * share * share) / (2 * edge);
  if (share > 1 - edge) return 1 - (top * (1 - share) * (1 - share)) / (2 * edge);
  return top * (share - edge / 2);
}
