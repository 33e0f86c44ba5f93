import { minuteMs } from '@watchpost/contract';
import { system } from '../access/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { CountMinute } from '../platform/http/brakeFloods.ts';
import { networkHolders } from '../platform/Shares.ts';
import { takeOfMinute } from './requestMinute.store.ts';

/** Counts requests of public calls in the database, so that a restart or a second process does not raise the limit. */
export const createCountMinute =
  ({ db, clock }: { db: Db; clock: Clock }): CountMinute =>
  async (call, address, perMinute) => {
    const now = clock.now();
    const minute = Math.floor(now / minuteMs);
    const limits = networkHolders(address, perMinute).map(({ name, max }) => ({ key: `${call}@${name}`, max }));
    return (await takeOfMinute(system, db, minute, limits)) ? null : (minute + 1) * minuteMs - now;
  };
