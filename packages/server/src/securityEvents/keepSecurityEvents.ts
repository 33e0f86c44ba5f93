import { system } from '../access/index.ts';
import type { EventBus, SecurityEvent } from '../events.ts';
import type { Db } from '../platform/db/database.ts';
import type { Log } from '../platform/log/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { networkOf } from '../platform/networksOf.ts';
import { companiesConcerned } from './companiesConcerned.ts';
import { type FoldedEvent, foldEvent } from './store.ts';

const minuteMs = 60_000;
/** Waiting to be written, by what they are folded by. More means that the database is slower than an attack. */
const maxWaiting = 2_000;

/**
 * Keeps what may be an attack: in the list of security events, folded by minute; in the log, once a minute; in the metrics,
 * each. Reporting an event never waits.
 */
export function keepSecurityEvents({
  db,
  events,
  log,
  metrics,
}: {
  db: Db;
  events: EventBus;
  log: Log;
  metrics: Metrics;
}): { stop(): Promise<void> } {
  const owner = {};
  const counter = metrics.counter('watchpost_security_events', 'What may be an attack, by kind', ['kind']);
  let waiting = new Map<string, SecurityEvent & { count: number; lastAt: number }>();
  let writing: Promise<void> | null = null;

  const take = (event: SecurityEvent): void => {
    counter.inc({ kind: event.kind });
    const { kind, userId, companyId, account, subject, at } = event;
    const minute = Math.floor(at / minuteMs);
    const key = JSON.stringify([kind, userId, companyId, account, subject, networkOf(event.address), minute]);
    const before = waiting.get(key);
    if (before) {
      before.count += 1;
      before.lastAt = at;
    } else if (waiting.size < maxWaiting) {
      waiting.set(key, { ...event, count: 1, lastAt: at });
    }
    writing ??= writeAll().finally(() => {
      writing = null;
    });
  };

  const writeAll = async (): Promise<void> => {
    while (waiting.size > 0) {
      const batch = waiting;
      waiting = new Map();
      for (const event of batch.values()) {
        try {
          await write(event);
        } catch (error) {
          log.error({ err: error, kind: event.kind }, 'A security event could not be kept');
        }
      }
    }
  };

  const write = async (event: SecurityEvent & { count: number; lastAt: number }): Promise<void> => {
    const { kind, userId, account, subject, userAgent, count } = event;
    const network = networkOf(event.address);
    for (const companyId of await companiesConcerned(db, event)) {
      const row: FoldedEvent = {
        companyId,
        minute: new Date(Math.floor(event.at / minuteMs) * minuteMs),
        kind,
        userId,
        account,
        subject,
        network,
        userAgent,
        count,
        firstAt: new Date(event.at),
        lastAt: new Date(event.lastAt),
      };
      const isNew = await db.transaction().execute((transaction) => foldEvent(system, transaction, row));
      if (isNew) log.warn({ kind, companyId, userId, account, subject, network }, 'Security event');
    }
  };

  events.on(owner, 'securityEvent', take);
  return {
    async stop() {
      events.removeOwner(owner);
      await writing;
    },
  };
}
