import { setImmediate as nextTurn } from 'node:timers/promises';
import { qualityOf, readingDataOf } from '@watchpost/contract';
import type { UserTenant } from '../../access/index.ts';
import { bandOf } from '../../points/index.ts';
import type { DeviceDeps } from '../deviceDeps.ts';
import { silentLines } from './store.ts';

/** How the devices of a project stand that somebody sees. Those without points are not counted. */
export interface ProjectStand {
  /** With a known value beyond its limits, in alarm or not. */
  readonly beyond: number;
  /** Of which nothing is known. */
  readonly offline: number;
  /** The newest reading, epoch ms; null: there is none. */
  readonly lastDataAt: number | null;
}

/** Stands of some of the tenant's projects. */
export type ProjectStandsOf = (
  tenant: UserTenant,
  projectIds: readonly number[],
) => Promise<ReadonlyMap<number, ProjectStand>>;

interface DeviceStand {
  isBeyond: boolean;
  isOffline: boolean;
  lastDataAt: number;
}

/** Ms: everybody who looks at a company meanwhile shares one walk over its points. */
const keptMs = 10_000;
/** Then others have their turn. */
const pointsAtOnce = 500;

export function createProjectStands({
  db,
  clock,
  points,
  live,
  limitsOfPoint,
}: Pick<DeviceDeps, 'db' | 'clock' | 'points' | 'live' | 'limitsOfPoint'>): ProjectStandsOf {
  const kept = new Map<number, { readonly at: number; readonly stands: Promise<ReadonlyMap<number, DeviceStand>> }>();

  async function standsOf(projectId: number, silent: ReadonlySet<string>, now: number) {
    const devices = new Map<number, DeviceStand>();
    let taken = 0;
    for (const point of points.ofProject(projectId)) {
      if (++taken % pointsAtOnce === 0) await nextTurn();
      if (point.device_ids.length === 0) continue;
      const reading = live.get(point.id);
      const quality = reading && qualityOf(reading.quality);
      const isSilent = silent.has(`gateway ${point.gateway_id}`) || silent.has(`slave ${point.slave_id ?? 0}`);
      const data =
        isSilent || reading === null || quality === null
          ? 'silent'
          : readingDataOf({ ...reading, quality }, point.sampling_interval_seconds * 1000, now);
      const band = data === 'known' ? bandOf(reading!.value, reading!.quality, limitsOfPoint(point.id)) : null;
      for (const id of point.device_ids) {
        const device = devices.get(id) ?? { isBeyond: false, isOffline: true, lastDataAt: 0 };
        devices.set(id, device);
        if (band !== null && band !== 'within') device.isBeyond = true;
        if (data !== 'silent') device.isOffline = false;
        device.lastDataAt = Math.max(device.lastDataAt, reading?.measuredAt ?? 0);
      }
    }
    return devices;
  }

  /** Those who ask while a walk goes on wait for the same one. */
  function walk(tenant: UserTenant, projectIds: readonly number[], now: number): void {
    const silent = silentLines(tenant, db, projectIds).then(
      (lines) => new Set(lines.map(({ kind, id }) => `${kind} ${id}`)),
    );
    for (const projectId of projectIds) {
      const stands = silent.then((lines) => standsOf(projectId, lines, now));
      const one = { at: now, stands };
      kept.set(projectId, one);
      stands.catch(() => {
        if (kept.get(projectId) === one) kept.delete(projectId);
      });
    }
  }

  return async (tenant, projectIds) => {
    const now = clock.now();
    const old = projectIds.filter((id) => !(Math.abs(now - (kept.get(id)?.at ?? Number.NEGATIVE_INFINITY)) < keptMs));
    if (old.length > 0) walk(tenant, old, now);
    const stands = await Promise.all(projectIds.map((id) => kept.get(id)!.stands));
    const [limited, visible] = [new Set(tenant.listedProjectIds), new Set(tenant.listedDeviceIds)];
    return new Map(
      projectIds.map((projectId, place) => {
        const devices = [...stands[place]!].flatMap(([id, device]) =>
          limited.has(projectId) && !visible.has(id) ? [] : [device],
        );
        const lastDataAt = Math.max(0, ...devices.map((device) => device.lastDataAt));
        return [
          projectId,
          {
            beyond: devices.filter(({ isBeyond }) => isBeyond).length,
            offline: devices.filter(({ isOffline }) => isOffline).length,
            lastDataAt: lastDataAt === 0 ? null : lastDataAt,
          },
        ] as const;
      }),
    );
  };
}
