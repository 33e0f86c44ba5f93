import type { PushLogRow } from '@watchpost/contract';
import type { Exporter } from '../../downloads/index.ts';
import type { Db } from '../../platform/db/database.ts';
import { dayQuestion, messagesOf, personQuestion, pushQuestion } from './handlers.ts';
import { countByDay, countByPerson, countMessages, type PushDayRow, type PushPersonRow } from './pushLog.store.ts';
import { dayColumns, personColumns, smsColumns } from './sheets.wire.ts';

/** A company has no more people. */
const maxPeople = 100_000;

export const smsPushExporter = ({ db }: { db: Db }): Exporter<'smsPushes', PushLogRow> => ({
  kind: 'smsPushes',
  columns: smsColumns,
  async count({ caller, input }) {
    return countMessages(caller.tenant, db, await pushQuestion(db, caller, 'sms', input.body));
  },
  async *rows({ caller, input, language }) {
    yield* messagesOf(db, caller, await pushQuestion(db, caller, 'sms', input.body), language);
  },
});

export const pushStatisticsExporter = ({ db }: { db: Db }): Exporter<'pushStatistics', PushPersonRow> => ({
  kind: 'pushStatistics',
  columns: personColumns,
  async count({ caller, input }) {
    const question = await personQuestion(db, caller, input.body);
    return (await countByPerson(caller.tenant, db, question, { offset: 0, limit: 1 })).total;
  },
  async *rows({ caller, input }) {
    const question = await personQuestion(db, caller, input.body);
    yield* (await countByPerson(caller.tenant, db, question, { offset: 0, limit: maxPeople })).rows;
  },
});

export const pushDayExporter = ({ db }: { db: Db }): Exporter<'pushDays', PushDayRow> => ({
  kind: 'pushDays',
  columns: dayColumns,
  async count({ caller, input }) {
    return (await countByDay(caller.tenant, db, await dayQuestion(db, caller, input.query))).length;
  },
  async *rows({ caller, input }) {
    yield* await countByDay(caller.tenant, db, await dayQuestion(db, caller, input.query));
  },
});
