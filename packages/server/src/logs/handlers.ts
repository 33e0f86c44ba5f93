import type { logCalls } from '@watchpost/contract';
import { system } from '../access/index.ts';
import type { Handlers } from '../handlers.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { newestBatch } from './batches.store.ts';
import { needLog, operationQuestion } from './operationQuestion.ts';
import { callInWords, presentCheck, presentOperation } from './present.ts';
import { countOperations, listOperations, occurringIn } from './store.ts';
import { createLogChecks } from './verifyLog.ts';

export function logHandlers({ db, clock }: { db: Db; clock: Clock }): Handlers<typeof logCalls> {
  const checkLog = createLogChecks({ db, clock });
  return {
    async getOperationLogPage({ caller, language }, { body }) {
      const filter = await operationQuestion(db, caller, body);
      const limit = body.PageSize;
      const rows = await listOperations(caller.tenant, db, filter, { limit, offset: (body.PageIndex - 1) * limit });
      const sealedUntil = (await newestBatch(system, db))?.last_id ?? 0;
      return {
        Data: rows.map((row) => presentOperation(row, language, sealedUntil)),
        TotalCount: await countOperations(caller.tenant, db, filter),
      };
    },

    async getOperationLogFilters({ caller, language }, { query }) {
      needLog(caller, query.projectId);
      const { people, calls } = await occurringIn(caller.tenant, db, query.projectId ?? null);
      return {
        Users: people.map(({ id, name }) => ({ Key: id, Value: name })),
        Calls: calls.map((call) => ({ Key: call, Value: callInWords(call, language) })),
      };
    },

    async verifyOperationLog({ caller }, { query }) {
      needLog(caller, query.projectId);
      return presentCheck(await checkLog());
    },
  };
}
