import type { PointRole } from '../fleet/pointRoles.ts';

/** The plant integrates on a fixed grid, so that how often somebody asks does not change what happens. */
export const stepSeconds = 10;
export const stepMs = stepSeconds * 1000;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Asia/Shanghai has had no daylight saving since 1991. */
const zoneOffsetMs = 8 * hourMs;

/** One instant, with the parts of the local calendar that the physics needs. */
export interface Moment {
  seed: number;
  atMs: number;
  /** Number of the grid step since 1970. */
  tick: number;
  /** Local time of day, 0 ≤ hour < 24. */
  hour: number;
  /** Local days since 1970. */
  day: number;
  /** 1 Monday … 7 Sunday. */
  weekday: number;
}

/** Fills `moment` for a time; reused a quarter of a million times for 30 days, hence no new object. */
export function setMoment(moment: Moment, atMs: number): void {
  const local = atMs + zoneOffsetMs;
  moment.atMs = atMs;
  moment.tick = Math.floor(atMs / stepMs);
  moment.day = Math.floor(local / dayMs);
  moment.hour = (local - moment.day * dayMs) / hourMs;
  moment.weekday = ((moment.day + 3) % 7) + 1;
}

/** What faults do to a device just now. Owned by the plant, read by the parts. */
export interface DeviceCondition {
  powered: boolean;
  doorHeldOpen: boolean;
  fanFailed: boolean;
  coolingFailed: boolean;
  humidifierStuck: boolean;
  brokenRoles: Set<PointRole>;
  /** A sign that shows nothing, an amplifier that plays nothing: it answers, and says so. */
  failed?: boolean;
  /** A people counter whose registers stand still, or began again at zero. */
  counterStuck?: boolean;
  counterReset?: boolean;
  /** Four times as many people as usual come through this door. */
  crowded?: boolean;
  /** Statuses whose contact is loose. */
  looseRoles?: Set<PointRole>;
  /** Slow faults, 0 none to 1 full: ice on the coil that defrosts no longer clear; a plant that has lost part of its capacity. */
  icing?: number;
  weakness?: number;
  /** What probes show too much, by role. */
  drift?: Map<PointRole, number>;
}

/** One piece of physics; it may answer for several devices (a barn and its ventilation). */
export interface PlantPart {
  readonly deviceCodes: readonly string[];
  /** Everything that must survive in a snapshot, as numbers; the object keeps its identity. */
  readonly state: Record<string, number>;
  /** Advances by `stepSeconds` to `moment`. */
  step(moment: Moment): void;
  /** Null for a role this device does not have. */
  read(deviceCode: string, role: PointRole, moment: Moment): number | null;
  /** A setpoint or switch from the platform; false when this role cannot be written. */
  write(deviceCode: string, role: PointRole, value: number): boolean;
}

export const between = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, high));

/** Whether a local hour lies in a period that may pass midnight. */
export const isWithinHours = (hour: number, from: number, to: number): boolean =>
  from <= to ? hour >= from && hour < to : hour >= from || hour < to;
