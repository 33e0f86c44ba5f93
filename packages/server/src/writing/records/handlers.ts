import type { AllCalls, batchCalls, ParsedInput } from '@watchpost/contract';
import { type Caller, zoneOf } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import type { Db } from '../../platform/db/database.ts';
import { endOfLocal, epochOfLocal } from '../../platform/zonedTime.ts';
import { presentChoices, presentRecord } from '../present.ts';
import { countRecords, listRecords, type RecordFilter, recordChoices } from '../records.store.ts';

type RecordHandlers = Pick<Handlers<typeof batchCalls>, 'batchWriteRecord' | 'getWriteRecordFilters'>;

export const recordHandlers = ({ db }: { db: Db }): RecordHandlers => ({
  async batchWriteRecord({ caller, language }, { query }) {
    const filter = await recordQuestion(db, caller, query);
    const rows = await listRecords(caller.tenant, db, filter, {
      limit: query.pageSize,
      offset: (query.pageIndex - 1) * query.pageSize,
    });
    return {
      Data: rows.map((row) => presentRecord(row, language)),
      TotalCount: await countRecords(caller.tenant, db, filter),
    };
  },

  async getWriteRecordFilters({ caller, language }) {
    const choices = await recordChoices(caller.tenant, db);
    return {
      Users: presentChoices(choices, 'user', language),
      Projects: presentChoices(choices, 'project', language),
    };
  },
});

/** The filter of the write log as the store asks it. Times are the company's. */
export async function recordQuestion(
  db: Db,
  caller: Caller,
  query: ParsedInput<AllCalls['batchWriteRecord']>['query'],
): Promise<RecordFilter> {
  const timeZone = await zoneOf(caller.tenant, db, null);
  const from = query.StartTime === undefined ? null : epochOfLocal(query.StartTime, timeZone);
  const end = query.EndTime === undefined ? null : endOfLocal(query.EndTime, timeZone);
  return {
    projectIds: query.ProjectIdList,
    userIds: query.UserIdList,
    pointIds: query.PointIdList,
    outcomes: query.OutcomeList,
    batchId: query.BatchId,
    text: query.Text,
    from: from === null ? undefined : new Date(from),
    // The store leaves its end out.
    until: end === null ? undefined : new Date(end + 1),
  };
}
