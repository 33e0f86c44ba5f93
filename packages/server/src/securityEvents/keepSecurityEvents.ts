import { minuteMs } from '@watchpost/contract';
import { system } from '../access/index.ts';
import type { EventBus, SecurityEvent } from '../events.ts';
import type { Db } from '../platform/db/database.ts';
import type { Log } from '../platform/log/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { networkOf } from '../platform/networksOf.ts';
import { companiesConcerned } from './companiesConcerned.ts';
import { type FoldedEvent, foldEvent } from './store.ts';

/**
 * Waiting to be written, by what they are folded by. More means that the database is slower than an attack; of these only the
 * number is kept.
 */
const usualMaxWaiting = 2_000;

type CountedEvent = SecurityEvent & { count: number; lastAt: number };

/** Who runs the installation reads it: the others' accounts and companies are not known any more. */
const ofNobody = {
  kind: 'notKept',
  userId: null,
  companyId: null,
  account: '',
  subject: '',
  address: '',
  userAgent: '',
} as const;

/**
 * Keeps what may be an attack: in the list of security events, folded by minute; in the log, once a minute; in the metrics,
 * each. Reporting an event never waits.
 *
 * @param maxWaiting tests: another limit
 */
export function keepSecurityEvents({
  db,
  events,
  log,
  metrics,
  maxWaiting = usualMaxWaiting,
}: {
  db: Db;
  events: EventBus;
  log: Log;
  metrics: Metrics;
  maxWaiting?: number;
}): { stop(): Promise<void> } {
  const owner = {};
  const counter = metrics.counter('watchpost_security_events', 'What may be an attack, by kind', ['kind']);
  const notKept = metrics.counter(
    'watchpost_security_events_not_kept',
    'Security events of which only the number is kept',
  );
  let waiting = new Map<string, CountedEvent>();
  /** One event that stands for all that found no room since the last were written. */
  let withoutRoom: CountedEvent | null = null;
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
    } else {
      notKept.inc();
      withoutRoom ??= { ...ofNobody, at, lastAt: at, count: 0 };
      withoutRoom.count += 1;
      withoutRoom.lastAt = at;
    }
    write();
  };

  const write = (): void => {
    writing ??= writeAll().finally(() => {
      writing = null;
      // Reported after the last look: nobody else would write it.
      if (waiting.size > 0) write();
    });
  };

  const writeAll = async (): Promise<void> => {
    while (waiting.size > 0) {
      const batch = [...waiting.values(), ...(withoutRoom ? [withoutRoom] : [])];
      waiting = new Map();
      withoutRoom = null;
      for (const event of batch) {
        try {
          await writeOne(event);
        } catch (error) {
          log.error({ err: error, kind: event.kind }, 'A security event could not be kept');
        }
      }
    }
  };

  const writeOne = async (event: CountedEvent): Promise<void> => {
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
      while (writing) await writing;
    },
  };
}
