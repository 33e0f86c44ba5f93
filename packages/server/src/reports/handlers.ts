import {
  type AllCalls,
  commonErrors,
  nobodyInParticular,
  type ParsedInput,
  type reportCalls,
  reportErrors,
} from '@watchpost/contract';
import type pg from 'pg';
import { type Caller, maySee, zoneOf } from '../access/index.ts';
import type { Handlers } from '../handlers.ts';
import { differing, inOneWrite, type OneWrite } from '../logs/index.ts';
import { given } from '../platform/given.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { rowRange } from '../platform/http/rowRange.wire.ts';
import { printHtml } from '../platform/printing/printHtml.ts';
import { localOfEpoch } from '../platform/zonedTime.ts';
import type { ReportDeps } from './deps.ts';
import { figuresOfReport, publish } from './makeReports.ts';
import { periodOf } from './period.ts';
import { presentDetail, presentPolicy, presentReport, reportName } from './present.ts';
import {
  deletePolicies,
  deleteReports,
  findReports,
  insertPolicy,
  insertReport,
  isPolicyNameTaken,
  keepFigures,
  lockPolicies,
  lockPolicyNames,
  markPushesRead,
  newestOf,
  type PolicyRow,
  type PolicyValues,
  pagePolicies,
  pageReports,
  pushesOf,
  type ReportRow,
  setProjects,
  updatePolicy,
} from './report.store.ts';
import { reportPage } from './reportPage.wire.ts';

type PolicyBody = Partial<ParsedInput<AllCalls['addReportPolicy']>['body']>;

const valuesOf = (body: PolicyBody): Partial<PolicyValues> =>
  given({
    name: body.PolicyName,
    cycle: body.Cycle,
    run_at: body.RunAt,
    indicators: body.IndicatorList?.map(({ Name, Target }) => ({ name: Name, target: Target ?? null })),
    contents: body.ContentList && [...new Set(body.ContentList)],
    auto_publish: body.AutoPublish,
    enabled: body.Enabled,
  });

/** What of a policy the log tells, in its words. */
const inLog = ({
  cycle,
  indicators,
  contents,
  name,
  run_at,
  auto_publish,
  enabled,
}: Partial<PolicyValues>): object => ({
  ...(name === undefined ? {} : { name }),
  ...(cycle === undefined ? {} : { reportCycle: cycle }),
  ...(run_at === undefined ? {} : { runAt: run_at }),
  ...(indicators === undefined
    ? {}
    : { reportIndicators: indicators.map((each) => `${each.name} ${each.target ?? '–'}`).join(', ') }),
  ...(contents === undefined ? {} : { reportContents: contents.join(', ') }),
  ...(auto_publish === undefined ? {} : { autoPublish: auto_publish }),
  ...(enabled === undefined ? {} : { enabled }),
});

