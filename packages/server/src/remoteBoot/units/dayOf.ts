import { localOfEpoch } from '../../platform/zonedTime.ts';
import type { UnitRow } from './unit.store.ts';

/** The day where the unit stands, `YYYY-MM-DD`; of one without a project in UTC. */
export const dayOf = ({ time_zone }: Pick<UnitRow, 'time_zone'>, now: number): string =>
  localOfEpoch(now, time_zone ?? 'UTC').slice(0, 10);
