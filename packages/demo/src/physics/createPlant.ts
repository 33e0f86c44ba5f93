import { demoCompanies } from '../fleet/demoCompanies.ts';
import type { PointRole } from '../fleet/pointRoles.ts';
import { layOutDemoPlant } from './demoPlantLayout.ts';
import { type DeviceCondition, type Moment, type PlantPart, setMoment, stepMs } from './PlantPart.ts';

/** What can go wrong in the field. */
export type PlantFault =
  | { kind: 'doorOpen'; deviceCode: string }
  /** The value is gone; the equipment itself behaves as its controller does without this probe. */
  | { kind: 'sensorBroken'; deviceCode: string; role: PointRole }
  /** A status comes and goes, as a terminal that has worked loose makes it. */
  | { kind: 'looseContact'; deviceCode: string; role: PointRole }
  | { kind: 'fanFailed'; deviceCode: string }
  /** No cold from this room's valve, this rack or this air handling unit. */
  | { kind: 'coolingFailed'; deviceCode: string }
  /** The steam humidifier of an air handling unit no longer closes. */
  | { kind: 'humidifierStuck'; deviceCode: string }
  /** Ice grows on the coil until defrosts no longer clear it: slower and slower, full after so many days. */
  | { kind: 'icing'; deviceCode: string; overDays: number }
  /** Loses refrigerant, or its condenser gets dirty: part of the capacity is gone after so many days. */
  | { kind: 'weakCooling'; deviceCode: string; overDays: number }
  /** A probe shows more and more too much, `by` after so many days. */
  | { kind: 'sensorDrift'; deviceCode: string; role: PointRole; by: number; overDays: number }
  /** A sign is dark, an amplifier silent. */
  | { kind: 'failed'; deviceCode: string }
  /** A people counter counts nobody, begins again at zero, or counts four times as many. */
  | { kind: 'counterStuck'; deviceCode: string }
  | { kind: 'counterReset'; deviceCode: string }
  | { kind: 'crowd'; deviceCode: string }
  /** Everything of a project stands still. */
  | { kind: 'powerCut'; projectCode: string };

type SlowFault = Extract<PlantFault, { overDays: number }>;

const dayMs = 86_400_000;
/** Slow is slow: a change in ten minutes is nothing a probe could show. */
const growEveryMs = 600_000;

/** Times are epoch ms; without them a fault lasts from now until it is cleared. */
export type TimedFault = PlantFault & { fromMs?: number; untilMs?: number };

/** The plant at one instant, as JSON; enough to go on from in another process. */
export interface PlantSnapshot {
  seed: number;
  atMs: number;
  parts: Record<string, Record<string, number>>;
  faults: TimedFault[];
}

export interface Plant {
  /** Epoch ms of the state; a multiple of 10 s. */
  readonly atMs: number;
  /** Advances to the last 10 s mark at or before `toEpochMs`; earlier times change nothing. */
  step(toEpochMs: number): void;
  /** The value in engineering units, unrounded; null when the probe is broken or the device has no such role. */
  read(deviceCode: string, role: PointRole): number | null;
  /** `read` for one point, looked up once: a month of history asks fourteen million times. */
  reader(deviceCode: string, role: PointRole): () => number | null;
  /** Writes a setpoint; false when nothing of the kind can be written there. */
  write(deviceCode: string, role: PointRole, value: number): boolean;
  /** Adds a fault, at once or for the times it names. `clear` ends it early. */
  inject(fault: TimedFault): { clear(): void };
  /** Whether a power cut holds this project. */
  isWithoutPower(projectCode: string): boolean;
  snapshot(): PlantSnapshot;
}

const projectOf = new Map(
  demoCompanies.flatMap((company) =>
    company.projects.flatMap((project) => project.devices.map((device) => [device.code, project.code] as const)),
  ),
);

/** Two minutes the wrong way round in every four: longer than a delay of a minute waits. */
const flickering = (value: number, atMs: number): number => (atMs % 240_000 < 120_000 ? 1 - value : value);

const freshCondition = (): DeviceCondition => ({
  powered: true,
  doorHeldOpen: false,
  fanFailed: false,
  coolingFailed: false,
  humidifierStuck: false,
  brokenRoles: new Set(),
});

/**
 * The demonstration plant. The same seed, start and faults always give the same values, however often it is stepped.
 *
 * @param start epoch ms of a fresh plant that has long been running, or the snapshot of an earlier one (its own seed holds)
 * @throws Error when a fault names a device that the fleet does not have
 */
