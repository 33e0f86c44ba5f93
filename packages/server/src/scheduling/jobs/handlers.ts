import {
  type AllCalls,
  commonErrors,
  type ParsedInput,
  type schedulingCalls,
  schedulingErrors,
  writingErrors,
} from '@watchpost/contract';
import { type Caller, tenantOf, writeRightsOf } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { differing, inOneWrite, type OneWrite } from '../../logs/index.ts';
import { given } from '../../platform/given.ts';
import { inBothLanguages, Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { inBoth } from '../../platform/inLanguage.ts';
import { OutboundRefused, portOf } from '../../platform/outboundGuard.ts';
import { findPointsToWrite } from '../../writing/index.ts';
import type { SchedulingDeps } from '../deps.ts';
import { needExpression, nextDue, placeOf } from '../dueTimes.ts';
import { needGroups } from '../groups/handlers.ts';
import { presentJob, presentRun } from '../present.ts';
import { hasOpenRun, insertRun, orderRun } from '../run.store.ts';
import {
  deleteJobs,
  type GroupRow,
  insertJob,
  isJobNameTaken,
  type JobRow,
  type JobValues,
  lockJobs,
  lockNames,
  pageGroups,
  pageJobs,
  pageRuns,
  runsById,
  updateJob,
} from '../schedule.store.ts';
import { previewTask } from './previewTask.wire.ts';
import { undoRun } from './undoRun.wire.ts';

type JobCalls = Omit<
  typeof schedulingCalls,
  'getScheduleGroupPage' | 'addScheduleGroup' | 'editScheduleGroup' | 'deleteScheduleGroup' | 'enableScheduleGroup'
>;
type JobBody = Partial<ParsedInput<AllCalls['addScheduleJob']>['body']>;

const valuesOf = (body: JobBody): Partial<JobValues> =>
  given({
    group_id: body.GroupId,
    name: body.JobName,
    description: body.JobDescription,
    expression: body.JobTimeExpression,
    day_filter: body.DayFilter,
    mode: body.ExecutionMode,
    writes: body.PointValueList?.map(({ PointId, Value }) => ({ pointId: PointId, value: Value })),
    url: body.Url,
    method: body.Method,
    content_type: body.ContentType,
    params: body.Params,
    timeout_seconds: body.Timeout,
    resp_codes: body.RespCodeList && [...new Set(body.RespCodeList)].sort((a, b) => a - b),
    parse_mode: body.ParseMode,
    parse_pointer: body.ParsePointer,
    parse_value: body.ParseValue,
    grace_minutes: body.GraceMinutes,
    enabled: body.Enabled,
  });

const logNames: Readonly<Record<keyof JobValues, string>> = {
  group_id: 'groupId',
  name: 'name',
  description: 'description',
  expression: 'expression',
  day_filter: 'dayFilter',
  mode: 'executionMode',
  writes: 'writes',
  url: 'taskUrl',
  method: 'method',
  content_type: 'taskContentType',
  params: 'params',
  timeout_seconds: 'timeoutSeconds',
  resp_codes: 'respCodes',
  parse_mode: 'parseMode',
  parse_pointer: 'parsePointer',
  parse_value: 'parseValue',
  grace_minutes: 'graceMinutes',
  enabled: 'enabled',
};

/** What of a task the log tells, in its words. */
const inLog = (values: Partial<JobValues>): object =>
  Object.fromEntries(
    (Object.entries(values) as [keyof JobValues, unknown][])
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [
        logNames[key],
        key === 'writes'
          ? values.writes!.map((each) => `#${each.pointId} = ${each.value}`).join(', ')
          : Array.isArray(value)
            ? value.join(', ')
            : value,
      ]),
  );