export function reportHandlers(deps: ReportDeps & { readonly pool: pg.Pool }): Handlers<typeof reportCalls> {
  const { db, pool, clock, events } = deps;
  const tell = ({ afterCommit }: Pick<OneWrite, 'afterCommit'>, companyId: number): void =>
    afterCommit(() => events.emit('listsChanged', { companyId, kinds: ['report'] }));

  /** A policy says something of projects of which the caller sees everything. */
  function needProjects({ tenant }: Caller, projectIds: readonly number[]): void {
    if (!projectIds.every((id) => maySee(tenant, id, null))) throw new Refusal(commonErrors.notFound);
  }

  async function needPolicies(caller: Caller, { transaction }: OneWrite, ids: readonly number[]): Promise<PolicyRow[]> {
    const wanted = [...new Set(ids)];
    const policies = await lockPolicies(caller.tenant, transaction, wanted);
    if (policies.length < wanted.length) throw new Refusal(commonErrors.notFound);
    for (const { project_ids } of policies) needProjects(caller, project_ids);
    return policies;
  }

  async function needReports(
    { tenant }: Caller,
    transaction: Parameters<typeof findReports>[1],
    ids: readonly number[],
    lock: 'lock' | 'look',
  ): Promise<ReportRow[]> {
    const wanted = [...new Set(ids)];
    const reports = await findReports(tenant, transaction, wanted, lock);
    if (reports.length < wanted.length) throw new Refusal(commonErrors.notFound);
    return reports;
  }

  async function needReport(
    caller: Caller,
    id: number,
  ): Promise<ReportRow & { figures: NonNullable<ReportRow['figures']> }> {
    const [report] = await needReports(caller, db, [id], 'look');
    const { figures } = report!;
    if (figures === null) throw new Refusal(reportErrors.notGenerated);
    return { ...report!, figures };
  }

  const about = (report: ReportRow) => ({
    companyId: report.company_id,
    projectId: report.project_id,
    subject: { kind: 'report' as const, id: report.id, name: reportName(report, 'zh') },
  });

  return {
    async getReportPolicyPage({ caller, language }, { body }) {
      const { rows, total } = await pagePolicies(
        caller.tenant,
        db,
        { text: body.PolicyName, cycles: body.CycleList, projectIds: body.ProjectIdList },
        { by: body.SortType, ascending: body.IsAsc },
        rowRange(body),
      );
      return { Data: rows.map((row) => presentPolicy(row, caller, language)), TotalCount: total };
    },

    async addReportPolicy(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      needProjects(caller, body.ProjectIdList);
      return inOneWrite(deps, context, async (write) => {
        const { transaction, log } = write;
        await lockPolicyNames(tenant, transaction);
        if (await isPolicyNameTaken(tenant, transaction, body.PolicyName, null))
          throw new Refusal(reportErrors.nameTaken);
        const values = valuesOf(body) as PolicyValues;
        const at = new Date(clock.now());
        const id = await insertPolicy(tenant, transaction, values, at);
        const projectIds = [...new Set(body.ProjectIdList)];
        await setProjects(tenant, transaction, id, projectIds, at);
        const subject = { kind: 'reportPolicy', id, name: values.name } as const;
        log({ companyId: tenant.companyId, subject, after: { ...inLog(values), projectIds } });
        tell(write, tenant.companyId);
        return { PolicyId: id };
      });
    },

    async editReportPolicy(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const { transaction, log, unchanged } = write;
        const [before] = await needPolicies(caller, write, [body.PolicyId]);
        const changed = differing<PolicyValues>(before!, valuesOf(body as PolicyBody));
        const projectIds =
          body.ProjectIdList === undefined
            ? before!.project_ids
            : [...new Set(body.ProjectIdList)].sort((a, b) => a - b);
        needProjects(caller, projectIds);
        const moved = JSON.stringify(projectIds) !== JSON.stringify(before!.project_ids);
        if (Object.keys(changed).length === 0 && !moved) {
          unchanged();
          return null;
        }
        if (changed.name !== undefined) {
          await lockPolicyNames(tenant, transaction);
          if (await isPolicyNameTaken(tenant, transaction, changed.name, before!.id))
            throw new Refusal(reportErrors.nameTaken);
        }
        await updatePolicy(tenant, transaction, before!.id, changed);
        if (moved) await setProjects(tenant, transaction, before!.id, projectIds, new Date(clock.now()));
        const were = Object.fromEntries(Object.keys(changed).map((key) => [key, before![key as keyof PolicyValues]]));
        log({
          companyId: tenant.companyId,
          subject: { kind: 'reportPolicy', id: before!.id, name: changed.name ?? before!.name },
          before: { ...inLog(were), ...(moved ? { projectIds: before!.project_ids } : {}) },
          after: { ...inLog(changed), ...(moved ? { projectIds } : {}) },
        });
        tell(write, tenant.companyId);
        return null;
      });
    },

    async deleteReportPolicy(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const policies = await needPolicies(caller, write, body.PolicyIdList);
        await deletePolicies(
          tenant,
          write.transaction,
          policies.map(({ id }) => id),
        );
        for (const { id, name, cycle } of policies)
          write.log({
            companyId: tenant.companyId,
            subject: { kind: 'reportPolicy', id, name },
            before: { name, reportCycle: cycle },
          });
        tell(write, tenant.companyId);
        return { Deleted: policies.length };
      });
    },

    async getReportPage({ caller, language }, { body }) {
      const { rows, total } = await pageReports(
        caller.tenant,
        db,
        { text: body.ReportName, statuses: body.StatusList, cycles: body.CycleList, projectIds: body.ProjectIdList },
        { by: body.SortType, ascending: body.IsAsc },
        rowRange(body),
      );
      return { Data: rows.map((row) => presentReport(row, caller, language)), TotalCount: total };
    },

    getReport: async ({ caller, language }, { query }) =>
      presentDetail(await needReport(caller, query.reportId), caller, language),

    async downloadReport({ caller, language, signal }, { query }) {
      const report = await needReport(caller, query.reportId);
      const name = reportName(report, language);
      const page = reportPage(presentDetail(report, caller, language), language);
      const content = await printHtml(page, name, async () => null, signal);
      return { name: `${name}.pdf`, contentType: 'application/pdf', content };
    },

    async generateReport(context, { body }) {
      const { caller } = context;
      const reports = await needReports(caller, db, body.ReportIdList, 'look');
      if (reports.some(({ status }) => status === 2)) throw new Refusal(reportErrors.published);
      const made = new Map<number, Awaited<ReturnType<typeof figuresOfReport>>>();
      for (const report of reports) made.set(report.id, await figuresOfReport(deps, report, context.signal));
      return inOneWrite(deps, context, async (write) => {
        const locked = await needReports(caller, write.transaction, body.ReportIdList, 'lock');
        if (locked.some(({ status }) => status === 2)) throw new Refusal(reportErrors.published);
        for (const report of locked) {
          const { figures, missing } = made.get(report.id)!;
          await keepFigures(caller.tenant, write.transaction, report.id, figures, missing, new Date(clock.now()));
          write.log({ ...about(report), before: { reportStatus: report.status }, after: { reportStatus: 1 } });
        }
        tell(write, caller.tenant.companyId);
        return { Generated: locked.length };
      });
    },

    async addReport(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      needProjects(caller, [body.ProjectId]);
      return inOneWrite(deps, context, async (write) => {
        const { transaction, log } = write;
        const [policy] = await needPolicies(caller, write, [body.PolicyId]);
        if (!policy!.project_ids.includes(body.ProjectId)) throw new Refusal(commonErrors.notFound);
        const period = periodOf(policy!.cycle, body.Day);
        const zone = await zoneOf(tenant, transaction, body.ProjectId);
        if (period.untilDay >= localOfEpoch(clock.now(), zone).slice(0, 10))
          throw new Refusal(reportErrors.periodNotOver);
        const newest = await newestOf(tenant, transaction, {
          policyId: policy!.id,
          projectId: body.ProjectId,
          fromDay: period.fromDay,
        });
        if (newest && newest.status < 2) throw new Refusal(reportErrors.exists);
        const id = await insertReport(tenant, transaction, {
          policyId: policy!.id,
          projectId: body.ProjectId,
          period,
          revision: (newest?.revision ?? 0) + 1,
          at: new Date(clock.now()),
        });
        if (id === null) throw new Refusal(reportErrors.exists);
        const [report] = await findReports(tenant, transaction, [id]);
        log({ ...about(report!), after: { reportPeriod: `${period.fromDay} – ${period.untilDay}` } });
        tell(write, tenant.companyId);
        return { ReportId: id };
      });
    },

    async publishReport(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const reports = await needReports(caller, write.transaction, body.ReportIdList, 'lock');
        if (reports.some(({ status }) => status === 2)) throw new Refusal(reportErrors.published);
        if (reports.some(({ status }) => status === 0)) throw new Refusal(reportErrors.notGenerated);
        await publish(pool, write.transaction, reports, tenant.userId, new Date(clock.now()));
        for (const report of reports)
          write.log({ ...about(report), before: { reportStatus: 1 }, after: { reportStatus: 2 } });
        tell(write, tenant.companyId);
        return { Published: reports.length };
      });
    },

    async deleteReport(context, { body }) {
      const { caller } = context;
      return inOneWrite(deps, context, async (write) => {
        const reports = await needReports(caller, write.transaction, body.ReportIdList, 'lock');
        if (reports.some(({ status }) => status === 2)) throw new Refusal(reportErrors.published);
        await deleteReports(
          caller.tenant,
          write.transaction,
          reports.map(({ id }) => id),
        );
        for (const report of reports) write.log({ ...about(report), before: { reportStatus: report.status } });
        tell(write, caller.tenant.companyId);
        return { Deleted: reports.length };
      });
    },

    async getReportPlayScreenPush({ caller, language }, { body }) {
      const { tenant } = caller;
      const named = body.UserId === nobodyInParticular ? undefined : body.UserId;
      if (named !== undefined && named !== tenant.userId) throw new Refusal(commonErrors.noPermission);
      const pushes = await pushesOf(tenant, db, body.IsRead);
      const reports = new Map(
        (
          await findReports(
            tenant,
            db,
            pushes.map(({ report_id }) => report_id),
          )
        ).map((report) => [report.id, report]),
      );
      return pushes.flatMap(({ push_id, report_id }) => {
        const report = reports.get(report_id);
        if (!report?.published_at) return [];
        const Message = JSON.stringify({
          ReportName: reportName(report, language),
          Time: localOfEpoch(report.published_at.getTime(), report.time_zone),
          Url: `/api/Report/Download?reportId=${report_id}`,
        });
        return [{ ReportPlayScreenPushId: push_id, Message }];
      });
    },

    async readReportPlayScreenPush({ caller }, { body }) {
      await markPushesRead(caller.tenant, db, body, new Date(clock.now()));
      return null;
    },
  };
}
