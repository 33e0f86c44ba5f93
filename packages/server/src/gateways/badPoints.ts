import { qualityOf, staleAfterMs } from '@watchpost/contract';
import type { UserTenant } from '../access/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { LiveValues, PointCatalogue } from '../points/index.ts';

/**
 * Counts the visible points of a gateway without a usable value: none received, bad quality, or stale. While the gateway or the
 * slave is offline, all its points count, as on the board.
 */
export const createBadPoints =
  ({ points, live, clock }: { points: PointCatalogue; live: LiveValues; clock: Clock }) =>
  (tenant: UserTenant, gatewayId: number, away: { gateway: boolean; slaveIds: ReadonlySet<number> }): number => {
    const now = clock.now();
    const listed = new Set(tenant.listedDeviceIds);
    return points.ofGateway(gatewayId).filter(({ id, project_id, device_ids, slave_id, sampling_interval_seconds }) => {
      if (tenant.listedProjectIds.includes(project_id) && !device_ids.some((deviceId) => listed.has(deviceId)))
        return false;
      if (away.gateway || away.slaveIds.has(slave_id ?? 0)) return true;
      const reading = live.get(id);
      return (
        reading === null ||
        qualityOf(reading.quality) === 'bad' ||
        now - reading.measuredAt > staleAfterMs(sampling_interval_seconds * 1000)
      );
    }).length;
  };
