import { type CarTrack, type Language, nearLimitCelsius, qualityOf } from '@watchpost/contract';
import type { Tenant } from '../../access/index.ts';
import type { RawHistory } from '../../history/index.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { pointsOfDevices } from '../../points/index.ts';
import type { TransportDeps } from '../deps.ts';
import { fencesNear } from '../fences/fence.store.ts';
import { type FenceShape, fenceOf } from '../fences/fenceShape.ts';
import { presentArea, shapeOf } from '../fences/present.ts';
import { type Visit, visitsOf } from '../fences/visitsOf.ts';
import type { CarRow } from './car.store.ts';
import { boundsOf, type Fix, gapMs, simplify, type Track, trackOf } from './track.ts';
import { vehiclePoints } from './vehiclePoints.ts';

/** Both coordinates of one place are measured at one time; a gateway may stamp them one after the other. */
const sameTimeMs = 1_000;
/** Simplification tolerance, metres; coarser beyond two days. */
const toleranceOf = (ms: number): number => (ms <= 2 * 86_400_000 ? 10 : 30);
/** A value is held until the next, at most so long. */
const heldMs = 10 * 60_000;

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Every number of a point by time. */
interface Series {
  readonly times: readonly number[];
  readonly values: readonly number[];
}

function seriesOf(samples: RawHistory | undefined): Series {
  const times: number[] = [];
  const values: number[] = [];
  for (let i = 0; i < (samples?.length ?? 0); i++) {
    const value = samples!.values[i]!;
    if (Number.isNaN(value) || qualityOf(samples!.quality[i]!) === 'bad') continue;
    times.push(samples!.measuredAt[i]!);
    values.push(value);
  }
  return { times, values };
}

/** The newest value at times that are asked for in ascending order; null: none, or too old. */
function follow({ times, values }: Series, within: number): (time: number) => number | null {
  let next = 0;
  return (time) => {
    while (next < times.length && times[next]! <= time) next++;
    return next > 0 && time - times[next - 1]! <= within ? values[next - 1]! : null;
  };
}

function fixesOf(latitudes: Series, longitudes: Series, speeds: Series): Fix[] {
  const longitudeAt = follow(
    { times: longitudes.times.map((time) => time - sameTimeMs), values: longitudes.values },
    2 * sameTimeMs,
  );
  const speedAt = follow({ times: speeds.times.map((time) => time - sameTimeMs), values: speeds.values }, heldMs);
  const fixes: Fix[] = [];
  for (const [i, time] of latitudes.times.entries()) {
    const longitude = longitudeAt(time);
    if (longitude !== null) fixes.push({ time, latitude: latitudes.values[i]!, longitude, speed: speedAt(time) });
  }
  return fixes;
}

/** How long a state held within a stretch, ms. */
function heldIn({ times, values }: Series, wanted: number, { from, to }: Stretch): number {
  let sum = 0;
  for (const [i, value] of values.entries()) {
    if (value !== wanted) continue;
    const start = Math.max(times[i]!, from);
    const end = Math.min(times[i + 1] ?? to, to);
    if (end > start) sum += end - start;
  }
  return sum;
}

function highestIn({ times, values }: Series, { from, to }: Stretch): number | null {
  let highest: number | null = null;
  for (const [i, value] of values.entries())
    if (times[i]! >= from && times[i]! <= to && (highest === null || value > highest)) highest = value;
  return highest;
}

/** Places of the lowest and the highest value; none where there is none. */
function extremesOf(values: readonly (number | null)[]): number[] {
  let [lowest, highest] = [-1, -1];
  for (const [i, value] of values.entries()) {
    if (value === null) continue;
    if (lowest < 0 || value < values[lowest]!) lowest = i;
    if (highest < 0 || value > values[highest]!) highest = i;
  }
  return lowest < 0 ? [] : [lowest, highest];
}

type MaybePoint = { readonly id: number } | undefined;

/** The track of a vehicle in [from, to), and the samples of its points and of more that are asked for; null: it has no position. */
export async function readPositions(
  history: TransportDeps['history'],
  { latitude, longitude, speed }: ReturnType<typeof vehiclePoints>,
  more: readonly MaybePoint[],
  { from, to }: Stretch,
  signal?: AbortSignal,
): Promise<{ track: Track; of: (point: MaybePoint) => Series } | null> {
  if (!latitude || !longitude) return null;
  const asked = [latitude, longitude, speed, ...more].flatMap((point) => point?.id ?? []);
  const found = new Map((await history.raw(asked, from, to, signal)).map((samples) => [samples.pointId, samples]));
  const of = (point: MaybePoint): Series => seriesOf(point && found.get(point.id));
  return { track: trackOf(fixesOf(of(latitude), of(longitude), of(speed))), of };
}

/** Stays of a vehicle within each of some fences in [from, to), by time; null: it has no position. */
export async function readVisits(
  { db, history }: Pick<TransportDeps, 'db' | 'history'>,
  { tenant }: { tenant: Tenant },
  carId: number,
  fences: readonly FenceShape[],
  { from, to }: Stretch,
  signal?: AbortSignal,
): Promise<Visit[][] | null> {
  const points = vehiclePoints(await pointsOfDevices(tenant, db, [carId]));
  const read = await readPositions(history, points, [], { from, to }, signal);
  if (!read) return null;
  return fences.map((fence) =>
    visitsOf(read.track.fixes, fenceOf(fence)).map((visit) => ({
      ...visit,
      isOpen: visit.isOpen && to - visit.to <= gapMs,
    })),
  );
}

