import { openAlarms, proveAlarms } from '../alarms/index.ts';
import { countDays } from '../analysis/index.ts';
import { makePacks } from '../compliance/index.ts';
import { settleMeters } from '../energy/index.ts';
import type { DomainEvents } from '../events.ts';
import { keepWarnings } from '../faultWarnings/index.ts';
import { createHistoryShare, openHistory } from '../history/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { installationSecret } from '../platform/db/installationSecret.ts';
import { createEvents } from '../platform/events/events.ts';
import type { Log } from '../platform/log/log.ts';
import { makeReports } from '../reports/index.ts';
import { issueCertificates } from '../transport/index.ts';

/**
 * What jobs would make of the demo's past in the first minutes of the server: settled meters, days of analysis, documents. Made
 * here, it takes memory that the server need not keep (0208), and nobody waits for a figure.
 */
export async function catchUp({ db, pool }: Database, publicUrl: string | null, clock: Clock, log: Log): Promise<void> {
  const { signal } = new AbortController();
  await using running = new AsyncDisposableStack();
  // Nobody listens yet.
  const events = createEvents<DomainEvents>(log);
  const history = openHistory({ db: pool, clock, log });
  await history.start();
  running.defer(() => history.stop());
  const alarms = openAlarms({ db, pool, clock, log, events });
  await alarms.start();
  running.defer(() => alarms.stop());
  const deps = { db, pool, clock, log, events, history, historyShare: createHistoryShare() };
  const secretKey = await installationSecret(db, 'secrets');
  const { limitsOver, usualLimitsOfPoint } = alarms;
  const steps = {
    settleMeters: () => settleMeters(deps, signal),
    proveAlarms: () => proveAlarms(deps, signal),
    countDays: () => countDays(deps, signal),
    keepWarnings: () => keepWarnings({ ...deps, db: pool, limitsOfPoint: usualLimitsOfPoint, stopping: signal }),
    issueCertificates: () => issueCertificates({ ...deps, secretKey, usualLimitsOfPoint, publicUrl }, signal),
    makePacks: () => makePacks({ ...deps, secretKey, publicUrl }, signal),
    makeReports: () => makeReports({ ...deps, limitsOver }, signal),
  };
  for (const [step, run] of Object.entries(steps)) {
    try {
      await run();
    } catch (error) {
      log.error({ err: error, step }, 'The past of the demo could not be caught up with; its job does it later');
    }
  }
}
