import { minuteMs, positionSilentMs } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { pointsOfDevices } from '../../points/index.ts';
import type { TransportDeps } from '../deps.ts';
import { fencesNear } from '../fences/fence.store.ts';
import { fenceOf } from '../fences/fenceShape.ts';
import { shapeOf } from '../fences/present.ts';
import { visitsOf } from '../fences/visitsOf.ts';
import { type CarRow, movingKmh, vehiclesServed } from './car.store.ts';
import { readPositions } from './readTrack.wire.ts';
import { boundsOf } from './track.ts';
import { vehiclePoints } from './vehiclePoints.ts';
import { addCrossings, forgetCrossings, keepVehicleState, vehicleStates } from './watch.store.ts';

/** What came within this time is looked at again each minute: positions come late by minutes, and a server is away for minutes. */
const lookBackMs = 2 * 60 * minuteMs;
/** A vehicle that stood for less is still driving: at a light its door is not thought closed. */
const stillDrivingMs = 3 * minuteMs;
/** Two crossings of one edge that are closer are one, found by other positions. */
const sameCrossingMs = 15 * minuteMs;
/** Longer ago they are told to nobody any more. */
const keptDays = 2;

type Series = { readonly times: readonly number[]; readonly values: readonly number[] };

/** When a door was opened that is open at the end; null: it is closed, or nothing is known of it. */
function openSince({ times, values }: Series): number | null {
  let since: number | null = null;
  for (const [i, value] of values.entries()) since = value === 1 ? (since ?? times[i]!) : null;
  return since;
}

/**
 * Finds what is told of vehicles: silent, a door that is open while it drives, the fences it came to and left. By positions alone, and kept
 * in the database: a restart tells nothing twice.
 */
export async function watchVehicles(
  { db, clock, history, live }: Pick<TransportDeps, 'db' | 'clock' | 'history' | 'live'>,
  stopping: AbortSignal,
): Promise<void> {
  const now = clock.now();
  const cars = await vehiclesServed(system, db, new Date(now));
  const points = Map.groupBy(
    await pointsOfDevices(
      system,
      db,
      cars.map(({ id }) => id),
    ),
    ({ device_id }) => device_id,
  );
  const before = await vehicleStates(system, db);
  for (const car of cars) {
    stopping.throwIfAborted();
    const roles = vehiclePoints(points.get(car.id) ?? []);
    if (!roles.latitude || !roles.longitude) continue;
    const lastAt = live.get(roles.latitude.id)?.measuredAt ?? null;
    const was = before.get(car.id) ?? { silent_since: null, door_open_since: null };
    const isSilent = lastAt !== null && now - lastAt > positionSilentMs;
    const found = isSilent ? null : await readRecent(car, roles);
    const state = {
      silent_since: isSilent ? new Date(lastAt) : null,
      // Of one that is silent nobody knows.
      door_open_since: isSilent ? was.door_open_since : (found?.doorOpenSince ?? null),
    };
    if (
      +(state.silent_since ?? 0) !== +(was.silent_since ?? 0) ||
      +(state.door_open_since ?? 0) !== +(was.door_open_since ?? 0)
    )
      await keepVehicleState(system, db, car.id, state);
    if (found && found.crossings.length > 0) await addCrossings(system, db, car.id, found.crossings, sameCrossingMs);
  }
  await forgetCrossings(system, db, new Date(now - keptDays * 24 * 60 * minuteMs));

  async function readRecent(car: CarRow, roles: ReturnType<typeof vehiclePoints>) {
    const from = now - lookBackMs;
    const read = await readPositions(history, roles, [roles.door], { from, to: now + minuteMs }, stopping);
    if (!read) return null;
    const { fixes } = read.track;
    const moving = fixes.filter(({ speed, time }) => (speed ?? 0) >= movingKmh && now - time <= stillDrivingMs);
    const open = openSince(read.of(roles.door));
    const driven = open === null ? [] : fixes.filter(({ speed, time }) => (speed ?? 0) >= movingKmh && time >= open);
    const bounds = boundsOf(fixes);
    const fences = bounds === null ? [] : await fencesNear(system, db, car.project_id, bounds);
    const crossings = fences.flatMap((fence) =>
      visitsOf(fixes, fenceOf(shapeOf(fence))).flatMap((visit) => [
        ...(visit.isArrivalKnown ? [{ fenceId: fence.id, kind: 'enter' as const, at: visit.from }] : []),
        ...(visit.isDepartureKnown ? [{ fenceId: fence.id, kind: 'exit' as const, at: visit.to }] : []),
      ]),
    );
    return {
      doorOpenSince: moving.length > 0 && driven.length > 0 ? new Date(driven[0]!.time) : null,
      crossings,
    };
  }
}
