import { system } from '../../access/index.ts';
import { type Outbox, sendPlain } from '../../notifications/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { clientOf } from '../../platform/db/clientOf.ts';
import type { Db } from '../../platform/db/database.ts';
import { lockUnsentPiles, markPilesSent } from './message.store.ts';

/** At most one mail a person in so many minutes; what came meanwhile goes with the next. */
const quietMinutes = 5;
/** Read at once: what is more comes a minute later, unless it is of people who sleep. */
const maxPiles = 500;
const subject = { zh: '维保与调试', en: 'Maintenance and commissioning' };

/** Mails what people were told of visits, contracts and commissioning orders. Who has quiet hours is mailed after them. */
export async function sendWorkMessages({
  db,
  clock,
  outbox,
}: {
  readonly db: Db;
  readonly clock: Clock;
  readonly outbox: Pick<Outbox, 'available' | 'wake'>;
}): Promise<void> {
  const isSent = await db.transaction().execute(async (transaction) => {
    const at = new Date(clock.now());
    const asleep: number[] = [];
    let sends = false;
    // As long as some of those read wait for the end of their quiet hours: they hold up nobody.
    for (let full = true; full; ) {
      const piles = await lockUnsentPiles(system, transaction, { at, quietMinutes, asleep, limit: maxPiles });
      const outcomes = await sendPlain(
        clientOf(transaction),
        piles.map(({ user_id, texts_zh, texts_en, time_zone }) => ({
          userId: user_id,
          channel: 'email' as const,
          about: 'maintenance',
          subject,
          lines: texts_zh.map((zh, place) => ({ zh, en: texts_en[place]! })),
          timeZone: time_zone,
        })),
        at.getTime(),
        outbox.available,
      );
      const [waiting, settled] = [true, false].map((waits) =>
        piles.filter((_, place) => 'wait' in outcomes[place]! === waits),
      ) as [typeof piles, typeof piles];
      await markPilesSent(
        system,
        transaction,
        settled.flatMap(({ ids }) => ids),
        at,
      );
      asleep.push(...waiting.map(({ user_id }) => user_id));
      sends ||= outcomes.some((outcome) => 'messageId' in outcome);
      full = piles.length === maxPiles && waiting.length > 0;
    }
    return sends;
  });
  if (isSent) outbox.wake();
}
