import type { PointRole } from '../fleet/pointRoles.ts';
import { chance } from './noise.ts';
import { between, type DeviceCondition, isWithinHours, type Moment, type PlantPart, stepSeconds } from './PlantPart.ts';

/** Visits an hour by hour of a weekday; about 1900 a day. Before and after them the doors are locked. */
const visitsByHour = [0, 0, 0, 0, 0, 0, 0, 60, 130, 150, 140, 130, 110, 90, 95, 110, 150, 220, 230, 160, 85, 40, 0, 0];
/** Of a week, Monday first. */
const weekdayFactors = [0.95, 0.94, 0.97, 1, 1.1, 1.32, 1.28];
const openHours = [7, 22] as const;
/** Mean stay: what people and cars leave by. */
const staySeconds = 32 * 60;
const parkedSeconds = 45 * 60;
/** The camera over a door misses so many who leave with a trolley. */
const missedOut = 0.015;
/** Of those who come by car, and so many sit in one. */
const carsPerVisit = 0.35 / 1.7;
/** Share of the first door; the rest come from the car park. */
const mainShare = 0.65;
/** The second counter's register has 16 bits. */
const sixteenBits = 0x1_0000;
const spaces = 120;
/** So many come at once where there is a crowd, by the usual number. */
const crowdFactor = 4;

export const trafficDevices = {
  mainDoor: 'counter-main',
  parkingDoor: 'counter-parking',
  carPark: 'parking-1',
  zones: ['audio-floor', 'audio-checkout'],
  signs: ['sign-entrance', 'sign-frozen'],
} as const;
const { mainDoor, parkingDoor, carPark, zones, signs } = trafficDevices;

/** How many come within a step, of so many expected; small numbers only. */
function arrivals(expected: number, luck: number): number {
  let probability = Math.exp(-expected);
  let sum = probability;
  let count = 0;
  while (luck > sum && count < 20) {
    count++;
    probability *= expected / count;
    sum += probability;
  }
  return count;
}

/** People and cars of a store, and what plays and shines for them. */
export class StoreTraffic implements PlantPart {
  readonly deviceCodes = [mainDoor, parkingDoor, carPark, ...zones, ...signs];
  readonly state: Record<string, number> = {
    inside: 0,
    cars: 0,
    mainIn: 812_400,
    mainOut: 800_310,
    parkingIn: sixteenBits - 12_000,
    parkingOut: sixteenBits - 12_240,
    entries: 96_410,
    exits: 96_402,
    playing: 0,
    /** Whether the counters have begun again since somebody reset them. */
    mainReset: 0,
    parkingReset: 0,
  };
  private readonly stream: number;
  private readonly conditionOf: (deviceCode: string) => DeviceCondition;

  constructor(stream: number, conditionOf: (deviceCode: string) => DeviceCondition) {
    this.stream = stream;
    this.conditionOf = conditionOf;
    for (const code of zones) Object.assign(this.state, { [`${code}.power`]: 1, [`${code}.volume`]: 35 });
    for (const [index, code] of signs.entries())
      Object.assign(this.state, { [`${code}.power`]: 1, [`${code}.message`]: index + 1, [`${code}.brightness`]: 70 });
  }

