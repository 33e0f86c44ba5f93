import { system } from '../access/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { identityProvenAt, needsNoProof } from './session.store.ts';

/** How long a password or code given again is good for dangerous actions: a handful of them in a row, not a forgotten screen. */
export const provenIdentityMs = 5 * 60_000;

/** Whether the company excuses this sign-in from proofs: a client that was written by the specification cannot ask for one. */
export const createNeedsNoProof =
  (db: Db) =>
  (sessionId: string, companyId: number): Promise<boolean> =>
    needsNoProof(system, db, sessionId, companyId);

/** Whether the person behind this sign-in has proven their identity within the last minutes. */
export const createHasProvenIdentity =
  (db: Db, clock: Clock) =>
  async (sessionId: string): Promise<boolean> => {
    const at = await identityProvenAt(system, db, sessionId);
    return at !== null && clock.now() - at.getTime() <= provenIdentityMs;
  };
