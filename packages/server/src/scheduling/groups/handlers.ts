import { commonErrors, type schedulingCalls, schedulingErrors } from '@watchpost/contract';
import { type Caller, maySee } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { differing, inOneWrite, type OneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { inBoth } from '../../platform/inLanguage.ts';
import { findPointsToWrite } from '../../writing/index.ts';
import type { SchedulingDeps } from '../deps.ts';
import { nextDue, placeOf } from '../dueTimes.ts';
import { presentGroup } from '../present.ts';
import {
  deleteGroups,
  type GroupRow,
  type GroupValues,
  insertGroup,
  isGroupNameTaken,
  jobsOfGroup,
  lockGroups,
  lockNames,
  pageGroups,
  setGroupPoints,
  setGroupProjects,
  setNext,
  timeZonesOf,
  updateGroup,
} from '../schedule.store.ts';

type GroupCalls = Pick<
  typeof schedulingCalls,
  'getScheduleGroupPage' | 'addScheduleGroup' | 'editScheduleGroup' | 'deleteScheduleGroup' | 'enableScheduleGroup'
>;

const sorted = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b);
const isSame = (a: readonly number[], b: readonly number[]): boolean => a.join() === b.join();

/** Those of the groups that the caller sees, locked. @throws Refusal when one is not there */
export async function needGroups(
  { tenant }: Caller,
  { transaction }: Pick<OneWrite, 'transaction'>,
  ids: readonly number[],
): Promise<GroupRow[]> {
  const wanted = sorted(ids);
  const groups = await lockGroups(tenant, transaction, wanted);
  if (groups.length < wanted.length) throw new Refusal(commonErrors.notFound);
  return groups;
}

