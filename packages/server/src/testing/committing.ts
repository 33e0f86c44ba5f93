import { system } from '../access/index.ts';
import { openAlarms } from '../alarms/index.ts';
import type { DomainEvents } from '../events.ts';
import { allGateways, GatewayLinks } from '../gateways/index.ts';
import { openHistory, ReadingColumnsBuilder } from '../history/index.ts';
import { DerivedReadings } from '../ingest/deriveReadings.ts';
import { GroupCommit } from '../ingest/groupCommit.ts';
import { LateInputs } from '../ingest/LateInputs.ts';
import { noOutbox, type Outbox } from '../notifications/index.ts';
import { manualClock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { createEvents } from '../platform/events/events.ts';
import { silentLog } from '../platform/log/log.ts';
import { LiveValues, loadPointCatalogue } from '../points/index.ts';

export interface Sample {
  readonly pointId: number;
  readonly at: number;
  /** Null: no number. */
  readonly value: number | null;
  readonly quality?: number;
}

/** History, alarms, computed points and the commit as the server puts them together, without the doors that readings come through. */
export async function startCommitting(
  { db, pool, commitPool }: Database,
  now: number,
  { available = noOutbox.available }: { available?: Outbox['available'] } = {},
) {
  const clock = manualClock(now);
  const events = createEvents<DomainEvents>(silentLog);
  const history = openHistory({ db: pool, clock, log: silentLog });
  await history.start();
  const live = new LiveValues();
  live.apply(await history.latest());
  const cursorOf = (pointId: number) => {
    const reading = live.get(pointId);
    if (reading === null) return null;
    const { measuredAt, value, quality } = reading;
    const isGood = value !== null && quality < 64;
    return { lastSampleAt: measuredAt, lastGoodAt: isGood ? measuredAt : null, heldValue: isGood ? value : null };
  };
  const alarms = openAlarms({
    ...{ db, pool, clock, log: silentLog, events, cursorOf, history },
    outbox: { ...noOutbox, available },
    historyOf: (pointIds, from, to) => history.raw(pointIds, from, to),
  });
  await alarms.start();
  const links = new GatewayLinks(await allGateways(system, db), now, () => commit.wake());
  const points = await loadPointCatalogue(db);
  const derived = new DerivedReadings({ points, live, log: silentLog });
  const submit: GroupCommit['submit'] = (...readings) => commit.submit(...readings);
  const lateInputs = new LateInputs({ ...{ db, clock, log: silentLog, points, live, history, derived }, submit });
  const commit: GroupCommit = new GroupCommit({
    // Nobody has taken this database over: it is at its first epoch.
    owner: { epoch: 0 },
    ...{ pool: commitPool, clock, log: silentLog, events, history, alarms, live, links, derived, lateInputs },
  });
  commit.start();
  await lateInputs.start();
  return {
    alarms,
    clock,
    events,
    history,
    links,
    lateInputs,

    /** One message. */
    async send(samples: readonly Sample[]): Promise<void> {
      const columns = new ReadingColumnsBuilder(16);
      for (const { pointId, at, value, quality = 0 } of samples)
        columns.push(pointId, at, value ?? Number.NaN, quality);
      await commit.submit(columns.take());
    },

    async stop(): Promise<void> {
      const computed = lateInputs.stop();
      await commit.stop();
      await computed;
      await alarms.stop();
      await history.stop();
    },
  };
}
