import { system } from '../access/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { identityProvenAt } from './session.store.ts';

/** How long a password or code given again is good for dangerous actions: a handful of them in a row, not a forgotten screen. */
export const provenIdentityMs = 5 * 60_000;

/** Whether whoever signed in here has proven within the last minutes that it is he. */
export const createHasProvenIdentity =
  (db: Db, clock: Clock) =>
  async (sessionId: string): Promise<boolean> => {
    const at = await identityProvenAt(system, db, sessionId);
    return at !== null && clock.now() - at.getTime() <= provenIdentityMs;
  };