export function groupHandlers(deps: SchedulingDeps): Handlers<GroupCalls> {
  const { db, clock, events } = deps;
  const tell = ({ afterCommit }: Pick<OneWrite, 'afterCommit'>, companyId: number): void =>
    afterCommit(() => events.emit('listsChanged', { companyId, kinds: ['schedule'] }));

  /** All of each project is open to the caller, their clocks agree, and the points are theirs. */
  async function needPlaces(
    { tenant }: Caller,
    { transaction }: OneWrite,
    projectIds: readonly number[],
    pointIds: readonly number[],
  ): Promise<void> {
    if (!projectIds.every((id) => maySee(tenant, id, null))) throw new Refusal(commonErrors.notFound);
    if ((await timeZonesOf(tenant, transaction, projectIds)).length > 1)
      throw new Refusal(schedulingErrors.differentZones);
    const points = await findPointsToWrite(tenant, transaction, pointIds);
    for (const id of pointIds) {
      const point = points.get(id);
      if (!point) throw new Refusal(commonErrors.notFound);
      if (!projectIds.includes(point.project_id))
        throw new Refusal(schedulingErrors.notOfProjects, { point: inBoth(point.name, point.name_en) });
    }
  }

  /** When the tasks of a group are due next, by the clock it has now; null while it is switched off. */
  async function timeJobs({ tenant }: Caller, { transaction }: OneWrite, group: GroupRow): Promise<void> {
    for (const { id, expression, enabled } of await jobsOfGroup(tenant, transaction, group.id)) {
      const next = enabled && group.enabled ? nextDue(expression, placeOf(group), clock.now()) : null;
      await setNext(tenant, transaction, id, next === null ? null : new Date(next));
    }
  }

  return {
    async getScheduleGroupPage({ caller, language }, { body }) {
      const { rows, total } = await pageGroups(
        caller.tenant,
        db,
        { text: body.GroupName, ids: body.GroupIdList, projectIds: body.ProjectIdList },
        { by: body.SortType, ascending: body.IsAsc },
        rowRange(body),
      );
      const points = await findPointsToWrite(
        caller.tenant,
        db,
        rows.flatMap(({ point_ids }) => point_ids),
      );
      return { Data: rows.map((row) => presentGroup(row, points, language)), TotalCount: total };
    },

    async addScheduleGroup(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      const projectIds = sorted(body.ProjectIdList);
      const pointIds = sorted(body.PointIdList);
      return inOneWrite(deps, context, async (write) => {
        const { transaction, log } = write;
        await needPlaces(caller, write, projectIds, pointIds);
        await lockNames(tenant, transaction);
        if (await isGroupNameTaken(tenant, transaction, body.GroupName, null))
          throw new Refusal(schedulingErrors.groupNameTaken);
        const values = { name: body.GroupName, description: body.GroupDescription, enabled: body.Enabled };
        const id = await insertGroup(tenant, transaction, values, new Date(clock.now()));
        await setGroupProjects(tenant, transaction, id, projectIds);
        await setGroupPoints(tenant, transaction, id, pointIds);
        const subject = { kind: 'scheduleGroup', id, name: values.name } as const;
        log({ companyId: tenant.companyId, subject, after: { ...values, projectIds, pointIds } });
        tell(write, tenant.companyId);
        return { GroupId: id };
      });
    },

    async editScheduleGroup(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const { transaction, log, unchanged } = write;
        const [before] = (await needGroups(caller, write, [body.GroupId])) as [GroupRow];
        const wanted: Partial<GroupValues> = {};
        if (body.GroupName !== undefined) wanted.name = body.GroupName;
        if (body.GroupDescription !== undefined) wanted.description = body.GroupDescription;
        if (body.Enabled !== undefined) wanted.enabled = body.Enabled;
        const changed = differing<GroupValues>(before, wanted);
        const were = {
          ...Object.fromEntries(Object.keys(changed).map((key) => [key, before[key as keyof GroupValues]])),
        };
        const places = {
          projectIds:
            body.ProjectIdList === undefined ? before.projects.map(({ id }) => id) : sorted(body.ProjectIdList),
          pointIds: body.PointIdList === undefined ? before.point_ids : sorted(body.PointIdList),
        };
        const placesBefore = { projectIds: before.projects.map(({ id }) => id), pointIds: before.point_ids };
        const moved = Object.fromEntries(
          (['projectIds', 'pointIds'] as const)
            .filter((key) => !isSame(places[key], placesBefore[key]))
            .map((key) => [key, places[key]]),
        );
        if (Object.keys({ ...changed, ...moved }).length === 0) {
          unchanged();
          return null;
        }
        if (Object.keys(moved).length > 0) {
          await needPlaces(caller, write, places.projectIds, places.pointIds);
          await keepWritten(caller, write, before, places.pointIds);
        }
        if (changed.name !== undefined) {
          await lockNames(tenant, transaction);
          if (await isGroupNameTaken(tenant, transaction, changed.name, before.id))
            throw new Refusal(schedulingErrors.groupNameTaken);
        }
        await updateGroup(tenant, transaction, before.id, changed, new Date(clock.now()));
        if ('projectIds' in moved) await setGroupProjects(tenant, transaction, before.id, places.projectIds);
        if ('pointIds' in moved) await setGroupPoints(tenant, transaction, before.id, places.pointIds);
        const [after] = (await needGroups(caller, write, [before.id])) as [GroupRow];
        await timeJobs(caller, write, after);
        log({
          companyId: tenant.companyId,
          subject: { kind: 'scheduleGroup', id: before.id, name: after.name },
          before: {
            ...were,
            ...Object.fromEntries(Object.keys(moved).map((key) => [key, placesBefore[key as 'pointIds']])),
          },
          after: { ...changed, ...moved },
        });
        tell(write, tenant.companyId);
        return null;
      });

      /** A point that a task writes stays in its group. */
      async function keepWritten(
        who: Caller,
        { transaction }: OneWrite,
        group: GroupRow,
        pointIds: readonly number[],
      ): Promise<void> {
        for (const job of await jobsOfGroup(who.tenant, transaction, group.id))
          for (const { pointId } of job.writes) {
            if (pointIds.includes(pointId) || !group.point_ids.includes(pointId)) continue;
            const point = (await findPointsToWrite(who.tenant, transaction, [pointId])).get(pointId);
            throw new Refusal(schedulingErrors.pointInUse, {
              point: point ? inBoth(point.name, point.name_en) : String(pointId),
              job: job.name,
            });
          }
      }
    },

    async deleteScheduleGroup(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const groups = await needGroups(caller, write, body.GroupIdList);
        const used = groups.filter(({ job_count }) => job_count > 0).map(({ id }) => id);
        if (used.length > 0) throw new Refusal(schedulingErrors.groupInUse, {}, used);
        await deleteGroups(
          tenant,
          write.transaction,
          groups.map(({ id }) => id),
        );
        for (const { id, name, description } of groups)
          write.log({
            companyId: tenant.companyId,
            subject: { kind: 'scheduleGroup', id, name },
            before: { name, description },
          });
        tell(write, tenant.companyId);
        return { Deleted: groups.length };
      });
    },

    async enableScheduleGroup(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const groups = (await needGroups(caller, write, body.GroupIdList)).filter(
          ({ enabled }) => enabled !== body.Enabled,
        );
        if (groups.length === 0) write.unchanged();
        for (const group of groups) {
          await updateGroup(tenant, write.transaction, group.id, { enabled: body.Enabled }, new Date(clock.now()));
          await timeJobs(caller, write, { ...group, enabled: body.Enabled });
          write.log({
            companyId: tenant.companyId,
            subject: { kind: 'scheduleGroup', id: group.id, name: group.name },
            before: { enabled: group.enabled },
            after: { enabled: body.Enabled },
          });
        }
        if (groups.length > 0) tell(write, tenant.companyId);
        return { Changed: groups.length };
      });
    },
  };
}