  step(moment: Moment): void {
    const { state, stream } = this;
    const luck = (place: number) => chance(moment.seed, stream + place, moment.tick);
    const crowd = this.conditionOf(mainDoor).crowded || this.conditionOf(parkingDoor).crowded ? crowdFactor : 1;
    const anHour = visitsByHour[Math.floor(moment.hour)]! * weekdayFactors[moment.weekday - 1]! * crowd;
    this.reset('main', mainDoor);
    this.reset('parking', parkingDoor);
    const open = isWithinHours(moment.hour, ...openHours);
    const came = open ? arrivals((anHour * stepSeconds) / 3600, luck(0)) : 0;
    // Half an hour after closing the last have left.
    const left = open
      ? Math.min(state.inside!, arrivals((state.inside! * stepSeconds) / staySeconds, luck(1)))
      : Math.min(state.inside!, 3);
    state.inside! += came - left;
    for (let i = 0; i < came; i++) this.count(luck(2 + i) < mainShare ? 'mainIn' : 'parkingIn');
    for (let i = 0; i < left; i++) {
      if (chance(moment.seed, stream + 9, moment.tick * 32 + i) < missedOut) continue;
      this.count(chance(moment.seed, stream + 10, moment.tick * 32 + i) < mainShare ? 'mainOut' : 'parkingOut');
    }
    const drove = open ? arrivals((anHour * carsPerVisit * stepSeconds) / 3600, luck(11)) : 0;
    const entered = Math.min(drove, spaces - state.cars!);
    const departed = open
      ? Math.min(state.cars!, arrivals((state.cars! * stepSeconds) / parkedSeconds, luck(12)))
      : Math.min(state.cars!, 1);
    state.cars! += entered - departed;
    state.entries! += entered;
    state.exits! += departed;
    // A minute of "closing soon", ten minutes before the doors are locked.
    const toClosing = (openHours[1] - moment.hour) * 60;
    state.playing = toClosing > 9 && toClosing <= 10 ? 2 : 0;
  }

  /** Registers that begin again at zero: once, when it happens. */
  private reset(counter: 'main' | 'parking', deviceCode: string): void {
    const isReset = this.conditionOf(deviceCode).counterReset === true;
    if (isReset && this.state[`${counter}Reset`] === 0) {
      this.state[`${counter}In`] = 0;
      this.state[`${counter}Out`] = 0;
    }
    this.state[`${counter}Reset`] = isReset ? 1 : 0;
  }

  /** A counter without power, or one that is stuck, counts nobody. */
  private count(counter: 'mainIn' | 'mainOut' | 'parkingIn' | 'parkingOut'): void {
    const isMain = counter.startsWith('main');
    const { powered, counterStuck } = this.conditionOf(isMain ? mainDoor : parkingDoor);
    if (!powered || counterStuck) return;
    const next = this.state[counter]! + 1;
    this.state[counter] = isMain ? next : next % sixteenBits;
  }

  read(deviceCode: string, role: PointRole): number | null {
    const { state } = this;
    const own = (name: string) => state[`${deviceCode}.${name}`]!;
    switch (role) {
      case 'countIn':
        return deviceCode === mainDoor ? state.mainIn! : state.parkingIn!;
      case 'countOut':
        return deviceCode === mainDoor ? state.mainOut! : state.parkingOut!;
      case 'spacesTaken':
        return state.cars!;
      case 'spacesFree':
        return spaces - state.cars!;
      case 'carEntries':
        return state.entries!;
      case 'carExits':
        return state.exits!;
      case 'audioPower':
      case 'signPower':
        return own('power');
      case 'volume':
        return own('volume');
      case 'clipPlaying':
        return own('power') === 1 && !this.conditionOf(deviceCode).failed ? state.playing! : 0;
      case 'signMessage':
        return own('power') === 1 && !this.conditionOf(deviceCode).failed ? own('message') : 0;
      case 'brightness':
        return own('brightness');
      case 'audioFault':
      case 'signFault':
        return this.conditionOf(deviceCode).failed ? 1 : 0;
      default:
        return null;
    }
  }

  write(deviceCode: string, role: PointRole, value: number): boolean {
    const written: Partial<Record<PointRole, [name: string, highest: number]>> = {
      audioPower: ['power', 1],
      signPower: ['power', 1],
      volume: ['volume', 100],
      signMessage: ['message', 3],
      brightness: ['brightness', 100],
    };
    const target = written[role];
    if (!target) return false;
    this.state[`${deviceCode}.${target[0]}`] = between(value, 0, target[1]);
    return true;
  }
}
