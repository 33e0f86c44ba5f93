import { type Bilingual, dayMs, type EventTypeName, eventTypes } from '@watchpost/contract';
import type pg from 'pg';
import { system } from '../access/index.ts';
import { type Outbox, sendPlain } from '../notifications/index.ts';
import type { Clock } from '../platform/clock.ts';
import { inTransaction } from '../platform/db/inTransaction.ts';
import { localOfEpoch } from '../platform/zonedTime.ts';
import { deleteOldEvents, keepEvents, type Owed, readOwed, settleWaiting, writeTold } from './observe.store.ts';

/** Read at once: what is more comes a minute later, unless it is of people who sleep. */
const maxOwed = 2_000;
const keptDays = 400;

/**
 * Looks what is wrong with the platform's own equipment and work, keeps it as events, and tells the people of the notices: what
 * came together goes in one message a person and way. All in one transaction, so that nothing is told twice or forgotten.
 */
export async function watchEvents({
  pool,
  clock,
  outbox,
}: {
  pool: pg.Pool;
  clock: Clock;
  outbox: Pick<Outbox, 'available' | 'wake'>;
}): Promise<void> {
  const sent = await inTransaction(pool, async (client) => {
    const at = new Date(clock.now());
    await keepEvents(system, client, at);
    await deleteOldEvents(system, client, new Date(at.getTime() - keptDays * dayMs));
    await settleWaiting(system, client, at);
    let tells = false;
    const asleep: Owed[] = [];
    // As long as some of those read wait for the end of their quiet hours: they hold up nobody.
    for (let full = true; full; ) {
      const owed = await readOwed(system, client, at, asleep, maxOwed);
      const waiting = asleep.length;
      const piles = [...Map.groupBy(owed, ({ user_id, channel }) => `${user_id} ${channel}`).values()];
      const outcomes = await sendPlain(
        client,
        piles.map((pile) => ({
          userId: pile[0]!.user_id,
          channel: pile[0]!.channel,
          about: 'event',
          subject: subjectOf(pile),
          mailSubject: mailSubjectOf(pile),
          lines: pile.map(lineOf),
          timeZone: pile[0]!.time_zone,
        })),
        at.getTime(),
        outbox.available,
      );
      const told = piles.flatMap((pile, place) => {
        const outcome = outcomes[place]!;
        // Owed as before, so that it is asked again a minute later.
        if ('wait' in outcome) asleep.push(pile[0]!);
        return pile.map((each) => ({
          owed: each,
          messageId: 'messageId' in outcome ? outcome.messageId : null,
          reason: 'reason' in outcome ? outcome.reason : 'wait' in outcome ? ('quietHours' as const) : null,
        }));
      });
      await writeTold(system, client, told, at);
      tells ||= told.some(({ messageId }) => messageId !== null);
      full = owed.length === maxOwed && asleep.length > waiting;
    }
    return tells;
  });
  if (sent) outbox.wake();
}

const subjectOf = ({ length }: readonly Owed[]): Bilingual => ({
  zh: length === 1 ? 'Watchpost 哨站事件通知' : `Watchpost 哨站事件通知（${length} 条）`,
  en: length === 1 ? 'Watchpost event' : `Watchpost: ${length} events`,
});

/** `Watchpost: 3 events: Gateway offline: Cold store 1 · GW-3, …`: what happened stands in it already. */
function mailSubjectOf(pile: readonly Owed[]): Bilingual {
  const [subject, first] = [subjectOf(pile), headOf(pile[0]!)];
  const [moreZh, moreEn] = pile.length === 1 ? ['', ''] : [' 等', ', …'];
  return { zh: `${subject.zh}：${first.zh}${moreZh}`, en: `${subject.en}: ${first.en}${moreEn}` };
}

/** `Gateway offline: Cold store 1 · GW-3` */
function headOf(owed: Owed): Bilingual {
  const type = eventTypes[owed.type as EventTypeName];
  const subjectEn = owed.subject_name_en ?? owed.subject_name;
  const projectEn = owed.project_name_en ?? owed.project_name;
  return {
    zh: `${type.zh}${owed.of_recovery ? '已恢复' : ''}：${owed.project_name} · ${owed.subject_name}`,
    en: `${owed.of_recovery ? 'Over: ' : ''}${type.en}: ${projectEn} · ${subjectEn}`,
  };
}

/** `Gateway offline: Cold store 1 · GW-3 (11-22 03:10)`. */
function lineOf(owed: Owed): Bilingual {
  const head = headOf(owed);
  const at = localOfEpoch((owed.of_recovery ? owed.recovered_at! : owed.started_at).getTime(), owed.time_zone).slice(
    5,
    16,
  );
  if (owed.of_recovery) return { zh: `${head.zh}（${at}）`, en: `${head.en} (${at})` };
  const [detailZh, detailEn] = [owed.detail_zh && `，${owed.detail_zh}`, owed.detail_en && `, ${owed.detail_en}`];
  return { zh: `${head.zh}${detailZh}（${at}）`, en: `${head.en}${detailEn} (${at})` };
}
