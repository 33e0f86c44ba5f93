import { system } from '../../access/index.ts';
import { type CardProvider, maxCardsAtOnce } from '../../platform/cards/cardProvider.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { cardsToRead, writeUsage } from './card.store.ts';

/** Carriers count by the hour at best, and some charge for questions. */
const staleMs = 3_600_000;
/** One round: twenty questions of a hundred cards. */
const questionsARound = 20;

/** Asks the carrier about the cards it was not asked about for long. Does nothing where none is configured. */
export async function readCards({
  db,
  clock,
  log,
  cards,
}: {
  db: Db;
  clock: Clock;
  log: Log;
  cards: CardProvider | null;
}): Promise<void> {
  if (cards === null) return;
  for (let turn = 0; turn < questionsARound; turn++) {
    const asked = await cardsToRead(system, db, new Date(clock.now() - staleMs), maxCardsAtOnce);
    if (asked.length === 0) return;
    try {
      await writeUsage(system, db, asked, await cards.usageOf(asked), new Date(clock.now()));
    } catch (error) {
      log.warn({ err: error, cards: asked.length }, 'The carrier of the communication cards did not answer');
      return;
    }
  }
}