/** Where a vehicle was in [from, to), and how warm it was there; null: it has no position. */
export async function readTrack(
  { db, history, usualLimitsOfPoint }: Pick<TransportDeps, 'db' | 'history' | 'usualLimitsOfPoint'>,
  { tenant }: { tenant: Tenant },
  car: Pick<CarRow, 'id' | 'name' | 'name_en' | 'project_id'>,
  { from, to }: { from: number; to: number },
  language: Language,
  signal?: AbortSignal,
): Promise<CarTrack | null> {
  const points = vehiclePoints(await pointsOfDevices(tenant, db, [car.id]));
  const { odometer, door, temperature } = points;
  const read = await readPositions(history, points, [odometer, door, temperature], { from, to }, signal);
  if (!read) return null;
  const { track, of } = read;
  const [temperatures, doors, kilometres] = [of(temperature), of(door), of(odometer)];

  const { fixes } = track;
  const bounds = boundsOf(fixes);
  const fences = bounds === null ? [] : await fencesNear(tenant, db, car.project_id, bounds);
  const visits = fences
    .flatMap((fence) => visitsOf(fixes, fenceOf(shapeOf(fence))).map((visit) => ({ ...visit, fence })))
    .sort((a, b) => a.from - b.from || a.fence.id - b.fence.id);
  const gapEnds = new Set(track.gaps.map((gap) => gap.to));
  const edges = new Set([
    ...track.stops.flatMap((stop) => [stop.from, stop.to]),
    ...visits.flatMap((visit) => [visit.from, visit.to]),
    ...track.gaps.flatMap((gap) => [gap.from, gap.to]),
  ]);
  const limits = temperature ? usualLimitsOfPoint(temperature.id) : null;
  const low = limits?.low ?? limits?.lowLow ?? null;
  const high = limits?.high ?? limits?.highHigh ?? null;
  const temperatureAt = follow(temperatures, heldMs);
  const warmth = fixes.map(({ time }) => temperatureAt(time));
  const bandOf = (value: number | null): string =>
    value === null
      ? 'none'
      : high !== null && value > high - nearLimitCelsius
        ? value > high
          ? 'high'
          : 'nearHigh'
        : low !== null && value < low + nearLimitCelsius
          ? value < low
            ? 'low'
            : 'nearLow'
          : 'in';
  const keep = new Set<number>();
  for (const [i, { time }] of fixes.entries())
    if (edges.has(time) || (i > 0 && bandOf(warmth[i]!) !== bandOf(warmth[i - 1]!))) keep.add(i);
  for (const extreme of extremesOf(warmth)) keep.add(extreme);
  const first = kilometres.values[0];
  const last = kilometres.values.at(-1);
  return {
    CarId: car.id,
    CarName: inLanguage(car.name, car.name_en, language),
    FromEpoch: from,
    ToEpoch: to,
    DistanceMetres: Math.round(track.distanceMetres),
    OdometerMetres: first === undefined || last === undefined ? null : Math.round((last - first) * 1000),
    DrivingMs: track.drivingMs,
    StopList: track.stops.map((stop) => ({
      FromEpoch: stop.from,
      ToEpoch: stop.to,
      Latitude: stop.latitude,
      Longitude: stop.longitude,
      DoorOpenMs: door ? heldIn(doors, 1, stop) : null,
      HighestTemperature: highestIn(temperatures, stop),
      // After a silence it may have left.
      IsOpen: stop.isOpen && to - stop.to <= gapMs,
    })),
    TripList: track.trips.map((trip) => ({
      FromEpoch: trip.from,
      ToEpoch: trip.to,
      DistanceMetres: Math.round(trip.distanceMetres),
      HighestTemperature: highestIn(temperatures, trip),
      IsOpen: trip.isOpen && to - trip.to <= gapMs,
    })),
    GapList: track.gaps.map((gap) => ({ FromEpoch: gap.from, ToEpoch: gap.to })),
    FenceList: fences.map(presentArea),
    VisitList: visits.map(({ fence, ...visit }) => ({
      GeofenceId: fence.id,
      GeofenceName: fence.name,
      FromEpoch: visit.from,
      ToEpoch: visit.to,
      IsArrivalKnown: visit.isArrivalKnown,
      IsDepartureKnown: visit.isDepartureKnown,
      IsOpen: visit.isOpen && to - visit.to <= gapMs,
      DoorOpenMs: door ? heldIn(doors, 1, visit) : null,
      HighestTemperature: highestIn(temperatures, visit),
    })),
    Path: simplify(fixes, toleranceOf(to - from), keep).map((i) => ({
      Time: fixes[i]!.time,
      Latitude: fixes[i]!.latitude,
      Longitude: fixes[i]!.longitude,
      Speed: fixes[i]!.speed,
      Temperature: warmth[i]!,
      IsAfterGap: gapEnds.has(fixes[i]!.time),
    })),
    FixCount: fixes.length,
    DroppedCount: track.dropped,
    TemperaturePoint: temperature
      ? {
          PointId: temperature.id,
          PointName: inLanguage(temperature.name, temperature.name_en, language),
          Low: low,
          High: high,
        }
      : null,
    DoorPoint: door ? { PointId: door.id, PointName: inLanguage(door.name, door.name_en, language) } : null,
  };
}
