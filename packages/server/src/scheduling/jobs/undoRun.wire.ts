import {
  type AllCalls,
  type CallData,
  commonErrors,
  describeException,
  schedulingErrors,
  writeOutcomes,
  writingErrors,
} from '@watchpost/contract';
import { type Caller, tenantOf } from '../../access/index.ts';
import { inOneWrite, type OneWrite } from '../../logs/index.ts';
import type { CallContext } from '../../platform/http/callServer.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { findPointsToWrite, writeDownPoint } from '../../writing/index.ts';
import type { SchedulingDeps } from '../deps.ts';
import { isUndoable } from '../isUndoable.ts';
import { leaveToUndo, lockRun, markUndone } from '../run.store.ts';
import type { JobRow, RunWrite } from '../schedule.store.ts';

type NeedJobs = (caller: Caller, write: OneWrite, ids: readonly number[]) => Promise<JobRow[]>;

/**
 * Writes the values from before a run again, the last one first, by the rights of the caller. A point that has another value than
 * the run wrote has been changed since: then nothing at all is sent.
 *
 * @throws Refusal when it was undone before, wrote nothing, or a write is refused
 */
export async function undoRun(
  deps: SchedulingDeps,
  context: CallContext<Caller>,
  runId: number,
  needJobs: NeedJobs,
): Promise<CallData<AllCalls['undoScheduleRun']>> {
  const { db, clock, writing, events } = deps;
  const { caller, language } = context;
  const { userId, tenant, grants } = caller;
  if (!grants) throw new Refusal(commonErrors.notYourCompany);
  const orders = await inOneWrite(deps, context, async (write) => {
    const { transaction, log, afterCommit } = write;
    const run = await lockRun(tenant, transaction, runId);
    if (!run) throw new Refusal(commonErrors.notFound);
    const [job] = (await needJobs(caller, write, [run.job_id])) as [JobRow];
    if (run.undone_at !== null) throw new Refusal(schedulingErrors.alreadyUndone);
    if (!isUndoable(run)) throw new Refusal(schedulingErrors.nothingToUndo);
    const writer = { ...caller, tenant: tenantOf(userId, grants, ['remoteWrite']) };
    const points = await findPointsToWrite(
      writer.tenant,
      transaction,
      run.writes.map(({ pointId }) => pointId),
    );
    const written = [];
    for (const { pointId, value, before } of run.writes.toReversed()) {
      const point = points.get(pointId);
      if (!point) throw new Refusal(writingErrors.readOnlyForYou);
      const order = { pointId, value: before!, expected: value };
      const reason = `撤销计划任务 / Undo of a scheduled task: ${job.name}`.slice(0, 200);
      written.push({ ...order, point, recordId: await writeDownPoint(deps, write, writer, { ...order, reason }) });
    }
    await markUndone(tenant, transaction, runId, { userId, at: new Date(clock.now()) });
    log({
      companyId: tenant.companyId,
      subject: { kind: 'scheduleJob', id: job.id, name: job.name },
      after: { undoneRun: run.due_at.toISOString() },
    });
    afterCommit(() => events.emit('listsChanged', { companyId: tenant.companyId, kinds: ['schedule'] }));
    return written;
  });
  const failed: CallData<AllCalls['undoScheduleRun']>['FailedList'] = [];
  const left: RunWrite[] = [];
  // Only now, when a crash could no longer leave a write that nobody knows of.
  for (const { recordId, pointId, value, expected, point } of orders) {
    const { outcome, exceptionCode } = await writing.send(recordId, pointId, value);
    const { success } = writeOutcomes[outcome];
    if (success === true) continue;
    // What was taken for all we know is not sent again.
    if (success === false) left.unshift({ pointId, value: expected, before: value });
    const why = exceptionCode === null ? writeOutcomes[outcome].hint : describeException(exceptionCode);
    failed.push({ PointName: inLanguage(point.name, point.name_en, language), Message: why[language] });
  }
  if (left.length > 0) await leaveToUndo(tenant, db, runId, left);
  return { Undone: orders.length - failed.length, FailedList: failed };
}
