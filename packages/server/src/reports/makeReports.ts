import { hourMs, permissionIds, type ReportContent, reportWaitHours } from '@watchpost/contract';
import type pg from 'pg';
import { membersOfProjects, system } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { epochOfLocal, localOfEpoch, startOfDay } from '../platform/zonedTime.ts';
import type { ReportDeps } from './deps.ts';
import { type Figures, figuresOf } from './figures.wire.ts';
import { type Missing, missingOf } from './missing.store.ts';
import { type Period, periodBefore } from './period.ts';
import {
  findReports,
  insertReport,
  keepFailure,
  keepFigures,
  keepMissing,
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

/** The figures of a report, anew, with those of the period before beside them; `missing`: what they were made without. */
export async function figuresOfReport(
  deps: ReportDeps,
  report: ReportRow,
  stopping: AbortSignal,
): Promise<{ figures: Figures; missing: Missing | null }> {
  const of = ({ fromDay, untilDay }: Period, contents: readonly ReportContent[]) =>
    figuresOf(
      deps,
      {
        ...{ projectId: report.project_id, contents, fromDay, untilDay },
        ...boundsOf({ from_day: fromDay, until_day: untilDay, time_zone: report.time_zone }),
      },
      stopping,
    );
  const missing = await missingOf(system, deps.db, report, boundsOf(report).to);
  const figures = await of({ fromDay: report.from_day, untilDay: report.until_day }, report.contents);
  const before = periodBefore(report.cycle, report.from_day);
  const earlier = await of(before, [...report.contents.filter((content) => content === 'energy'), 'alarms']);
  const isKnown = (earlier.indicators.dataCompleteness ?? 0) > 0 || earlier.alarms!.total > 0 || earlier.energy;
  const energy = figures.energy?.isMostlyKnown && earlier.energy?.isMostlyKnown ? earlier.energy : null;
  const previous = isKnown
    ? { ...before, indicators: earlier.indicators, alarms: earlier.alarms!.total, energy }
    : null;
  return { figures: { ...figures, previous }, missing };
}

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
      const { to } = boundsOf(report);
      const lacking = now < to + reportWaitHours * hourMs ? await missingOf(system, db, report, to) : null;
      if (lacking !== null) {
        await keepMissing(system, db, id, lacking);
        continue;
      }
      const { figures, missing } = await figuresOfReport(deps, report, stopping);
      await keepFigures(system, db, id, figures, missing, new Date(clock.now()));
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
