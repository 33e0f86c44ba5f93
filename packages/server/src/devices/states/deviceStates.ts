import { type DataState, qualityOf, readingDataOf } from '@watchpost/contract';
import type { Tenant } from '../../access/index.ts';
import type { PointFacts } from '../../points/index.ts';
import type { DeviceDeps } from '../deviceDeps.ts';
import { type OpenAlarm, openAlarms, type SilentLine, silentAmong, silentLines } from './store.ts';

/** The alarm level that is kept and shown to nobody as an alarm. */
const recordOnly = 4;

/** How a device stands, by the rule of the contract's `dataStateOf`; for the status an open alarm counts before silence. */
export interface DeviceState {
  /** 0 offline, 1 online, 2 in alarm. */
  readonly status: 0 | 1 | 2;
  readonly dataState: DataState;
  /** Of a device that is offline: when the last of it fell silent, ms since the epoch (0: it was never heard); else null. */
  readonly offlineSince: number | null;
  readonly alarmLevel: number | null;
  readonly alarmCount: number;
}

export interface DeviceStates {
  of(deviceId: number): DeviceState;
  /** Whether what is in memory knows the point already. */
  knows(pointId: number): boolean;
  /** Points from which nothing arrives. */
  readonly silentPoints: ReadonlySet<number>;
  /** Points that answer, and the value means nothing. */
  readonly badPoints: ReadonlySet<number>;
  /** Points with an open alarm that the tenant may see. */
  readonly alarmingPoints: ReadonlySet<number>;
}

/** Which points count where only some of the states are asked for: those of a page, and all points of a device or none. */
type ConcernedPoint = (point: { readonly id: number; readonly device_ids: readonly number[] }) => boolean;

/** All points of these devices. */
export const ofDevices = (deviceIds: Iterable<number>): ConcernedPoint => {
  const wanted = new Set(deviceIds);
  return ({ device_ids }) => device_ids.some((id) => wanted.has(id));
};

/**
 * How all devices of some projects stand now. Reads of the database only which lines are silent and which alarms are open; the
 * rest is in memory, so that a whole company costs no more than walking over its points.
 */
export async function deviceStates(
  { db, points, live, clock }: Pick<DeviceDeps, 'db' | 'points' | 'live' | 'clock'>,
  tenant: Tenant,
  projectIds: readonly number[],
  only?: ConcernedPoint,
): Promise<DeviceStates> {
  const all = projectIds.flatMap((id) => points.ofProject(id));
  const concerned = only ? all.filter(only) : all;
  const [lines, open] = await Promise.all([
    only ? silentAmong(tenant, db, concerned) : silentLines(tenant, db, projectIds),
    openAlarms(tenant, db, projectIds),
  ]);
  return statesOf({ now: clock.now(), points, concerned, live, lines, open });
}

/** What is known of a moment: of now, or of one in the past. */
interface KnownOfMoment {
  /** Epoch ms. */
  readonly now: number;
  readonly points: DeviceDeps['points'];
  readonly concerned: readonly PointFacts[];
  readonly live: Pick<DeviceDeps['live'], 'get'>;
  /** Gateways and slaves that do not answer. */
  readonly lines: readonly SilentLine[];
  readonly open: readonly OpenAlarm[];
}

/** How devices stand by what is known of a moment. */
export function statesOf({ now, points, concerned, live, lines, open }: KnownOfMoment): DeviceStates {
  // What is for the record only asks nobody to look; boards say the same.
  const alarms = open.filter(({ severity }) => severity !== recordOnly);
  const silentSince = (kind: 'gateway' | 'slave') =>
    new Map(lines.flatMap((line) => (line.kind === kind ? [[line.id, line.silent_since.getTime()]] : [])));
  const gateways = silentSince('gateway');
  const slaves = silentSince('slave');
  const silentPoints = new Set<number>();
  const badPoints = new Set<number>();
  /** No entry: it has no points. */
  const known = new Map<number, { some: boolean; all: boolean; silentSince: number }>();
  for (const point of concerned) {
    const reading = live.get(point.id);
    // A gateway that is away counts before its slaves, of which nothing is known then.
    const lineSilentSince = gateways.get(point.gateway_id) ?? slaves.get(point.slave_id ?? 0);
    const data =
      lineSilentSince === undefined
        ? readingDataOf(
            reading && { ...reading, quality: qualityOf(reading.quality) },
            point.sampling_interval_seconds * 1000,
            now,
          )
        : 'silent';
    if (data === 'silent') silentPoints.add(point.id);
    if (data === 'bad') badPoints.add(point.id);
    for (const deviceId of point.device_ids) {
      const device = known.get(deviceId) ?? { some: false, all: true, silentSince: 0 };
      known.set(deviceId, device);
      if (data !== 'known') device.all = false;
      if (data !== 'silent') device.some = true;
      else device.silentSince = Math.max(device.silentSince, lineSilentSince ?? reading?.measuredAt ?? 0);
    }
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
    knows: (pointId) => points.get(pointId) !== undefined,
    silentPoints,
    badPoints,
    alarmingPoints: new Set(alarms.flatMap(({ point_id }) => (point_id === null ? [] : [point_id]))),
    of(deviceId) {
      const alarm = alarmsOf.get(deviceId);
      const data = known.get(deviceId);
      const isOnline = data?.some ?? false;
      return {
        status: alarm ? 2 : isOnline ? 1 : 0,
        dataState: !isOnline ? 'offline' : data?.all ? 'complete' : 'incomplete',
        offlineSince: isOnline ? null : (data?.silentSince ?? 0),
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
  /** Devices of any status with a part unknown. */
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
