import { demoCompanies } from './fleet/demoCompanies.ts';
import type { DemoPoint } from './fleet/demoFleet.ts';
import { demoGateways } from './fleet/demoGateways.ts';
import { demoPoints, pointsOf } from './fleet/demoPoints.ts';
import type { PointRole } from './fleet/pointRoles.ts';
import { createPlant, type Plant } from './physics/createPlant.ts';
import { stepMs } from './physics/PlantPart.ts';
import { plantedStories, slowFaults } from './plantedStories.ts';

/** Seed of the demonstration's weather, doors and noise; the simulator goes on with the same. */
export const demoSeed = 20_261;

const hourMs = 3_600_000;
/** Fresh rooms need some hours until coils, frost and suction pressure have found their rhythm. */
const runInMs = 12 * hourMs;

/** States that alarms wait for by the second. */
const watchedStates = new Set<PointRole>(['doorOpen', 'defrostActive', 'rackFault', 'fan2Fault']);

/** Quality bytes of the product that the history uses; the numbers are stored for ever, so they cannot drift apart. */
const good = 0;
const sensorFault = 67;
const noCommunication = 68;

/** One batch: columns of equal length, in the order of time. */
export interface DemoHistoryBatch {
  length: number;
  /** Positions in `demoPoints`; the seed maps them to its point ids. */
  pointIndexes: Int32Array;
  /** Epoch ms. */
  measuredAt: Float64Array;
  /** NaN where the quality says that there is no number. */
  values: Float64Array;
  quality: Uint8Array;
}

export interface DemoHistory {
  /** Samples of about one hour a batch, first to last; can be walked once. */
  batches: Iterable<DemoHistoryBatch>;
  /** After the last batch: the plant as it stands at the end, whose snapshot the simulator goes on from. */
  plant: Plant;
}

/** Rounded as the device's register or the gateway's JSON would carry it. */
export function roundedTo(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor;
}

/**
 * What the fleet measured from `fromMs` (inclusive) to `toMs` (exclusive), each point every `stepSeconds` and doors,
 * defrosts and faults also at once when they change (else a door seen open would count as open for a whole step), with the planted stories
 * in it: a cut of the power leaves a gap, begun by one sample of quality "no communication" a point.
 *
 * @param stepSeconds a multiple of 10; 60 gives about 14 million samples in 30 days
 * @param isWanted leaves points out, for example those of a company that is not seeded
 */
export function demoHistory(
  fromMs: number,
  toMs: number,
  stepSeconds: number,
  isWanted: (point: DemoPoint) => boolean = () => true,
): DemoHistory {
  const firstMs = Math.ceil(fromMs / stepMs) * stepMs;
  const plant = createPlant(demoSeed, firstMs - runInMs);
  for (const fault of slowFaults(toMs)) plant.inject(fault);
  for (const { fault } of plantedStories(toMs)) {
    // A story that ended before the window cannot be told; one that began before it would start in the middle.
    if (fault.fromMs !== undefined && fault.fromMs >= firstMs) plant.inject(fault);
  }
  return { plant, batches: walk(plant, firstMs, toMs, stepSeconds, isWanted) };
}

const projectOfDevice = new Map(
  demoCompanies.flatMap((company) =>
    company.projects.flatMap((project) => project.devices.map((device) => [device.code, project.code] as const)),
  ),
);
/** A vehicle's gateway runs from its own battery. */
const hasOwnPower = new Set(
  demoGateways
    .filter((gateway) => gateway.protocol === 'MQTT' && gateway.cardNumber !== null)
    .flatMap((gateway) => pointsOf(gateway).map((point) => point.code)),
);

function* walk(
  plant: Plant,
  firstMs: number,
  toMs: number,
  stepSeconds: number,
  isWanted: (point: DemoPoint) => boolean,
): Generator<DemoHistoryBatch> {
  const wanted = demoPoints
    .map((point, index) => ({
      index,
      read: plant.reader(point.deviceCode, point.role),
      factor: 10 ** point.decimals,
      projectCode: projectOfDevice.get(point.deviceCode)!,
      mains: !hasOwnPower.has(point.code),
      isWatched: watchedStates.has(point.role),
      isDark: false,
      last: null as number | null,
      point,
    }))
    .filter(({ point }) => isWanted(point));
  const watched = wanted.filter(({ isWatched }) => isWatched);
  const stepsAtOnce = (stepSeconds * 1000) / stepMs;
  const maxRowsPerStep = wanted.length + watched.length * (stepsAtOnce - 1);
  const capacity = Math.ceil(hourMs / (stepSeconds * 1000)) * wanted.length + maxRowsPerStep;
  let batch = emptyBatch(capacity);
  let length = 0;
  const add = (entry: (typeof wanted)[number], atMs: number, value: number | null, ifMissing: number) => {
    batch.pointIndexes[length] = entry.index;
    batch.measuredAt[length] = atMs;
    batch.values[length] = value === null ? Number.NaN : Math.round(value * entry.factor) / entry.factor;
    batch.quality[length] = value === null ? ifMissing : good;
    length++;
    entry.last = value;
  };
  for (let atMs = firstMs; atMs < toMs; atMs += stepSeconds * 1000) {
    plant.step(atMs);
    for (const entry of wanted) {
      const dark = entry.mains && plant.isWithoutPower(entry.projectCode);
      if (dark && entry.isDark) continue;
      entry.isDark = dark;
      if (dark) add(entry, atMs, null, noCommunication);
      else add(entry, atMs, entry.read(), sensorFault);
    }
    for (let between = 1; between < stepsAtOnce; between++) {
      const betweenMs = atMs + between * stepMs;
      if (betweenMs >= toMs) break;
      plant.step(betweenMs);
      for (const entry of watched) {
        // The cut itself, and the first sample after it, belong to the full steps.
        if (entry.isDark || (entry.mains && plant.isWithoutPower(entry.projectCode))) continue;
        const value = entry.read();
        if (value !== entry.last) add(entry, betweenMs, value, sensorFault);
      }
    }
    if (length + maxRowsPerStep > capacity) {
      yield cutTo(batch, length);
      batch = emptyBatch(capacity);
      length = 0;
    }
  }
  plant.step(toMs);
  if (length > 0) yield cutTo(batch, length);
}

const emptyBatch = (capacity: number): DemoHistoryBatch => ({
  length: capacity,
  pointIndexes: new Int32Array(capacity),
  measuredAt: new Float64Array(capacity),
  values: new Float64Array(capacity),
  quality: new Uint8Array(capacity),
});

const cutTo = (batch: DemoHistoryBatch, length: number): DemoHistoryBatch => ({
  length,
  pointIndexes: batch.pointIndexes.subarray(0, length),
  measuredAt: batch.measuredAt.subarray(0, length),
  values: batch.values.subarray(0, length),
  quality: batch.quality.subarray(0, length),
});
