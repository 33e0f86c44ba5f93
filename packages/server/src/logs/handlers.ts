import {
  type AllCalls,
  commonErrors,
  type Language,
  type logCalls,
  type OperationNames,
  operationPointers,
  type ParsedInput,
} from '@watchpost/contract';
import { type Caller, maySee, needInCompany, system, zoneOf } from '../access/index.ts';
import type { Handlers } from '../handlers.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { rowRange } from '../platform/http/rowRange.wire.ts';
import { endOfLocal, epochOfLocal } from '../platform/zonedTime.ts';
import { newestBatch } from './batches.store.ts';
import { callInWords, presentCheck, presentNames, presentOperation } from './present.ts';
import {
  countOperations,
  listOperations,
  namesOfThings,
  type OperationFilter,
  type OperationOfPage,
  occurringIn,
} from './store.ts';
import { inLanguageOfReader } from './subjectsInLanguage.ts';
import { createLogChecks } from './verifyLog.ts';

export function logHandlers({ db, clock }: { db: Db; clock: Clock }): Handlers<typeof logCalls> {
  const checkLog = createLogChecks({ db, clock });
  return {
    async getOperationLogPage({ caller, language }, { body }) {
      const filter = await operationQuestion(db, caller, body, language);
      const found = await listOperations(caller.tenant, db, filter, rowRange(body));
      const rows = await inLanguageOfReader(caller.tenant, db, found, language);
      const names = await namesFor(db, caller, rows, language);
      const sealedUntil = (await newestBatch(system, db))?.last_id ?? 0;
      return {
        Data: rows.map((row) => presentOperation(row, { language, sealedUntil, names })),
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

/** Refuses a caller who may not read this log: the company's without permission 25, a project's without all its devices visible. */
function needLog(caller: Caller, projectId: number | undefined): void {
  if (!caller.grants) throw new Refusal(commonErrors.notYourCompany);
  if (projectId === undefined) needInCompany(caller, ['companyLogs']);
  // Its lines name every device of the project, and what was set and written there.
  else if (!maySee(caller.tenant, projectId, null)) throw new Refusal(commonErrors.wholeProjectNeeded);
}

/** What the lines point at, by name. */
export async function namesFor(
  db: Db,
  { tenant }: Caller,
  rows: readonly OperationOfPage[],
  language: Language,
): Promise<OperationNames> {
  const things = rows.flatMap(({ before, after }) => [...operationPointers(before), ...operationPointers(after)]);
  return presentNames(await namesOfThings(tenant, db, things), language);
}

/** The filter of a log as the store asks it, once the caller may read that log. */
export async function operationQuestion(
  db: Db,
  caller: Caller,
  body: ParsedInput<AllCalls['getOperationLogPage']>['body'],
  language: Language,
): Promise<OperationFilter> {
  needLog(caller, body.ProjectId);
  const projectId = body.ProjectId ?? null;
  const timeZone = await zoneOf(caller.tenant, db, projectId);
  const from = body.StartTime === undefined ? null : epochOfLocal(body.StartTime, timeZone);
  const end = body.EndTime === undefined ? null : endOfLocal(body.EndTime, timeZone);
  return {
    projectId,
    userIds: body.UserIdList,
    calls: body.CallList,
    subjectKinds: body.SubjectKindList,
    subjectId: body.SubjectId || undefined,
    text: body.Text,
    inEnglish: language === 'en',
    from: from === null ? undefined : new Date(from),
    // The store leaves its end out.
    until: end === null ? undefined : new Date(end + 1),
  };
}
