import {
  AbsenceForm,
  type AllCalls,
  commonErrors,
  dutyWords,
  notificationErrors,
  type ParsedInput,
} from '@watchpost/contract';
import {
  type Caller,
  mayInCompany,
  mayInProject,
  needInProject,
  tenantOf,
  type UserTenant,
} from '../../access/index.ts';
import { differing, inOneWrite, logged } from '../../logs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, DbOrTransaction } from '../../platform/db/database.ts';
import type { CallContext } from '../../platform/http/callServer.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { InvalidInput, parseChanged } from '../../platform/http/validate.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import {
  type AbsenceRow,
  type AbsenceValues,
  insertAbsence,
  isAwayAlready,
  lockAbsence,
  namesOf,
  projectNames,
  updateAbsence,
  whoMayBeOnDuty,
} from './duty.store.ts';
import { needToArrange } from './saveRota.wire.ts';

/** Everybody who has to do with the alarms of the project may enter their own leave; that of others needs the right to manage it. */
export function needForAbsence(caller: Caller, projectId: number, userId: number): void {
  if (userId === caller.userId) needInProject(caller, projectId, ['alarmManage', 'alarmStrategyEdit']);
  else needToArrange(caller, projectId);
}

/** The caller in every project where they handle alarms or manage notifications: leave is of no single project. */
export const alarmTenantOf = ({ tenant, grants, userId }: Caller): UserTenant =>
  grants === null ? tenant : tenantOf(userId, grants, ['alarmManage', 'alarmStrategyEdit']);

/**
 * Projects in which leave entered by the caller takes effect: their own in all, that of others where they manage notifications.
 *
 * @returns null: in every project of the company, later ones too
 */
export function whereItCounts(caller: Caller, absentId: number): readonly number[] | null {
  const { grants } = caller;
  if (absentId === caller.userId || grants === null) return null;
  const { listedProjectIds } = alarmTenantOf(caller);
  const isOfAll = mayInCompany({ grants }, ['alarmStrategyEdit']) && mayInCompany({ grants }, ['allProjects']);
  if (isOfAll && listedProjectIds.length === 0) return null;
  return [...grants.projects.keys()].filter(
    (id) => mayInProject(grants, id, ['alarmStrategyEdit']) && !listedProjectIds.includes(id),
  );
}

/** Whether the caller may change leave: their own, or leave that counts only where they manage notifications. */
export function mayChangeAbsence(caller: Caller, { userId, projectIds }: AbsenceRow): boolean {
  if (userId === caller.userId) return true;
  const allowed = whereItCounts(caller, userId);
  return allowed === null || (projectIds?.every((id) => allowed.includes(id)) ?? false);
}

/** Refuses a caller who may not change this leave. */
export function needToChange(caller: Caller, projectId: number, row: AbsenceRow): void {
  needForAbsence(caller, projectId, row.userId);
  if (!mayChangeAbsence(caller, row)) throw new Refusal(notificationErrors.leaveOfOthers);
}

/** Locked. Refuses leave of people who do not belong to the project. */
export async function lockedAbsence(
  { tenant }: Caller,
  db: DbOrTransaction,
  projectId: number,
  id: number,
): Promise<AbsenceRow> {
  const row = await lockAbsence(tenant, db, id);
  const people = row && (await whoMayBeOnDuty(tenant, db, projectId));
  if (!row || !people?.includes(row.userId)) throw new Refusal(commonErrors.notFound);
  return row;
}

/** Its fields in the operation log. */
export const absenceInLog = (absence: AbsenceValues, names: ReadonlyMap<number, string>) => ({
  fromDay: absence.fromDay,
  untilDay: absence.untilDay,
  substitute: absence.substituteId === null ? null : (names.get(absence.substituteId) ?? `#${absence.substituteId}`),
  remarks: absence.remarks,
});

/** Enters leave, or changes the fields that are sent. @returns its number */
export async function saveAbsence(
  deps: { readonly db: Db; readonly clock: Clock },
  context: CallContext<Caller>,
  body: ParsedInput<AllCalls['saveAbsence']>['body'],
  timeZone: string,
): Promise<number> {
  const { caller, language } = context;
  const { tenant } = caller;
  const { ProjectId: projectId, AbsenceId: id } = body;
  return inOneWrite(deps, context, async ({ transaction, log, unchanged }) => {
    const before = id === undefined ? null : await lockedAbsence(caller, transaction, projectId, id);
    if (before) needToChange(caller, projectId, before);
    const form = parseChanged(
      AbsenceForm,
      before ? formOf(projectId, before) : ({ ProjectId: projectId } as never),
      body,
      language,
    );
    needForAbsence(caller, projectId, form.UserId);
    const values: AbsenceValues = {
      userId: form.UserId,
      fromDay: form.FromDay,
      untilDay: form.UntilDay,
      substituteId: form.SubstituteId ?? null,
      remarks: form.Remarks,
    };
    // Its owner decides where it counts, not the person who changes a date of it.
    const projectIds = before?.userId === values.userId ? before.projectIds : whereItCounts(caller, values.userId);
    const people = await whoMayBeOnDuty(tenant, transaction, projectId);
    const isNew = (userId: number | null, was: number | null | undefined) => userId !== null && userId !== was;
    if (isNew(values.userId, before?.userId) && !people.includes(values.userId))
      throw InvalidInput.inField('UserId', dutyWords.stranger, language);
    if (isNew(values.substituteId, before?.substituteId) && !people.includes(values.substituteId!))
      throw InvalidInput.inField('SubstituteId', dutyWords.stranger, language);
    if (values.untilDay < localOfEpoch(deps.clock.now(), timeZone).slice(0, 10))
      throw InvalidInput.inField('UntilDay', dutyWords.allOver, language);
    if (await isAwayAlready(tenant, transaction, values, projectIds, before?.id ?? null))
      throw InvalidInput.inField('FromDay', dutyWords.overlaps, language);

    const ids = [values.userId, values.substituteId, before?.substituteId].filter((each) => each != null);
    const names = await namesOf(tenant, transaction, ids);
    const subject = (absenceId: number) =>
      ({ kind: 'absence', id: absenceId, name: names.get(values.userId) ?? `#${values.userId}` }) as const;
    const operation = { companyId: tenant.companyId };
    if (before === null) {
      const newId = await insertAbsence(tenant, transaction, values, projectIds);
      const places =
        projectIds &&
        (await projectNames(alarmTenantOf(caller), transaction)).filter(({ id }) => projectIds.includes(id));
      const after = { ...absenceInLog(values, names), ...(places && { projects: places.map(({ name }) => name) }) };
      log({ ...operation, subject: subject(newId), after });
      return newId;
    }
    const changed = differing({ ...before }, values);
    if (Object.keys(changed).length === 0) {
      unchanged();
      return before.id;
    }
    await updateAbsence(tenant, transaction, before.id, values, projectIds);
    const was = absenceInLog(before, names);
    log({ ...operation, subject: subject(before.id), ...logged(was, differing(was, absenceInLog(values, names))) });
    return before.id;
  });
}

const formOf = (projectId: number, row: AbsenceRow) => ({
  ProjectId: projectId,
  AbsenceId: row.id,
  UserId: row.userId,
  FromDay: row.fromDay,
  UntilDay: row.untilDay,
  SubstituteId: row.substituteId,
  Remarks: row.remarks,
});
