import {
  type AllCalls,
  commonErrors,
  type maintenanceCalls,
  maintenanceErrors,
  type ParsedInput,
  teamTypeNames,
} from '@watchpost/contract';
import type { Caller } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { differing, inOneWrite, type OneWrite } from '../../logs/index.ts';
import { given } from '../../platform/given.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { type MaintenanceDeps, tellMaintenance } from '../deps.ts';
import { membersOf } from '../people.store.ts';
import { presentTeam } from '../present.ts';
import {
  deleteTeam,
  insertTeam,
  isTeamNameTaken,
  lockMaintenance,
  lockTeam,
  pageTeams,
  setMembers,
  type TeamMember,
  type TeamRow,
  type TeamValues,
  updateTeam,
} from './team.store.ts';

type Calls = Pick<
  typeof maintenanceCalls,
  'getTeamPage' | 'getTeamPeople' | 'addTeam' | 'editTeam' | 'setTeamStatus' | 'removeTeam'
>;
type Body = Partial<ParsedInput<AllCalls['addTeam']>['body']>;

const valuesOf = (body: Body): Partial<TeamValues> =>
  given({
    name: body.TeamName,
    types: body.TypeList && teamTypeNames.filter((type) => body.TypeList!.includes(type)),
    areas: body.AreaList && [...new Set(body.AreaList)],
    note: body.Note,
  });

const membersIn = (list: NonNullable<Body['MemberList']>): TeamMember[] =>
  [...new Map(list.map((member) => [member.UserId, member])).values()].map(({ UserId, IsAdmin, Mobile }) => ({
    user_id: UserId,
    is_admin: IsAdmin,
    mobile: Mobile ?? '',
  }));

const logNames = { name: 'name', types: 'teamTypeList', areas: 'teamAreas', note: 'note' } as const;
const inLog = (values: Partial<TeamValues>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [logNames[key as keyof TeamValues], value]));

export function teamHandlers(deps: MaintenanceDeps): Handlers<Calls> {
  const { db, clock } = deps;
  const subjectOf = ({ id, name }: { id: number; name: string }) => ({ kind: 'maintenanceTeam' as const, id, name });

  async function needTeam({ tenant }: Caller, { transaction }: OneWrite, id: number): Promise<TeamRow> {
    const team = await lockTeam(tenant, transaction, id);
    if (!team) throw new Refusal(commonErrors.notFound);
    return team;
  }
  async function needToFit(
    { tenant }: Caller,
    { transaction }: OneWrite,
    values: Partial<TeamValues>,
    exceptId: number | null,
  ): Promise<void> {
    if (values.types?.length === 0 || values.areas?.length === 0) throw new Refusal(maintenanceErrors.teamIncomplete);
    if (values.name === undefined) return;
    await lockMaintenance(tenant, transaction);
    if (await isTeamNameTaken(tenant, transaction, values.name, exceptId))
      throw new Refusal(maintenanceErrors.teamNameTaken);
  }
  async function needMembers({ tenant }: Caller, { transaction }: OneWrite, members: readonly TeamMember[]) {
    const ids = members.map(({ user_id }) => user_id);
    const found = await membersOf(tenant, transaction, ids);
    if (found.length < ids.length) throw new Refusal(maintenanceErrors.memberElsewhere);
    return found.map(({ name }) => name);
  }

  return {
    async getTeamPage({ caller }, { body }) {
      const { rows, total } = await pageTeams(
        caller.tenant,
        db,
        { text: body.Text, type: body.Type, enabled: body.Enabled },
        body.IsAsc,
        rowRange(body),
      );
      return { Data: rows.map(presentTeam), TotalCount: total };
    },

    getTeamPeople: async ({ caller }) =>
      (await membersOf(caller.tenant, db)).map(({ id, name }) => ({ UserId: id, UserName: name })),

    addTeam: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { tenant } = context.caller;
        const values = valuesOf(body) as TeamValues;
        const members = membersIn(body.MemberList);
        const names = await needMembers(context.caller, write, members);
        await needToFit(context.caller, write, values, null);
        const id = await insertTeam(tenant, write.transaction, values, new Date(clock.now()));
        await setMembers(tenant, write.transaction, id, members);
        write.log({
          companyId: tenant.companyId,
          projectId: null,
          subject: subjectOf({ id, name: values.name }),
          after: { ...inLog(values), teamMembers: names },
        });
        tellMaintenance(deps, write, tenant.companyId);
        return { TeamId: id };
      }),

    editTeam: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { tenant } = context.caller;
        const before = await needTeam(context.caller, write, body.TeamId);
        const changed = differing<TeamValues>(before, valuesOf(body as Body));
        const members = body.MemberList && membersIn(body.MemberList as never);
        const bare = (list: readonly TeamMember[]) =>
          JSON.stringify(
            list
              .map(({ user_id, is_admin, mobile }) => [user_id, is_admin, mobile])
              .sort(([a], [b]) => Number(a) - Number(b)),
          );
        const moves = members !== undefined && bare(members) !== bare(before.members);
        if (Object.keys(changed).length === 0 && !moves) {
          write.unchanged();
          return null;
        }
        const names = moves ? await needMembers(context.caller, write, members) : [];
        await needToFit(context.caller, write, changed, before.id);
        await updateTeam(tenant, write.transaction, before.id, changed, new Date(clock.now()));
        if (moves) await setMembers(tenant, write.transaction, before.id, members);
        const were = Object.fromEntries(Object.keys(changed).map((key) => [key, before[key as keyof TeamValues]]));
        write.log({
          companyId: tenant.companyId,
          projectId: null,
          subject: subjectOf({ id: before.id, name: changed.name ?? before.name }),
          before: { ...inLog(were), ...(moves && { teamMembers: before.members.map(({ name }) => name) }) },
          after: { ...inLog(changed), ...(moves && { teamMembers: names }) },
        });
        tellMaintenance(deps, write, tenant.companyId);
        return null;
      }),

    setTeamStatus: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { tenant } = context.caller;
        const team = await needTeam(context.caller, write, body.TeamId);
        if (team.enabled === body.Enabled) {
          write.unchanged();
          return null;
        }
        await updateTeam(tenant, write.transaction, team.id, { enabled: body.Enabled }, new Date(clock.now()));
        write.log({
          companyId: tenant.companyId,
          projectId: null,
          subject: subjectOf(team),
          before: { teamEnabled: team.enabled },
          after: { teamEnabled: body.Enabled },
        });
        // What is lent to its members for repair orders ends with it.
        const userIds = team.members.map(({ user_id }) => user_id);
        if (userIds.length > 0) write.afterCommit(() => deps.events.emit('accessChanged', { userIds }));
        tellMaintenance(deps, write, tenant.companyId);
        return null;
      }),

    removeTeam: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { tenant } = context.caller;
        const team = await needTeam(context.caller, write, body.TeamId);
        if (team.order_count > 0) throw new Refusal(maintenanceErrors.teamHasOrders);
        if (team.contract_count > 0) throw new Refusal(maintenanceErrors.teamHasContracts);
        await deleteTeam(tenant, write.transaction, team.id);
        write.log({
          companyId: tenant.companyId,
          projectId: null,
          subject: subjectOf(team),
          before: inLog({ name: team.name, areas: team.areas }),
        });
        tellMaintenance(deps, write, tenant.companyId);
        return null;
      }),
  };
}
