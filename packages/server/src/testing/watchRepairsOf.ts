import { openHistory } from '../history/index.ts';
import type { ManualClock } from '../platform/clock.ts';
import { silentLog } from '../platform/log/log.ts';
import type { PointLimits } from '../points/index.ts';
import { watchRepairs } from '../repair/index.ts';
import type { TestApplication } from './application.ts';

/** What the server does each minute about repair orders, on everything that is stored. @param limits of each point */
export async function watchRepairsOf(
  { application, database }: TestApplication,
  clock: ManualClock,
  limits: PointLimits | null = { high: -15, highHigh: null, low: null, lowLow: null },
): Promise<void> {
  const history = openHistory({ db: database.pool, clock, log: silentLog });
  await history.start();
  await watchRepairs(
    {
      db: database.db,
      clock,
      events: application.events,
      history,
      log: silentLog,
      outbox: { available: { sms: false, voice: false, email: true, webhook: false }, wake: () => {} },
      usualLimitsOfPoint: () => limits,
    },
    new AbortController().signal,
  );
  await history.stop();
}
