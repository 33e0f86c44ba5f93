import type pg from 'pg';
import { system } from '../../access/index.ts';
import { insertAnnouncements, isNotified, liveLevels } from '../../notifications/index.ts';
import { sentTogether } from '../../platform/db/sentTogether.ts';
import type { Log } from '../../platform/log/log.ts';
import { type AlarmChange, changeOf } from '../alarmChange.ts';
import type { StateChange } from '../engine/index.ts';
import type { LateJudge, LateStep } from '../late/createLateJudge.ts';
import { hidePast, insertTurns, readShelfWords, suppressRaised } from '../shelves/hiding.store.ts';
import { shelvesOf, turnEntries } from '../shelves/turnEntries.ts';
import type { AlarmWrite } from './alarmWrites.ts';
import { announcementOf, offlineAnnouncementOf } from './announcementOf.ts';
import {
  insertAlarms,
  insertJournal,
  reserveAlarmIds,
  updateAlarms,
  type WrittenAlarm,
  writeStates,
} from './evaluator.store.ts';

/** What of an evaluation is written. */
export interface WritableEvaluation {
  readonly now: number;
  readonly states: readonly (StateChange & { readonly hash: string })[];
  /** Those that were found late come first. */
  readonly writes: readonly AlarmWrite[];
  readonly late: LateStep | null;
}

/** What is to be announced once it has committed. */
export interface ToTell {
  readonly changes: readonly AlarmChange[];
  readonly hasAnnouncements: boolean;
}

/**
 * Writes states, occurrences, journal and announcements in the transaction of the readings. Statements that need nothing of each other
 * go together; nothing to write costs no statement.
 */
export async function writeEvaluation(
  client: pg.PoolClient,
  { now, states, writes, late: lateStep }: WritableEvaluation,
  { late, log }: { readonly late: Pick<LateJudge, 'persist'> | null; readonly log: Log },
): Promise<ToTell> {
  const foundCount = lateStep?.found.length ?? 0;
  const isInserted = (write: AlarmWrite, index: number) => write.isNew || index < foundCount;
  const [, ids] = await sentTogether(
    writeStates(system, client, states),
    reserveAlarmIds(system, client, writes.filter(isInserted).length),
  );
  const changed = (late && lateStep && (await late.persist(client, lateStep, new Date(now)))) ?? [];
  const numbered = writes.map((write, index) => ({ index, write }));
  const inserted = numbered
    .filter(({ write, index }) => isInserted(write, index))
    .map((each, place) => ({ ...each, id: ids[place]! }));
  // Endings first: a new occurrence may begin under the same key in the same batch. What was found late goes on in it.
  const written = (
    await sentTogether(
      insertAlarms(
        system,
        client,
        inserted.filter(({ index }) => index < foundCount),
      ),
      updateAlarms(
        system,
        client,
        numbered.filter(({ write, index }) => !isInserted(write, index)),
      ),
      insertAlarms(
        system,
        client,
        inserted.filter(({ index }) => index >= foundCount),
      ),
    )
  )
    .flat()
    .sort((a, b) => a.index - b.index);
  reportUnwritten(log, writes, written);
  const isPast = (row: WrittenAlarm) => isOverUntold(writes[row.index]!, row.detected_late);
  const past = written.filter(isPast);
  const pastNewIds = past.flatMap(({ id, index }) => (writes[index]!.isNew ? [id] : []));
  const raised = written.filter(
    (row) => !isPast(row) && (writes[row.index]!.isNew || writes[row.index]!.severity !== null),
  );
  const newIds = raised.flatMap(({ id, index }) => (writes[index]!.isNew ? [id] : []));
  const journal = written.flatMap((row) => writes[row.index]!.journal.map((entry) => ({ ...entry, alarmId: row.id })));
  // An alarm that never was more than a record had no recipients; one that was corrected may have had some.
  const hadRecipients = (row: WrittenAlarm) => liveLevels(row).some(isNotified);
  const announcements = [
    ...changed.flatMap(({ row, push }) => (push && hadRecipients(row) ? announcementOf(row, push) : [])),
    ...written.flatMap((row) =>
      writes[row.index]!.pushes.filter(
        ({ previouslyNotifiedOnly }) => !previouslyNotifiedOnly || hadRecipients(row),
      ).map((push) => announcementOf(row, push)),
    ),
    ...past.flatMap((row) => offlineAnnouncementOf(row, writes[row.index]!, now) ?? []),
  ];
  const [, turned] = await sentTogether(
    hidePast(system, client, { alarmIds: past.map(({ id }) => id), newIds: pastNewIds }),
    suppressRaised(system, client, { alarmIds: raised.map(({ id }) => id), newIds }, new Date(now)),
    insertJournal(system, client, [
      ...changed.flatMap(({ row, journal: lines }) => lines.map((entry) => ({ ...entry, alarmId: row.id }))),
      ...journal,
    ]),
    insertAnnouncements(system, client, announcements, new Date(now)),
  );
  const shelves = await readShelfWords(system, client, shelvesOf(turned));
  await insertTurns(system, client, turnEntries(turned, shelves, 'severity'), new Date(now));
  return {
    changes: [
      ...changed.map(({ row }) =>
        changeOf(row, {
          kind: row.returned_at === null ? 'severityChanged' : 'ended',
          levels: liveLevels(row),
          at: now,
        }),
      ),
      ...written.flatMap((row) => changesOf(row, writes[row.index]!)),
    ],
    hasAnnouncements: announcements.length > 0,
  };
}

function reportUnwritten(log: Log, writes: readonly AlarmWrite[], written: readonly WrittenAlarm[]): void {
  if (written.length === writes.length) return;
  const done = new Set(written.map(({ index }) => index));
  for (const [index, { rule, subject, isNew }] of writes.entries()) {
    if (!done.has(index))
      log.warn(
        { ruleId: rule.id, subject, isNew },
        'An alarm could not be written: its place is gone, or it is open already',
      );
  }
}

/** Ended before its beginning was news: it began and ended in this batch, or was found in a buffer that went on. */
const isOverUntold = ({ isNew, returnedAt, journal }: AlarmWrite, detectedLate: boolean): boolean =>
  returnedAt !== null && (isNew || detectedLate) && !journal.some(({ kind }) => kind === 'stillActive');

const changesOf = (row: WrittenAlarm, write: AlarmWrite): AlarmChange[] =>
  write.journal.flatMap((entry) => {
    const kind = entry.kind === 'stillActive' ? 'raised' : entry.kind;
    // Notes on the record, beside what happened.
    if (kind === 'foundLate' || kind === 'corrected' || kind === 'disproved') return [];
    return changeOf(row, {
      kind,
      levels: liveLevels(row),
      at: entry.at.getTime(),
    });
  });
