import { arrivalStayMs, dayMs, trackDays } from '@watchpost/contract';
import type { Tenant } from '../../access/index.ts';
import { readVisits } from '../cars/readTrack.wire.ts';
import type { TransportDeps } from '../deps.ts';
import type { PlannedStop } from '../waybills/stop.store.ts';
import type { WaybillRow } from '../waybills/waybill.store.ts';
import { findDestination } from './fence.store.ts';
import type { FenceShape } from './fenceShape.ts';
import { shapeOf } from './present.ts';
import type { Visit } from './visitsOf.ts';

/** A vehicle waits at its origin at most so long after its waybill was entered. */
const originMs = 2 * dayMs;
/** It may have come to its origin before the waybill was entered. */
const beforeMs = dayMs;

type MoveDeps = Pick<TransportDeps, 'db' | 'history'>;

/** Stays of the vehicle of a waybill within one fence in [from, to), by time; none without a vehicle, a fence or a position. */
async function visitsAt(
  deps: MoveDeps,
  tenant: Tenant,
  { device_id }: WaybillRow,
  fenceId: number | null,
  { from, to }: { from: number; to: number },
  signal?: AbortSignal,
): Promise<readonly Visit[]> {
  if (fenceId === null || device_id === null || to <= from) return [];
  const fence = await findDestination(tenant, deps.db, fenceId);
  if (!fence) return [];
  return (await readVisits(deps, { tenant }, device_id, [shapeOf(fence)], { from, to }, signal))?.[0] ?? [];
}

/** A stay long enough for an arrival. Where the vehicle was at its departure it did not arrive: on a round it comes back there. */
const isArrival = (visit: Visit, departed: number): boolean =>
  visit.to - visit.from >= arrivalStayMs && (visit.isArrivalKnown || visit.from - departed > arrivalStayMs);

/** The first stay of a waybill's vehicle at its destination since the departure that is long enough for an arrival; null: none yet. */
export async function arrivalVisit(
  deps: MoveDeps,
  tenant: Tenant,
  waybill: WaybillRow,
  until: number,
  signal?: AbortSignal,
): Promise<Visit | null> {
  const { departed_at, ended_at, destination_fence_id } = waybill;
  if (departed_at === null) return null;
  const from = departed_at.getTime();
  // After it was signed for the vehicle may come there again.
  const to = Math.min(until, from + trackDays * dayMs, ended_at === null ? until : ended_at.getTime() + arrivalStayMs);
  const visits = await visitsAt(deps, tenant, waybill, destination_fence_id, { from, to }, signal);
  return visits.find((visit) => isArrival(visit, from)) ?? null;
}

/**
 * The stay at each planned stop with a geofence that is long enough for an arrival, since the departure; null: none. Two stops at one
 * geofence take its stays one after the other; the order of different ones is the driver's.
 */
export async function stopVisits(
  deps: MoveDeps,
  tenant: Tenant,
  { departed_at, arrived_at, ended_at, device_id, stops }: WaybillRow,
  until: number,
  signal?: AbortSignal,
): Promise<{ stop: PlannedStop & { readonly geofence_id: number }; visit: Visit | null }[]> {
  const fenced = stops.flatMap((stop) =>
    stop.geofence_id === null ? [] : [{ ...stop, geofence_id: stop.geofence_id }],
  );
  const from = departed_at?.getTime() ?? until;
  const to = Math.min(until, (arrived_at ?? ended_at)?.getTime() ?? until, from + trackDays * dayMs);
  if (device_id === null || to <= from) return [];
  const shapes = new Map<number, FenceShape>();
  for (const { geofence_id } of fenced) {
    const fence = await findDestination(tenant, deps.db, geofence_id);
    if (fence) shapes.set(geofence_id, shapeOf(fence));
  }
  const read = await readVisits(deps, { tenant }, device_id, [...shapes.values()], { from, to }, signal);
  if (read === null) return [];
  const stays = new Map([...shapes.keys()].map((id, i) => [id, read[i]!.filter((visit) => isArrival(visit, from))]));
  return fenced.map((stop) => ({ stop, visit: stays.get(stop.geofence_id)?.shift() ?? null }));
}

/**
 * When the vehicle of a waybill that has not departed left its origin for the last time, epoch ms; null: it is there, was never, or left
 * before the waybill was entered.
 */
export async function departureFrom(
  deps: MoveDeps,
  tenant: Tenant,
  waybill: WaybillRow,
  until: number,
  signal?: AbortSignal,
): Promise<number | null> {
  const entered = waybill.created_at.getTime();
  const from = Math.max(entered - beforeMs, until - originMs);
  const visits = await visitsAt(deps, tenant, waybill, waybill.origin_fence_id, { from, to: until }, signal);
  const last = visits.at(-1);
  return last?.isDepartureKnown && last.to >= entered ? last.to : null;
}

/** So far from a time that was taken by itself late positions move it, ms; farther off it is another stay. */
const sameStayMs = 30 * 60_000;

/** The departure that was taken by itself, as the positions that came since say; null: they say nothing of it. It is before the arrival. */
export async function departureAgain(
  deps: MoveDeps,
  tenant: Tenant,
  waybill: WaybillRow & { departed_at: Date },
  signal?: AbortSignal,
): Promise<number | null> {
  const was = waybill.departed_at.getTime();
  const arrived = waybill.arrived_at?.getTime() ?? Number.POSITIVE_INFINITY;
  const range = { from: was - beforeMs, to: was + 2 * sameStayMs };
  const exits = (await visitsAt(deps, tenant, waybill, waybill.origin_fence_id, range, signal)).filter(
    ({ to, isDepartureKnown }) => isDepartureKnown && to <= arrived && Math.abs(to - was) <= sameStayMs,
  );
  const nearest = exits.sort((a, b) => Math.abs(a.to - was) - Math.abs(b.to - was))[0];
  return nearest?.to ?? null;
}
