import { qualityOf, staleAfterMs } from '@watchpost/contract';
import type { CompanyTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import type { WatchDeps } from '../deps.ts';
import { type WatchPoint, watchPointsOf } from './boot.store.ts';

export interface RunState {
  readonly id: number;
  readonly isOn: boolean;
  /** Epoch ms. */
  readonly measuredAt: number;
}

/** The run states of a device that have a good reading. */
export async function runStatesOf(
  { live }: Pick<WatchDeps, 'live'>,
  tenant: Parameters<typeof watchPointsOf>[0],
  db: DbOrTransaction,
  deviceId: number,
): Promise<RunState[]> {
  const points = await watchPointsOf(tenant, db, deviceId);
  return points
    .filter(({ kind }) => kind === 'run')
    .flatMap(({ id }) => {
      const reading = live.get(id);
      return reading && reading.value !== null && qualityOf(reading.quality) !== 'bad'
        ? [{ id, isOn: reading.value !== 0, measuredAt: reading.measuredAt }]
        : [];
    });
}

/**
 * Run states of a device that are not known to be off now: those that are on, and those without a good reading that is fresh. As its unit
 * is released they are kept: such a state shows no start before it was off.
 */
export async function runningPointsOf(
  { live, clock }: Pick<WatchDeps, 'live' | 'clock'>,
  tenant: CompanyTenant,
  db: DbOrTransaction,
  deviceId: number | null,
): Promise<number[]> {
  if (deviceId === null) return [];
  const now = clock.now();
  const isOff = ({ id, sampling_interval_seconds }: WatchPoint): boolean => {
    const reading = live.get(id);
    return (
      reading?.value === 0 &&
      qualityOf(reading.quality) !== 'bad' &&
      now - reading.measuredAt <= staleAfterMs(sampling_interval_seconds * 1000)
    );
  };
  const points = await watchPointsOf(tenant, db, deviceId);
  return points.filter((point) => point.kind === 'run' && !isOff(point)).map(({ id }) => id);
}
