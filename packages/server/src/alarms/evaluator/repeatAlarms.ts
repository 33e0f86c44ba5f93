import { pushTypes } from '@watchpost/contract';
import type pg from 'pg';
import { system } from '../../access/index.ts';
import type { EventBus } from '../../events.ts';
import { enqueue, enqueueContacts, type Outbox } from '../../notifications/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/inTransaction.ts';
import type { Log } from '../../platform/log/log.ts';
import { changeOf } from '../alarmChange.ts';
import { announcementOf } from './announcementOf.ts';
import { claimRepeats, followRepeats, insertJournal } from './evaluator.store.ts';

const checkIntervalMs = 10_000;
/** Of one transaction; the rest follows in the next. */
const repeatsPerTransaction = 500;

export interface Repeats {
  start(): void;
  /** Waits for a repeat under way. */
  stop(): Promise<void>;
  /**
   * Tells people again about alarms that are active and unconfirmed and whose interval, as it is set up now, has passed. Once
   * only: claim, journal and messages are one transaction.
   */
  due(now: number): Promise<void>;
}

/** Alarms that nobody confirms are told again. */
export function createRepeats({
  pool,
  clock,
  log,
  events,
  outbox,
}: {
  pool: pg.Pool;
  clock: Clock;
  log: Log;
  events: EventBus;
  outbox: Outbox;
}): Repeats {
  let timer: NodeJS.Timeout | null = null;
  let repeating: Promise<void> = Promise.resolve();
  let fails = false;
  async function repeatQuietly(): Promise<void> {
    try {
      await due(clock.now());
      fails = false;
    } catch (error) {
      // Claims were rolled back: what is due stays due. Said once, not every ten seconds.
      if (!fails) log.error({ err: error }, 'People could not be told again about open alarms; trying on');
      fails = true;
    }
  }

  async function due(now: number): Promise<void> {
    await inTransaction(pool, (client) => followRepeats(system, client, new Date(now)));
    let claimed: number;
    do {
      const { changes, userIds, count } = await inTransaction(pool, async (client) => {
        const due = await claimRepeats(system, client, new Date(now), repeatsPerTransaction);
        const rows = due.filter(({ repeats }) => repeats);
        const announcements = rows.map((row) => {
          const text = { zh: row.sentence_zh, en: row.sentence_en };
          return announcementOf(row, {
            type: pushTypes.repeat,
            step: `repeat:${row.repeat_count}`,
            severity: row.severity,
            text,
            previouslyNotifiedOnly: false,
          });
        });
        const { userIds, alarmIds } = await enqueue(client, announcements, now);
        const called = await enqueueContacts(client, announcements, now, outbox.available);
        const told = rows.filter(({ id }) => alarmIds.has(id));
        const at = new Date(now);
        await insertJournal(
          system,
          client,
          told.map((row) => ({
            alarmId: row.id,
            at,
            kind: 'repeated' as const,
            severity: row.severity,
            value: null,
            limit: null,
            text: {
              zh: `仍未确认，第 ${row.repeat_count} 次重复通知`,
              en: `Still unacknowledged; people were notified again (repeat ${row.repeat_count})`,
            },
          })),
        );
        const changes = told.map((row) => changeOf(row, { kind: 'repeated', levels: [row.severity], at: now }));
        return { changes, userIds: [...new Set([...userIds, ...called.userIds])], count: due.length };
      });
      for (const change of changes) events.emit('alarmChanged', change);
      if (userIds.length > 0) events.emit('pushesWaiting', { userIds });
      outbox.wake();
      claimed = count;
    } while (claimed === repeatsPerTransaction);
  }

  return {
    start() {
      timer = setInterval(() => {
        repeating = repeating.then(repeatQuietly);
      }, checkIntervalMs);
      timer.unref();
    },
    async stop() {
      if (timer) clearInterval(timer);
      timer = null;
      await repeating;
    },
    due,
  };
}
