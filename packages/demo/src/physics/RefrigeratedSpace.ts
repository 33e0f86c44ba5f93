import type { PointRole } from '../fleet/pointRoles.ts';
import { chance, drift, jitter } from './noise.ts';
import {
  between,
  type DeviceCondition,
  isWithinHours,
  type Moment,
  type PlantPart,
  stepMs,
  stepSeconds,
} from './PlantPart.ts';

/** A room or case, its coil and its controller. Times in seconds, temperatures in °C. */
export interface RefrigeratedSpaceDesign {
  stream: number;
  setpoint: number;
  /** The controller cuts in at setpoint + differential and out at the setpoint. */
  differential: number;
  /** Coil temperature the valve holds while cooling, when the rack can follow. */
  coilTarget: number;
  wallSeconds: number;
  /** Air towards goods, and goods towards air. */
  airToGoodsSeconds: number;
  goodsSeconds: number;
  coilSeconds: number;
  doorSeconds: number;
  defrostEveryHours: number;
  defrostAtMinute: number;
  /** Kelvin a second that the heater gives the coil; small for an off-cycle defrost. */
  defrostHeat: number;
  defrostEndsAt: number;
  defrostMaxSeconds: number;
  /** Door openings an hour in working hours; 0 for cases, which have none. */
  openingsPerHour: number;
  openHours: [from: number, to: number];
  /** Opening hours add light and customers' warm air: this many kelvin an hour. */
  dayLoad: number;
  fanKw: number;
  heaterKw: number;
  lightKw: number;
  /** Cooling capacity, for the rack's load. */
  coolingKw: number;
}

/** Where the warm air comes from and the cold. */
export interface RefrigeratedSpaceSurroundings {
  wallTemperature(): number;
  doorTemperature(): number;
  /** °C at which the rack evaporates now. */
  evaporatingTemperature(): number;
}

const controlPhase = 0;
const defrostPhase = 1;
const dripPhase = 2;
const fanDelayPhase = 3;

/** Lets the melt water run off before cold air freezes it on the coil again. */
const dripSeconds = 180;
const minimumOffSeconds = 180;
/** Coil stays this far above the rack's evaporating temperature. */
const coilApproach = 5;
const heaterLeakSeconds = 9000;
/** An ordinary passage, in steps; far below the delay of the "door left open" alarm, also when one poll fails. */
const passageTicks = 1;
const shortestPauseSeconds = 120;

export class RefrigeratedSpace implements PlantPart {
  readonly deviceCodes: readonly string[];
  readonly state;
  private readonly design: RefrigeratedSpaceDesign;
  private readonly around: RefrigeratedSpaceSurroundings;
  private readonly condition: DeviceCondition;
  private fanOn = 1;

  constructor(
    deviceCode: string,
    design: RefrigeratedSpaceDesign,
    around: RefrigeratedSpaceSurroundings,
    condition: DeviceCondition,
  ) {
    this.deviceCodes = [deviceCode];
    this.design = design;
    this.around = around;
    this.condition = condition;
    this.state = {
      air: design.setpoint + design.differential / 2,
      coil: design.setpoint - 2,
      goods: design.setpoint + design.differential / 2,
      frost: 0.2,
      setpoint: design.setpoint,
      cooling: 0,
      sinceCoolingChange: minimumOffSeconds,
      phase: controlPhase,
      phaseSeconds: 0,
      doorLeft: 0,
      sinceDoor: shortestPauseSeconds,
    };
  }

  /** Whether the liquid valve is open. */
  get isCooling(): boolean {
    return this.state.cooling === 1;
  }

  get coolingKw(): number {
    return this.state.cooling === 1 ? this.design.coolingKw : 0;
  }

  /** Electric power of fans, heater and light in kW; the compressors are the rack's. */
  get electricKw(): number {
    if (!this.condition.powered) return 0;
    const { fanKw, heaterKw } = this.design;
    return this.fanOn * fanKw + (this.state.phase === defrostPhase ? heaterKw : 0) + this.light * this.design.lightKw;
  }

  private light = 0;

  /** Ice keeps the air from the coil; a plant short of refrigerant cools less. */
  private get leftOfCapacity(): number {
    return (1 - 0.5 * (this.condition.icing ?? 0)) * (1 - 0.45 * (this.condition.weakness ?? 0));
  }

  private get isDoorOpen(): boolean {
    return this.condition.doorHeldOpen || this.state.doorLeft > 0;
  }

  step(moment: Moment): void {
    const { state, design, condition } = this;
    const isOpenHour = isWithinHours(moment.hour, design.openHours[0], design.openHours[1]);
    this.light = isOpenHour ? 1 : 0;
    this.stepDoor(moment, isOpenHour);
    const doorOpen = this.isDoorOpen;

    state.phaseSeconds += stepSeconds;
    state.sinceCoolingChange += stepSeconds;
    this.stepController(moment, doorOpen);

    const fan =
      condition.powered &&
      !condition.fanFailed &&
      !doorOpen &&
      state.phase === controlPhase &&
      state.coil < state.air + 2;
    this.fanOn = fan ? 1 : 0;

    // Coil: towards the evaporating temperature, towards the air, or heated with a plateau while frost melts.
    const cooling = state.cooling === 1 && condition.powered && !condition.coolingFailed;
    if (state.phase === defrostPhase && condition.powered) {
      if (state.coil >= 0 && state.frost > 0) {
        // Thick ice takes the heater longer.
        const melting = 1 - 0.75 * (condition.icing ?? 0);
        state.frost = Math.max(0, state.frost - design.defrostHeat * stepSeconds * 0.012 * melting);
        state.coil += (0.5 - state.coil) * 0.2;
      } else {
        state.coil += design.defrostHeat * stepSeconds;
      }
    } else if (cooling) {
      const target = Math.max(design.coilTarget, this.around.evaporatingTemperature() + coilApproach);
      state.coil += ((Math.min(target, state.air) - state.coil) * stepSeconds) / 150;
      state.frost = Math.min(1, state.frost + stepSeconds * (doorOpen ? 4e-5 : 6e-6));
    } else {
      state.coil += ((state.air - state.coil) * stepSeconds) / 500;
    }

    let rate =
      (this.around.wallTemperature() - state.air) / design.wallSeconds +
      (state.goods - state.air) / design.airToGoodsSeconds;
    if (doorOpen) rate += (this.around.doorTemperature() - state.air) / design.doorSeconds;
    if (isOpenHour) rate += design.dayLoad / 3600;
    if (fan) rate += ((state.coil - state.air) / design.coilSeconds) * (1 - 0.5 * state.frost) * this.leftOfCapacity;
    else if (state.coil > state.air) rate += (state.coil - state.air) / heaterLeakSeconds;
    // A stopped fan still lets a little cold fall off the coil.
    else if (cooling) rate += (state.coil - state.air) / (design.coilSeconds * 20);
    const air = state.air;
    state.air += rate * stepSeconds;
    state.goods += ((air - state.goods) * stepSeconds) / design.goodsSeconds;
  }

