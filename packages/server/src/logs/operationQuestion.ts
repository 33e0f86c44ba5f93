import { type AllCalls, commonErrors, type ParsedInput } from '@watchpost/contract';
import { type Caller, needInCompany } from '../access/index.ts';
import type { Db } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { epochOfLocal } from '../platform/zonedTime.ts';
import { type OperationFilter, zoneOfLog } from './store.ts';

/** Refuses who may not read this log: the company's without 25, a project's that is not his. `authorize` looked at a named one. */
export function needLog(caller: Caller, projectId: number | undefined): void {
  if (!caller.grants) throw new Refusal(commonErrors.notYourCompany);
  if (projectId === undefined) needInCompany(caller, ['companyLogs']);
}

/** The filter of a log as the store asks it, once the caller may read that log. */
export async function operationQuestion(
  db: Db,
  caller: Caller,
  body: ParsedInput<AllCalls['getOperationLogPage']>['body'],
): Promise<OperationFilter> {
  needLog(caller, body.ProjectId);
  const projectId = body.ProjectId ?? null;
  const timeZone = await zoneOfLog(caller.tenant, db, projectId);
  const moment = (local: string | undefined) => {
    const epoch = local === undefined ? null : epochOfLocal(local, timeZone);
    return epoch === null ? undefined : new Date(epoch);
  };
  const until = moment(body.EndTime);
  // The end counts: `10:00` means the whole of that minute, `10:00:30` of that second.
  const endMs = body.EndTime?.length === 16 ? 60_000 : 1_000;
  return {
    projectId,
    userIds: body.UserIdList,
    calls: body.CallList,
    subjectKinds: body.SubjectKindList,
    subjectId: body.SubjectId || undefined,
    text: body.Text,
    from: moment(body.StartTime),
    until: until && new Date(until.getTime() + endMs),
  };
}
