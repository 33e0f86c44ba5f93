import type pg from 'pg';
import { type SystemTenant, system } from '../access/index.ts';
import type { DomainEvents, EventBus } from '../events.ts';
import type { Clock } from '../platform/clock.ts';
import { inTransaction } from '../platform/db/inTransaction.ts';
import type { Log } from '../platform/log/log.ts';
import { enqueue } from './enqueue.ts';
import type { Outbox } from './outbox/createOutbox.ts';
import { enqueueContacts, type LadderStep } from './outbox/enqueueContacts.ts';
import { type Client, oldestAnnouncement, takeAnnouncements } from './store.ts';

/** Of one transaction: 2,000 messages with ten people each, some 0.2 s. The next one finds the pool free in between. */
const announcementsPerTransaction = 200;
const retryMs = 5_000;
/** How often due escalation steps are looked for. */
const escalationLookMs = 1_000;

export interface AnnouncementDelivery {
  /** Announcements wait, now or from before a restart; returns at once. */
  wake(): void;
  /** When the oldest that waits was written, epoch ms; null: nothing waits. */
  oldestAt(): number | null;
  /** When nothing waits any more, or the database does not answer. */
  settled(): Promise<void>;
  /** Ends after the transaction under way; what waits is told after the next start. */
  stop(): Promise<void>;
}

/**
 * Turns announcements into one message a person and tells the people. An announcement and its messages change places in one
 * transaction, one after the other, so that nothing is lost, doubled or told in another order, whenever the process ends.
 */
export function createAnnouncementDelivery({
  pool,
  clock,
  log,
  events,
  announcedNow,
  escalated,
  outbox,
}: {
  pool: pg.Pool;
  clock: Clock;
  log: Log;
  events: EventBus;
  /** Those of the alarms that are told now: what people hid comes back with an announcement of its own. */
  announcedNow: (tenant: SystemTenant, client: Client, alarmIds: readonly number[]) => Promise<ReadonlySet<number>>;
  /** Records, with the notifications, which later escalation steps were due. @returns what browsers hear of it */
  escalated: (
    tenant: SystemTenant,
    client: Client,
    steps: readonly LadderStep[],
    at: Date,
  ) => Promise<readonly DomainEvents['alarmChanged'][]>;
  outbox: Outbox;
}): AnnouncementDelivery {
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;
  let retry: NodeJS.Timeout | null = null;
  let fails = false;
  let oldestAt: number | null = null;
  let escalationTimer: NodeJS.Timeout | null = null;

  function wake(): void {
    if (stopped) return;
    oldestAt ??= clock.now();
    look();
    escalationTimer ??= setInterval(look, escalationLookMs).unref();
  }

  function look(): void {
    again = true;
    running ??= deliver();
  }

  async function deliver(): Promise<void> {
    while (again && !stopped) {
      again = false;
      try {
        const { mayBeMore, waitsSince } = await deliverSome();
        if (mayBeMore) again = true;
        fails = false;
        oldestAt = waitsSince?.getTime() ?? (again ? clock.now() : null);
      } catch (error) {
        // Rolled back: the announcements wait where they were. Said once, not at every attempt.
        if (!fails) log.error({ err: error }, 'People could not be told about alarms; trying on');
        fails = true;
        again = false;
        retry ??= setTimeout(() => {
          retry = null;
          wake();
        }, retryMs).unref();
      }
    }
    // In the same breath as the last look at `again`: a microtask later, what woke us in between would wait for nobody.
    running = null;
  }

  /** Tells of the oldest announcements. @returns since when others wait, and whether more can be taken at once */
  async function deliverSome(): Promise<{ mayBeMore: boolean; waitsSince: Date | null }> {
    const { taken, waitsSince, userIds, changes } = await inTransaction(pool, async (client) => {
      const now = clock.now();
      const items = await takeAnnouncements(system, client, announcementsPerTransaction, new Date(now));
      // Kept when this fails: after a restart only the database knows how long it has been so.
      if (items[0]) oldestAt = items[0].createdAt.getTime();
      const told = await announcedNow(
        system,
        client,
        items.map(({ alarmId }) => alarmId),
      );
      // An alarm that was suppressed after its first notification still gets its all-clear.
      const wanted = items.filter(({ alarmId, previouslyNotifiedOnly }) => told.has(alarmId) || previouslyNotifiedOnly);
      // Later escalation steps are for contacts alone: screens have shown the alarm already.
      const first = wanted.filter(({ ladderStep = 0 }) => ladderStep === 0);
      const { userIds } = await enqueue(client, first, now);
      const called = await enqueueContacts(client, wanted, now, outbox.available);
      const changes = await escalated(system, client, called.steps, new Date(now));
      // Not that nothing was taken: what another session has locked waits as well.
      const waitsSince = await oldestAnnouncement(system, client, new Date(now));
      return { taken: items.length, waitsSince, changes, userIds: [...new Set([...userIds, ...called.userIds])] };
    });
    if (taken > 0) outbox.wake();
    for (const change of changes) events.emit('alarmChanged', change);
    if (userIds.length > 0) events.emit('pushesWaiting', { userIds });
    return { mayBeMore: taken === announcementsPerTransaction, waitsSince };
  }

  return {
    wake,
    oldestAt: () => oldestAt,
    async settled() {
      while (running) await running;
    },
    async stop() {
      stopped = true;
      if (retry) clearTimeout(retry);
      if (escalationTimer) clearInterval(escalationTimer);
      await running;
    },
  };
}