export function createPlant(seed: number, start: number | PlantSnapshot): Plant {
  const snapshot = typeof start === 'number' ? null : start;
  const conditions = new Map<string, DeviceCondition>();
  const conditionOf = (deviceCode: string): DeviceCondition => {
    const known = conditions.get(deviceCode);
    if (known) return known;
    if (!projectOf.has(deviceCode)) throw new Error(`The demo has no device ${deviceCode}`);
    const created = freshCondition();
    conditions.set(deviceCode, created);
    return created;
  };
  const { parts, climates } = layOutDemoPlant(conditionOf);
  const partOf = new Map<string, PlantPart>();
  for (const part of parts) for (const code of part.deviceCodes) partOf.set(code, part);

  const moment: Moment = { seed: snapshot?.seed ?? seed, atMs: 0, tick: 0, hour: 0, day: 0, weekday: 1 };
  const startMs = snapshot?.atMs ?? (start as number);
  let atMs = Math.floor(startMs / stepMs) * stepMs;
  setMoment(moment, atMs);
  for (const climate of climates) climate.step(moment);

  let faults: TimedFault[] = structuredClone(snapshot?.faults ?? []);
  let nextChangeMs = Number.NEGATIVE_INFINITY;
  let darkProjects = new Set<string>();

  if (snapshot) {
    for (const part of parts) {
      const saved = snapshot.parts[part.deviceCodes[0]!];
      // A device that joined the fleet after the snapshot starts fresh.
      if (saved) for (const key of Object.keys(part.state)) part.state[key] = saved[key] ?? part.state[key]!;
    }
  }

  /** Faults that grow; the others hold from one change to the next. */
  let growing: { fault: SlowFault & TimedFault; condition: DeviceCondition }[] = [];
  function grow(): void {
    for (const { fault, condition } of growing) {
      const share = Math.min(1, (atMs - (fault.fromMs ?? atMs)) / (fault.overDays * dayMs));
      if (fault.kind === 'icing') condition.icing = share;
      else if (fault.kind === 'weakCooling') condition.weakness = share;
      else {
        condition.drift ??= new Map();
        condition.drift.set(fault.role, share * fault.by);
      }
    }
  }

  function applyFaults(): void {
    growing = [];
    for (const condition of conditions.values()) {
      condition.powered = true;
      condition.doorHeldOpen = false;
      condition.fanFailed = false;
      condition.coolingFailed = false;
      condition.humidifierStuck = false;
      condition.brokenRoles.clear();
      condition.looseRoles?.clear();
      condition.failed = false;
      condition.counterStuck = false;
      condition.counterReset = false;
      condition.crowded = false;
      condition.icing = 0;
      condition.weakness = 0;
      condition.drift?.clear();
    }
    darkProjects = new Set();
    nextChangeMs = Number.POSITIVE_INFINITY;
    faults = faults.filter((fault) => fault.untilMs === undefined || fault.untilMs > atMs);
    for (const fault of faults) {
      if (fault.untilMs !== undefined) nextChangeMs = Math.min(nextChangeMs, fault.untilMs);
      if (fault.fromMs !== undefined && fault.fromMs > atMs) {
        nextChangeMs = Math.min(nextChangeMs, fault.fromMs);
        continue;
      }
      if (fault.kind === 'powerCut') {
        darkProjects.add(fault.projectCode);
        for (const [code, project] of projectOf) if (project === fault.projectCode) conditionOf(code).powered = false;
        continue;
      }
      const condition = conditionOf(fault.deviceCode);
      if (fault.kind === 'doorOpen') condition.doorHeldOpen = true;
      else if (fault.kind === 'fanFailed') condition.fanFailed = true;
      else if (fault.kind === 'coolingFailed') condition.coolingFailed = true;
      else if (fault.kind === 'humidifierStuck') condition.humidifierStuck = true;
      else if (fault.kind === 'failed') condition.failed = true;
      else if (fault.kind === 'counterStuck') condition.counterStuck = true;
      else if (fault.kind === 'counterReset') condition.counterReset = true;
      else if (fault.kind === 'crowd') condition.crowded = true;
      else if (fault.kind === 'sensorBroken') condition.brokenRoles.add(fault.role);
      else if (fault.kind === 'looseContact')
        condition.looseRoles = new Set([...(condition.looseRoles ?? []), fault.role]);
      else growing.push({ fault, condition });
    }
    grow();
  }
  applyFaults();

  return {
    get atMs() {
      return atMs;
    },
    step(toEpochMs) {
      while (atMs + stepMs <= toEpochMs) {
        atMs += stepMs;
        if (atMs >= nextChangeMs) applyFaults();
        else if (growing.length > 0 && atMs % growEveryMs === 0) grow();
        setMoment(moment, atMs);
        for (const climate of climates) climate.step(moment);
        for (const part of parts) part.step(moment);
      }
    },
    read(deviceCode, role) {
      const condition = conditions.get(deviceCode);
      if (condition?.brokenRoles.has(role)) return null;
      const value = partOf.get(deviceCode)?.read(deviceCode, role, moment) ?? null;
      if (value === null) return null;
      if (condition?.looseRoles?.has(role)) return flickering(value, atMs);
      return value + (condition?.drift?.get(role) ?? 0);
    },
    reader(deviceCode, role) {
      const part = partOf.get(deviceCode);
      if (!part) return () => null;
      const condition = conditionOf(deviceCode);
      const { brokenRoles } = condition;
      return () => {
        if (brokenRoles.size > 0 && brokenRoles.has(role)) return null;
        const value = part.read(deviceCode, role, moment);
        if (value !== null && condition.looseRoles?.has(role)) return flickering(value, atMs);
        const drift = condition.drift?.get(role);
        return value === null || drift === undefined ? value : value + drift;
      };
    },
    write(deviceCode, role, value) {
      return partOf.get(deviceCode)?.write(deviceCode, role, value) ?? false;
    },
    inject(fault) {
      if (fault.kind !== 'powerCut') conditionOf(fault.deviceCode);
      const own = { ...fault };
      faults = [...faults, own];
      applyFaults();
      return {
        clear() {
          faults = faults.filter((candidate) => candidate !== own);
          applyFaults();
        },
      };
    },
    isWithoutPower: (projectCode) => darkProjects.has(projectCode),
    snapshot: () => ({
      seed: moment.seed,
      atMs,
      parts: Object.fromEntries(parts.map((part) => [part.deviceCodes[0]!, { ...part.state }])),
      faults: structuredClone(faults),
    }),
  };
}
