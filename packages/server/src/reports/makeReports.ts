import { permissionIds } from '@watchpost/contract';
import type pg from 'pg';
import { membersOfProjects, system } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { epochOfLocal, localOfEpoch, startOfDay } from '../platform/zonedTime.ts';
import type { ReportDeps } from './deps.ts';
import { type Figures, figuresOf } from './figures.ts';
import { periodBefore } from './period.ts';
import {
  findReports,
  insertReport,
  keepFailure,
  keepFigures,
  policiesInForce,
  publishesItself,
  publishReports,
  type ReportRow,
  waitingReports,
} from './report.store.ts';

/** A report that could not be made so often waits for somebody who asks for it. */
export const maxTries = 3;

/** The bounds of a report's period, epoch ms. */
export const boundsOf = ({
  from_day,
  until_day,
  time_zone,
}: Pick<ReportRow, 'from_day' | 'until_day' | 'time_zone'>) => ({
  from: startOfDay(from_day, time_zone).getTime(),
  to: startOfDay(until_day, time_zone, 1).getTime(),
});

/** The figures of a report, anew. */
export const figuresOfReport = (deps: ReportDeps, report: ReportRow, stopping: AbortSignal): Promise<Figures> =>
  figuresOf(deps, { projectId: report.project_id, contents: report.contents, ...boundsOf(report) }, stopping);

/** Publishes generated reports, and notes everybody who may read them now. */
export async function publish(
  client: Pick<pg.ClientBase, 'query'>,
  transaction: DbOrTransaction,
  reports: readonly ReportRow[],
  userId: number | null,
  at: Date,
): Promise<void> {
  const readers = await membersOfProjects(
    system,
    client,
    [...new Set(reports.map(({ project_id }) => project_id))],
    permissionIds(['reportsView', 'reportsEdit', 'reportsPublish', 'reportPolicies']),
  );
  const told = reports.flatMap(({ id, project_id }) =>
    readers
      .filter((reader) => reader.project_id === project_id && reader.devices === 'all')
      .map((reader) => ({ reportId: id, userId: reader.user_id })),
  );
  const ids = reports.map(({ id }) => id);
  await publishReports(system, transaction, ids, userId, at, told);
}

/**
 * Makes what is due: for each project of each policy in force the report of the period that has ended, once its hour has come, and
 * the figures of every report that waits for them. Run twice, or by two processes, it makes each once.
 */
export async function makeReports(deps: ReportDeps & { readonly pool: pg.Pool }, stopping: AbortSignal): Promise<void> {
  const { db, pool, clock, events, log } = deps;
  const now = clock.now();
  for (const { policy_id, project_id, cycle, run_at, since, time_zone } of await policiesInForce(system, db)) {
    const period = periodBefore(cycle, localOfEpoch(now, time_zone).slice(0, 10));
    const ended = startOfDay(period.untilDay, time_zone, 1);
    const due = epochOfLocal(`${localOfEpoch(ended.getTime(), time_zone).slice(0, 10)} ${run_at}`, time_zone);
    if (due === null || now < due || ended <= since) continue;
    await insertReport(system, db, {
      policyId: policy_id,
      projectId: project_id,
      period,
      revision: 1,
      at: new Date(now),
    });
  }
  for (const id of await waitingReports(system, db, maxTries)) {
    stopping.throwIfAborted();
    const [report] = await findReports(system, db, [id]);
    if (report?.status !== 0) continue;
    try {
      await keepFigures(system, db, id, await figuresOfReport(deps, report, stopping), new Date(clock.now()));
      if (report.policy_id !== null && (await publishesItself(system, db, report.policy_id)))
        await db
          .transaction()
          .execute((transaction) => publish(pool, transaction, [report], null, new Date(clock.now())));
    } catch (error) {
      if (stopping.aborted) throw error;
      log.error({ err: error, reportId: id }, 'A report could not be generated');
      await keepFailure(system, db, id, error instanceof Error ? error.message : String(error));
    }
    events.emit('listsChanged', { companyId: report.company_id, kinds: ['report'] });
  }
}
