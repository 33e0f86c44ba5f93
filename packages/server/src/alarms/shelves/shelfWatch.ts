import { type Bilingual, pushTypes } from '@watchpost/contract';
import type pg from 'pg';
import { system } from '../../access/index.ts';
import type { EventBus } from '../../events.ts';
import { insertAnnouncements, isNotified, liveLevels } from '../../notifications/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/inTransaction.ts';
import type { Log } from '../../platform/log/log.ts';
import { changeOf } from '../alarmChange.ts';
import { announcementOf } from '../evaluator/announcementOf.ts';
import { endOverShelves, insertTurns, readShelfWords, turnAlarms } from './hiding.store.ts';
import { shownText } from './shelfText.ts';
import { shelvesOf, turnEntries } from './turnEntries.ts';

const checkIntervalMs = 10_000;

export interface ShelfWatch {
  start(): void;
  /** Waits for a look under way. */
  stop(): Promise<void>;
  /** After a shelf was made or ended; else it happens by itself within ten seconds. */
  look(): Promise<void>;
}

/**
 * Hides alarms while something says so, and shows them again when its time is over: those that are still active and unconfirmed
 * are told to people once, as if they had just been raised. A restart in between loses nothing: what is due is looked at, not timed.
 */
export function createShelfWatch({
  pool,
  clock,
  log,
  events,
  announced,
}: {
  pool: pg.Pool;
  clock: Clock;
  log: Log;
  events: EventBus;
  /** Announcements wait. */
  announced: () => void;
}): ShelfWatch {
  let timer: NodeJS.Timeout | null = null;
  let looking: Promise<void> = Promise.resolve();
  let fails = false;

  async function lookNow(): Promise<void> {
    const now = clock.now();
    const at = new Date(now);
    const { turned, announcements } = await inTransaction(pool, async (client) => {
      await endOverShelves(system, client, at);
      const turned = await turnAlarms(system, client, at);
      const shelves = await readShelfWords(system, client, shelvesOf(turned));
      await insertTurns(system, client, turnEntries(turned, shelves, 'shelf'), at);
      const announcements = turned
        .filter((row) => row.hidden_by === null && row.is_unanswered && isNotified(row.severity))
        .map((row) => {
          const shelf = shelves.get(row.was ?? 0);
          const why: Bilingual = shelf ? shownText(shelf) : { zh: '重新显示', en: 'Shown again' };
          return announcementOf(row, {
            type: pushTypes.trigger,
            // The moment is part of the key: the same alarm may be hidden and come back several times.
            step: `shown:${row.was}:${now}`,
            severity: row.severity,
            text: { zh: `${why.zh}，仍在报警：${row.sentence_zh}`, en: `${why.en}; still active: ${row.sentence_en}` },
            previouslyNotifiedOnly: false,
          });
        });
      await insertAnnouncements(system, client, announcements, at);
      return { turned, announcements };
    });
    for (const row of turned) {
      const kind = row.hidden_by === null ? 'shown' : 'hidden';
      events.emit('alarmChanged', changeOf(row, { kind, levels: liveLevels(row), at: now }));
    }
    if (announcements.length > 0) announced();
  }

  /** One after the other: two at once would tell people twice. */
  function look(): Promise<void> {
    const done = looking.then(lookNow);
    looking = done.catch(() => undefined);
    return done;
  }

  async function lookQuietly(): Promise<void> {
    try {
      await look();
      fails = false;
    } catch (error) {
      // Rolled back: what is due stays due. Said once, not every ten seconds.
      if (!fails) log.error({ err: error }, 'Hidden alarms could not be looked at; trying on');
      fails = true;
    }
  }

  return {
    start() {
      timer = setInterval(() => void lookQuietly(), checkIntervalMs);
      timer.unref();
    },
    async stop() {
      if (timer) clearInterval(timer);
      timer = null;
      await looking;
    },
    look,
  };
}
