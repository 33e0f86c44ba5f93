import { qualityOf, staleAfterMs } from '@watchpost/contract';
import type { Clock } from '../platform/clock.ts';
import type { LiveValues, PointCatalogue } from '../points/index.ts';

/** Of how many points of a gateway nobody knows the value now: there is none, it is bad, or older than it may be. */
export const createBadPoints =
  ({ points, live, clock }: { points: PointCatalogue; live: LiveValues; clock: Clock }) =>
  (gatewayId: number): number => {
    const now = clock.now();
    return points.ofGateway(gatewayId).filter(({ id, sampling_interval_seconds }) => {
      const reading = live.get(id);
      return (
        reading === null ||
        qualityOf(reading.quality) === 'bad' ||
        now - reading.measuredAt > staleAfterMs(sampling_interval_seconds * 1000)
      );
    }).length;
  };