  private stepDoor(moment: Moment, isOpenHour: boolean): void {
    const { state, design } = this;
    if (state.doorLeft > 0) {
      state.doorLeft -= 1;
      state.sinceDoor = 0;
      return;
    }
    state.sinceDoor += stepSeconds;
    if (design.openingsPerHour === 0 || state.sinceDoor < shortestPauseSeconds) return;
    const perHour = isOpenHour ? design.openingsPerHour : design.openingsPerHour / 12;
    const rest = moment.weekday === 7 ? 0.3 : 1;
    if (chance(moment.seed, design.stream, moment.tick) < (perHour * rest * stepSeconds) / 3600) {
      state.doorLeft = passageTicks;
    }
  }

  private enter(phase: number): void {
    this.state.phase = phase;
    this.state.phaseSeconds = 0;
  }

  private switchCooling(on: boolean): void {
    const next = on ? 1 : 0;
    if (this.state.cooling === next) return;
    this.state.cooling = next;
    this.state.sinceCoolingChange = 0;
  }

  private stepController(moment: Moment, doorOpen: boolean): void {
    const { state, design, condition } = this;
    if (!condition.powered) {
      this.switchCooling(false);
      this.enter(controlPhase);
      return;
    }
    switch (state.phase) {
      case controlPhase: {
        const everyTicks = (design.defrostEveryHours * 3_600_000) / stepMs;
        if (moment.tick % everyTicks === (design.defrostAtMinute * 60_000) / stepMs) {
          this.switchCooling(false);
          this.enter(defrostPhase);
          return;
        }
        if (doorOpen) this.switchCooling(false);
        else if (condition.brokenRoles.has('roomTemperature')) {
          // Without a probe such controllers run on a fixed duty: 12 minutes of 20.
          this.switchCooling(moment.tick % 120 < 72);
        } else if (state.air <= state.setpoint) this.switchCooling(false);
        else if (state.air >= state.setpoint + design.differential && state.sinceCoolingChange >= minimumOffSeconds) {
          this.switchCooling(true);
        }
        return;
      }
      case defrostPhase:
        if (state.coil >= design.defrostEndsAt || state.phaseSeconds >= design.defrostMaxSeconds) this.enter(dripPhase);
        return;
      case dripPhase:
        if (state.phaseSeconds >= dripSeconds) {
          this.enter(fanDelayPhase);
          this.switchCooling(true);
        }
        return;
      case fanDelayPhase:
        // The fan waits until the coil is cold again, else it would blow the defrost's heat into the room.
        if (state.coil <= state.air - 1 || state.phaseSeconds >= 600) this.enter(controlPhase);
        return;
    }
  }

  read(_deviceCode: string, role: PointRole, moment: Moment): number | null {
    const { state, design, condition } = this;
    const noisy = (value: number, amplitude: number, stream: number) =>
      value + amplitude * jitter(moment.seed, design.stream + stream, moment.tick);
    switch (role) {
      case 'roomTemperature':
      case 'airOnTemperature':
        return noisy(state.air, 0.06, 2);
      case 'displayTemperature':
        return state.air;
      case 'airOffTemperature':
        return noisy(state.air + this.fanOn * 0.4 * Math.min(0, state.coil - state.air), 0.08, 3);
      case 'evaporatorTemperature':
        return noisy(state.coil, 0.1, 4);
      case 'productTemperature':
        return noisy(state.goods, 0.03, 5);
      case 'temperatureSetpoint':
        return state.setpoint;
      case 'controllerState':
        return state.phase === defrostPhase ? 2 : state.phase === dripPhase ? 3 : state.cooling;
      case 'compressorRunning':
        return state.cooling;
      case 'fanRunning':
        return this.fanOn;
      case 'defrostActive':
        return state.phase === defrostPhase || state.phase === dripPhase ? 1 : 0;
      case 'doorOpen':
        return this.isDoorOpen ? 1 : 0;
      case 'highTemperatureAlarm':
        return state.air > state.setpoint + 8 ? 1 : 0;
      case 'lowTemperatureAlarm':
        return state.air < state.setpoint - 5 ? 1 : 0;
      case 'probeFault':
        return condition.brokenRoles.has('roomTemperature') ? 1 : 0;
      case 'lightOn':
        return this.light;
      case 'valveOpening':
        return state.cooling === 1
          ? between(48 + 14 * drift(moment.seed, design.stream + 6, moment.atMs, 240_000), 0, 100)
          : 0;
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
