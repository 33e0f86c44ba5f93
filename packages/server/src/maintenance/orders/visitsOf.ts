import type { Caller } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { findDueVisits } from './order.store.ts';
import { visitViewer } from './visitViewer.ts';

/** Visits of projects since a moment that the caller sees in the list of visits, the newest first. */
export const visitsOf = (
  caller: Caller,
  db: DbOrTransaction,
  projectIds: readonly number[],
  since: Date,
  now: Date,
): ReturnType<typeof findDueVisits> => findDueVisits(visitViewer(caller), db, projectIds, since, now);