export function jobHandlers(deps: SchedulingDeps): Handlers<JobCalls> {
  const { db, clock, events, writing, guard } = deps;
  const tell = ({ afterCommit }: Pick<OneWrite, 'afterCommit'>, companyId: number): void =>
    afterCommit(() => events.emit('listsChanged', { companyId, kinds: ['schedule'] }));

  async function needJobs({ tenant }: Caller, { transaction }: OneWrite, ids: readonly number[]): Promise<JobRow[]> {
    const wanted = [...new Set(ids)];
    const jobs = await lockJobs(tenant, transaction, wanted);
    if (jobs.length < wanted.length) throw new Refusal(commonErrors.notFound);
    return jobs;
  }

  /** What a task does can be done, and by the caller, whose rights it will run with. */
  async function needPossible(
    { userId, tenant, grants }: Caller,
    { transaction }: Pick<OneWrite, 'transaction'>,
    job: JobValues,
    group: GroupRow,
  ): Promise<void> {
    needExpression(job.expression, placeOf(group), clock.now());
    if (job.mode === 'http') {
      if (job.url === null) throw new Refusal(schedulingErrors.urlNeeded);
      if (job.parse_mode !== 'none' && job.parse_pointer === null)
        throw new Refusal(schedulingErrors.parseNeedsPointer);
      const url = new URL(job.url);
      await guard(url.hostname.replace(/^\[|\]$/g, ''), portOf(url)).catch((error) => {
        // A name that cannot be looked up now may be there when the task is due.
        if (error instanceof OutboundRefused) throw new Refusal(schedulingErrors.urlRefused);
      });
      return;
    }
    const ids = job.writes.map(({ pointId }) => pointId);
    if (ids.length === 0) throw new Refusal(schedulingErrors.noPoints);
    if (new Set(ids).size < ids.length) throw new Refusal(schedulingErrors.samePointTwice);
    if (!grants) throw new Refusal(commonErrors.notYourCompany);
    const writer = { tenant: tenantOf(userId, grants, ['remoteWrite']), rights: writeRightsOf(grants) };
    const points = await findPointsToWrite(tenant, transaction, ids);
    const writable = await findPointsToWrite(writer.tenant, transaction, ids);
    for (const { pointId, value } of job.writes) {
      const point = points.get(pointId);
      if (!point) throw new Refusal(commonErrors.notFound);
      if (!group.point_ids.includes(pointId)) throw new Refusal(schedulingErrors.notOfGroup);
      const refusal = writable.has(pointId)
        ? writing.whyNever(writer, point, value)
        : new Refusal(writingErrors.readOnlyForYou);
      if (refusal)
        throw new Refusal(schedulingErrors.valueRefused, {
          point: inBoth(point.name, point.name_en),
          why: inBothLanguages(refusal),
        });
    }
  }

  const nextOf = ({ enabled, expression }: Pick<JobValues, 'enabled' | 'expression'>, group: GroupRow): Date | null => {
    const next = enabled && group.enabled ? nextDue(expression, placeOf(group), clock.now()) : null;
    return next === null ? null : new Date(next);
  };

  const subjectOf = ({ id, name }: { id: number; name: string }) => ({ kind: 'scheduleJob' as const, id, name });

  return {
    async getScheduleJobPage({ caller, language }, { body }) {
      const { tenant } = caller;
      const { rows, total } = await pageJobs(
        tenant,
        db,
        { text: body.JobName, groupIds: body.GroupIdList, enabled: body.JobStatus, mode: body.ExecutionMode },
        { by: body.SortType, ascending: body.IsAsc },
        rowRange(body),
      );
      const runs = await runsById(
        tenant,
        db,
        rows.flatMap(({ last_run }) => last_run ?? []),
      );
      return { Data: rows.map((row) => presentJob(row, runs, language)), TotalCount: total };
    },

    async addScheduleJob(context, { body }) {
      const { caller } = context;
      const { tenant, userId } = caller;
      return inOneWrite(deps, context, async (write) => {
        const { transaction, log } = write;
        const [group] = (await needGroups(caller, write, [body.GroupId])) as [GroupRow];
        const values = { url: null, parse_pointer: null, grace_minutes: null, ...valuesOf(body) } as JobValues;
        await needPossible(caller, write, values, group);
        await lockNames(tenant, transaction);
        if (await isJobNameTaken(tenant, transaction, group.id, values.name, null))
          throw new Refusal(schedulingErrors.jobNameTaken);
        const state = { owner_id: userId, next_at: nextOf(values, group) };
        const id = await insertJob(tenant, transaction, values, state, new Date(clock.now()));
        log({ companyId: tenant.companyId, subject: subjectOf({ id, name: values.name }), after: inLog(values) });
        tell(write, tenant.companyId);
        return { JobId: id };
      });
    },

    async editScheduleJob(context, { body }) {
      const { caller } = context;
      const { tenant, userId } = caller;
      return inOneWrite(deps, context, async (write) => {
        const { transaction, log, unchanged } = write;
        const [before] = (await needJobs(caller, write, [body.JobId])) as [JobRow];
        const changed = differing<JobValues>(before, valuesOf(body as JobBody));
        if (Object.keys(changed).length === 0) {
          unchanged();
          return null;
        }
        const [group] = (await needGroups(caller, write, [changed.group_id ?? before.group_id])) as [GroupRow];
        const after: JobValues = { ...before, ...changed };
        await needPossible(caller, write, after, group);
        if (changed.name !== undefined || changed.group_id !== undefined) {
          await lockNames(tenant, transaction);
          if (await isJobNameTaken(tenant, transaction, group.id, after.name, before.id))
            throw new Refusal(schedulingErrors.jobNameTaken);
        }
        const state = { owner_id: userId, next_at: nextOf(after, group) };
        await updateJob(tenant, transaction, before.id, changed, state, new Date(clock.now()));
        const were = Object.fromEntries(Object.keys(changed).map((key) => [key, before[key as keyof JobValues]]));
        log({
          companyId: tenant.companyId,
          subject: subjectOf({ id: before.id, name: after.name }),
          before: inLog(were),
          after: inLog(changed),
        });
        tell(write, tenant.companyId);
        return null;
      });
    },

    async deleteScheduleJob(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const jobs = await needJobs(caller, write, body.JobIdList);
        await deleteJobs(
          tenant,
          write.transaction,
          jobs.map(({ id }) => id),
        );
        for (const job of jobs)
          write.log({
            companyId: tenant.companyId,
            subject: subjectOf(job),
            before: inLog({ name: job.name, expression: job.expression }),
          });
        tell(write, tenant.companyId);
        return { Deleted: jobs.length };
      });
    },

    async enableScheduleJob(context, { body }) {
      const { caller } = context;
      const { tenant, userId } = caller;
      return inOneWrite(deps, context, async (write) => {
        const { transaction, log } = write;
        const jobs = (await needJobs(caller, write, body.JobIdList)).filter(({ enabled }) => enabled !== body.Enabled);
        if (jobs.length === 0) write.unchanged();
        for (const job of jobs) {
          const [group] = (await needGroups(caller, write, [job.group_id])) as [GroupRow];
          if (body.Enabled) await needPossible(caller, write, job, group);
          const state = { owner_id: userId, next_at: nextOf({ ...job, enabled: body.Enabled }, group) };
          await updateJob(tenant, transaction, job.id, { enabled: body.Enabled }, state, new Date(clock.now()));
          log({
            companyId: tenant.companyId,
            subject: subjectOf(job),
            before: { enabled: job.enabled },
            after: { enabled: body.Enabled },
          });
        }
        if (jobs.length > 0) tell(write, tenant.companyId);
        return { Changed: jobs.length };
      });
    },

    async runScheduleJob(context, { body }) {
      const { caller } = context;
      const { tenant, userId } = caller;
      return inOneWrite(deps, context, async (write) => {
        const { transaction, log } = write;
        const [job] = (await needJobs(caller, write, [body.JobId])) as [JobRow];
        const [group] = (await needGroups(caller, write, [job.group_id])) as [GroupRow];
        // Nobody writes by another's rights: it runs with the owner's, and the one who starts it needs them, too.
        await needPossible(caller, write, { ...job, expression: '0 0 * * *' }, group);
        if (await hasOpenRun(tenant, transaction, job.id)) throw new Refusal(schedulingErrors.isRunning);
        const dueAt = new Date(clock.now());
        const run = { jobId: job.id, dueAt, outcome: 'waiting' as const, finishedAt: null, byUser: userId };
        const id = await insertRun(tenant, transaction, run);
        if (id === null) throw new Refusal(commonErrors.tooManyRequests);
        await orderRun(tenant, transaction, id);
        log({ companyId: tenant.companyId, subject: subjectOf(job), after: { startedByHand: true } });
        tell(write, tenant.companyId);
        return { RunId: id };
      });
    },

    async getScheduleFirings({ caller, language }, { body }) {
      const { rows } = await pageGroups(
        caller.tenant,
        db,
        { ids: [body.GroupId] },
        { by: 'name', ascending: true },
        { offset: 0, limit: 1 },
      );
      const [group] = rows;
      if (!group) throw new Refusal(commonErrors.notFound);
      return previewTask(deps, caller, language, { ...body, group });
    },

    async undoScheduleRun(context, { body }) {
      return undoRun(deps, context, body.RunId, needJobs);
    },

    async getScheduleRunPage({ caller, language }, { body }) {
      const { rows, total } = await pageRuns(
        caller.tenant,
        db,
        { jobIds: body.JobIdList, groupIds: body.GroupIdList, outcomes: body.OutcomeList },
        rowRange(body),
      );
      return { Data: rows.map((row) => presentRun(row, language)), TotalCount: total };
    },
  };
}
