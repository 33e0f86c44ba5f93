import { settleMeters } from '../energy/index.ts';
import { createHistoryShare, type History, openHistory } from '../history/index.ts';
import type { Clock } from '../platform/clock.ts';
import { silentLog } from '../platform/log/log.ts';
import type { TestApplication } from './application.ts';

/** Settles all meters, as the job does. @param watched what the job sees of history; by default all of it */
export async function settleEnergy(
  { database: { db, pool } }: TestApplication,
  clock: Clock,
  watched: (history: History) => History = (history) => history,
): Promise<void> {
  const history = openHistory({ db: pool, clock, log: silentLog });
  await history.start();
  const deps = { db, clock, log: silentLog, history: watched(history), historyShare: createHistoryShare() };
  await settleMeters(deps, new AbortController().signal);
  await history.stop();
}
