import type { AllCalls, batchCalls, ParsedInput } from '@watchpost/contract';
import { type Caller, zoneOf } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import type { Db } from '../../platform/db/database.ts';
import { epochOfLocal } from '../../platform/zonedTime.ts';
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
  const moment = (local: string | undefined) => {
    const epoch = local === undefined ? null : epochOfLocal(local, timeZone);
    return epoch === null ? undefined : new Date(epoch);
  };
  const until = moment(query.EndTime);
  // The end counts: `10:00` means the whole of that minute, `10:00:30` of that second.
  const endMs = query.EndTime?.length === 16 ? 60_000 : 1_000;
  return {
    projectIds: query.ProjectIdList,
    userIds: query.UserIdList,
    pointIds: query.PointIdList,
    outcomes: query.OutcomeList,
    batchId: query.BatchId,
    text: query.Text,
    from: moment(query.StartTime),
    until: until && new Date(until.getTime() + endMs),
  };
}
