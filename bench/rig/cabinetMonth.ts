/**
 * A month of refrigerated cabinets: the demo's physics of freezers, chill rooms, multideck and island cases, a quarter each, with
 * setpoints and defrost times of their own; a value a minute in tenths of a degree. Doors of rooms stand open for 2 to 6 minutes
 * at one to three deliveries a day. A fault is a fan, the cooling, a door left open or a broken probe, as many of each; it lasts
 * 2 to 8 hours. All of it is decided by the seed.
 */
import { Climate } from '../../packages/demo/src/physics/Climate.ts';
import {
  chillDesign,
  freezerDesign,
  islandDesign,
  multideckDesign,
} from '../../packages/demo/src/physics/demoPlantLayout.ts';
import { chance } from '../../packages/demo/src/physics/noise.ts';
import { type DeviceCondition, type Moment, setMoment, stepMs } from '../../packages/demo/src/physics/PlantPart.ts';
import { RefrigeratedSpace } from '../../packages/demo/src/physics/RefrigeratedSpace.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const designs = [freezerDesign, chillDesign, multideckDesign, islandDesign];
export const cabinetKinds = ['freezer', 'chillRoom', 'multideck', 'island'] as const;
export type CabinetKind = (typeof cabinetKinds)[number];
export const faultKinds = ['fanFailed', 'coolingFailed', 'doorHeldOpen', 'probeBroken'] as const;

export interface Fault {
  readonly kind: (typeof faultKinds)[number];
  readonly cabinet: number;
  readonly from: number;
  readonly until: number;
}

/** What was measured of a cabinet, a row a minute. */
export interface CabinetPast {
  readonly at: Float64Array;
  /** NaN while the probe is broken. */
  readonly temperature: Float64Array;
  readonly defrost: Uint8Array;
  readonly door: Uint8Array;
}

export interface CabinetMonth {
  readonly start: number;
  readonly end: number;
  readonly faults: readonly Fault[];
  kindOf(cabinet: number): CabinetKind;
  setpointOf(cabinet: number): number;
  simulate(cabinet: number): CabinetPast;
}

export function cabinetMonth(size: { seed: number; days: number; cabinets: number; faults: number }): CabinetMonth {
  const { seed, days, cabinets } = size;
  const start = Date.UTC(2026, 5, 1);
  const end = start + days * 24 * hourMs;

  /** A number in [from, until) that only the seed and its name decide. */
  const random = (name: number, which: number, from: number, until: number): number =>
    from + chance(seed, 90_000 + name, which) * (until - from);

  function plantFaults(): Fault[] {
    const taken = new Set<number>();
    return Array.from({ length: size.faults }, (_, i) => {
      const kind = faultKinds[i % faultKinds.length]!;
      let cabinet = Math.floor(random(1, i, 0, cabinets));
      // Cases have no door that could be left open.
      while (taken.has(cabinet) || (kind === 'doorHeldOpen' && cabinet % 4 > 1)) cabinet = (cabinet + 1) % cabinets;
      taken.add(cabinet);
      const from = start + Math.round(random(2, i, 24 * hourMs, (days - 1) * 24 * hourMs) / minuteMs) * minuteMs;
      return { kind, cabinet, from, until: from + Math.round(random(3, i, 120, 480)) * minuteMs };
    });
  }

  /** Whether a delivery holds the door of a room open. */
  function isDelivering(cabinet: number, moment: Moment): boolean {
    if (cabinet % 4 > 1 || moment.weekday === 7) return false;
    for (let visit = 0; visit < 3; visit++) {
      const which = (cabinet * 40 + (moment.day % 40)) * 3 + visit;
      if (visit > random(4, cabinet * 40 + (moment.day % 40), 0, 3)) continue;
      const from = random(5, which, 6, 19);
      const hours = random(6, which, 2, 6) / 60;
      if (moment.hour >= from && moment.hour < from + hours) return true;
    }
    return false;
  }

  const faults = plantFaults();
  const setpointOf = (cabinet: number) => designs[cabinet % 4]!.setpoint + Math.round(random(8, cabinet, -2, 2)) / 2;

  function simulate(cabinet: number): CabinetPast {
    const setpoint = setpointOf(cabinet);
    const fault = faults.find((each) => each.cabinet === cabinet);
    const length = (end - start) / minuteMs;
    const columns: CabinetPast = {
      at: new Float64Array(length),
      temperature: new Float64Array(length),
      defrost: new Uint8Array(length),
      door: new Uint8Array(length),
    };
    const condition: DeviceCondition = {
      powered: true,
      doorHeldOpen: false,
      fanFailed: false,
      coolingFailed: false,
      humidifierStuck: false,
      brokenRoles: new Set(),
    };
    const design = designs[cabinet % 4]!;
    const climate = new Climate(1, 17);
    const isIndoors = cabinet % 4 > 1;
    const space = new RefrigeratedSpace(
      `${cabinet}`,
      {
        ...design,
        stream: 100 * cabinet,
        setpoint,
        coilTarget: design.coilTarget + setpoint - design.setpoint,
        defrostAtMinute: Math.floor(random(7, cabinet, 0, design.defrostEveryHours * 6)) * 10,
      },
      {
        wallTemperature: () => (isIndoors ? 22 : 14 + 0.4 * climate.temperature),
        doorTemperature: () => (isIndoors ? 22 : climate.temperature),
        evaporatingTemperature: () => design.coilTarget - 6,
      },
      condition,
    );
    const moment: Moment = { seed, atMs: 0, tick: 0, hour: 0, day: 0, weekday: 1 };
    let row = 0;
    for (let at = start - 6 * hourMs; at < end; at += stepMs) {
      setMoment(moment, at);
      climate.step(moment);
      const isFaulty = fault !== undefined && at >= fault.from && at < fault.until;
      condition.fanFailed = isFaulty && fault.kind === 'fanFailed';
      condition.coolingFailed = isFaulty && fault.kind === 'coolingFailed';
      condition.doorHeldOpen = (isFaulty && fault.kind === 'doorHeldOpen') || isDelivering(cabinet, moment);
      const isBroken = isFaulty && fault.kind === 'probeBroken';
      if (isBroken) condition.brokenRoles.add('roomTemperature');
      else condition.brokenRoles.clear();
      space.step(moment);
      if (at < start || at % minuteMs !== 0) continue;
      columns.at[row] = at;
      const air = space.read('', 'roomTemperature', moment)!;
      columns.temperature[row] = isBroken ? Number.NaN : Math.round(air * 10) / 10;
      columns.defrost[row] = space.read('', 'defrostActive', moment)!;
      columns.door[row] = space.read('', 'doorOpen', moment)!;
      row++;
    }
    return columns;
  }

  return { start, end, faults, kindOf: (cabinet) => cabinetKinds[cabinet % 4]!, setpointOf, simulate };
}
