import { type DataState, qualityOf, readingDataOf } from '@watchpost/contract';
import type { Tenant } from '../../access/index.ts';
import type { DeviceDeps } from '../deviceDeps.ts';
import { openAlarms, silentLines } from './store.ts';

/** How a device stands, by the rule of the contract's `dataStateOf`; for the status an open alarm counts before silence. */
export interface DeviceState {
  /** 0 offline, 1 online, 2 in alarm. */
  readonly status: 0 | 1 | 2;
  readonly dataState: DataState;
  readonly alarmLevel: number | null;
  readonly alarmCount: number;
}

export interface DeviceStates {
  of(deviceId: number): DeviceState;
  /** Points from which nothing arrives. */
  readonly silentPoints: ReadonlySet<number>;
  /** Points that answer, and the value means nothing. */
  readonly badPoints: ReadonlySet<number>;
  /** Points with an open alarm that the tenant may see. */
  readonly alarmingPoints: ReadonlySet<number>;
}

/**
 * How all devices of some projects stand now. Reads of the database only which lines are silent and which alarms are open; the
 * rest is in memory, so that a whole company costs no more than walking over its points.
 */
export async function deviceStates(
  { db, points, live, clock }: Pick<DeviceDeps, 'db' | 'points' | 'live' | 'clock'>,
  tenant: Tenant,
  projectIds: readonly number[],
): Promise<DeviceStates> {
  const now = clock.now();
  const [lines, alarms] = await Promise.all([silentLines(tenant, db, projectIds), openAlarms(tenant, db, projectIds)]);
  const silentGateways = new Set(lines.filter(({ kind }) => kind === 'gateway').map(({ id }) => id));
  const silentSlaves = new Set(lines.filter(({ kind }) => kind === 'slave').map(({ id }) => id));
  const wanted = new Set(projectIds);
  const silentPoints = new Set<number>();
  const badPoints = new Set<number>();
  /** Bit 0: some point is not silent; bit 1: some point is not known. No entry: it has no points. */
  const known = new Map<number, number>();
  for (const point of points.all()) {
    if (!wanted.has(point.project_id)) continue;
    const reading = live.get(point.id);
    const answers = !silentGateways.has(point.gateway_id) && !silentSlaves.has(point.slave_id ?? 0);
    const data = answers
      ? readingDataOf(
          reading && { ...reading, quality: qualityOf(reading.quality) },
          point.sampling_interval_seconds * 1000,
          now,
        )
      : 'silent';
    if (data === 'silent') silentPoints.add(point.id);
    if (data === 'bad') badPoints.add(point.id);
    const bits = (data === 'silent' ? 0 : 1) | (data === 'known' ? 0 : 2);
    for (const deviceId of point.device_ids) known.set(deviceId, (known.get(deviceId) ?? 0) | bits);
  }
  const alarmsOf = new Map<number, { level: number; count: number }>();
  for (const { device_ids, severity } of alarms) {
    for (const deviceId of device_ids) {
      const before = alarmsOf.get(deviceId);
      alarmsOf.set(deviceId, {
        level: Math.min(severity, before?.level ?? severity),
        count: (before?.count ?? 0) + 1,
      });
    }
  }
  return {
    silentPoints,
    badPoints,
    alarmingPoints: new Set(alarms.flatMap(({ point_id }) => (point_id === null ? [] : [point_id]))),
    of(deviceId) {
      const alarm = alarmsOf.get(deviceId);
      const bits = known.get(deviceId) ?? 0;
      const isOnline = (bits & 1) !== 0;
      return {
        status: alarm ? 2 : isOnline ? 1 : 0,
        dataState: !isOnline ? 'offline' : (bits & 2) !== 0 ? 'incomplete' : 'complete',
        alarmLevel: alarm?.level ?? null,
        alarmCount: alarm?.count ?? 0,
      };
    },
  };
}

export interface StatusTotals {
  total: number;
  online: number;
  offline: number;
  alarm: number;
  /** A part of them is not known, whatever their status. */
  incomplete: number;
}

export const noDevices = (): StatusTotals => ({ total: 0, online: 0, offline: 0, alarm: 0, incomplete: 0 });

/** Counts one more device. */
export function count(totals: StatusTotals, { status, dataState }: DeviceState): void {
  totals.total += 1;
  if (status === 0) totals.offline += 1;
  if (status === 1) totals.online += 1;
  if (status === 2) totals.alarm += 1;
  if (dataState === 'incomplete') totals.incomplete += 1;
}
