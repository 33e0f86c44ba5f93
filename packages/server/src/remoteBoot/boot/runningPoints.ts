import { qualityOf } from '@watchpost/contract';
import type { CompanyTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import type { WatchDeps } from '../deps.ts';
import { watchPointsOf } from './boot.store.ts';

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

/** Run states of a device that are on now. As its unit is released they are kept: such a state shows no start before it was off. */
export const runningPointsOf = async (
  deps: Pick<WatchDeps, 'live'>,
  tenant: CompanyTenant,
  db: DbOrTransaction,
  deviceId: number | null,
): Promise<number[]> =>
  deviceId === null
    ? []
    : (await runStatesOf(deps, tenant, db, deviceId)).filter(({ isOn }) => isOn).map(({ id }) => id);
