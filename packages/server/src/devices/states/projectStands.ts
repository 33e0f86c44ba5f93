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

export function createProjectStands({
  db,
  clock,
  points,
  live,
  limitsOfPoint,
}: Pick<DeviceDeps, 'db' | 'clock' | 'points' | 'live' | 'limitsOfPoint'>): ProjectStandsOf {
  const kept = new Map<number, { readonly at: number; readonly devices: ReadonlyMap<number, DeviceStand> }>();

  async function look(tenant: UserTenant, projectIds: readonly number[], now: number): Promise<void> {
    const lines = await silentLines(tenant, db, projectIds);
    const silent = new Set(lines.map(({ kind, id }) => `${kind} ${id}`));
    for (const projectId of projectIds) {
      const devices = new Map<number, DeviceStand>();
      for (const point of points.ofProject(projectId)) {
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
      kept.set(projectId, { at: now, devices });
    }
  }

  return async (tenant, projectIds) => {
    const now = clock.now();
    const old = projectIds.filter((id) => !(Math.abs(now - (kept.get(id)?.at ?? Number.NEGATIVE_INFINITY)) < keptMs));
    if (old.length > 0) await look(tenant, old, now);
    const [limited, visible] = [new Set(tenant.listedProjectIds), new Set(tenant.listedDeviceIds)];
    return new Map(
      projectIds.map((projectId) => {
        const devices = [...(kept.get(projectId)?.devices ?? [])].flatMap(([id, device]) =>
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
