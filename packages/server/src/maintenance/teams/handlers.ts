import {
  type AllCalls,
  commonErrors,
  type maintenanceCalls,
  maintenanceErrors,
  type ParsedInput,
  teamTypeNames,
} from '@watchpost/contract';
import { type Caller, zoneOf } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { differing, inOneWrite, type OneWrite } from '../../logs/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { given } from '../../platform/given.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { countTeamRepairs, passOnOrders } from '../../repair/index.ts';
import { insertWorkMessages } from '../../work/index.ts';
import { noteChange } from '../changes.store.ts';
import { voidSignatures } from '../contracts/contract.store.ts';
import { type MaintenanceDeps, tellMaintenance } from '../deps.ts';
import { leadersOf } from '../messages/people.store.ts';
import { tellVoid } from '../messages/tellOfContract.ts';
import { membersOf, nameOf } from '../people.store.ts';
import { presentTeam } from '../present.ts';
import {
  deleteTeam,
  insertTeam,
  isTeamNameTaken,
  lockMaintenance,
  lockTeam,
  lockTeams,
  otherTeams,
  pageTeams,
  passOnWork,
  setMembers,
  type TeamMember,
  type TeamRow,
  type TeamValues,
  updateTeam,
  workOfTeam,
} from './team.store.ts';

type Calls = Pick<
  typeof maintenanceCalls,
  'getTeamPage' | 'getTeamPeople' | 'getTeamWork' | 'addTeam' | 'editTeam' | 'setTeamStatus' | 'removeTeam'
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

  /**
   * What a team that is being disabled has open becomes its successor's. @returns null: nothing is open
   * @throws Refusal `teamHasWork` where nobody takes it over, `successorUnfit`
   */
  async function passOn(
    { tenant }: Caller,
    write: OneWrite,
    team: TeamRow,
    successorId: number | undefined,
    at: Date,
  ): Promise<{ name: string; userIds: number[]; isWindowTurned: boolean } | null> {
    const { transaction } = write;
    const today = await todayOf(tenant, transaction);
    const repairs = await countTeamRepairs(tenant, transaction, team.id);
    const { visits, contracts } = (await workOfTeam(tenant, transaction, team.id, today))!;
    if (repairs + visits + contracts === 0) return null;
    if (successorId === undefined)
      throw new Refusal(maintenanceErrors.teamHasWork, { n: repairs + visits, m: contracts });
    const successor = await lockTeam(tenant, transaction, successorId);
    if (!successor) throw new Refusal(commonErrors.notFound);
    if (!successor.enabled || successor.id === team.id) throw new Refusal(maintenanceErrors.successorUnfit);
    const passed = await passOnWork(tenant, transaction, { fromId: team.id, toId: successor.id, today, at });
    const by = await nameOf(tenant, transaction, tenant.userId);
    for (const contract of passed.contracts) {
      const { companyId } = tenant;
      await noteChange(tenant, transaction, { kind: 'contract', id: contract.id }, { what: ['team'], by, at });
      // Not signed by both yet: what is to be signed names another team now. What both signed stays as they signed it.
      if (contract.signatures.length === 1) {
        await voidSignatures(tenant, transaction, contract.id);
        await tellVoid(transaction, { companyId, contract, byUserId: tenant.userId, at }, contract.signatures);
      }
      await insertWorkMessages(tenant, transaction, {
        ...{ companyId, projectId: null, at },
        userIds: (await leadersOf(tenant, transaction, contract.id)).filter((userId) => userId !== tenant.userId),
        about: { kind: 'contract', id: contract.id },
        text: {
          zh: `维保合同“${contract.name}”（${contract.number}）由“${team.name}”转给“${successor.name}”，其工单请重新指派`,
          en: `Maintenance contract “${contract.name}” (${contract.number}) passes from “${team.name}” to “${successor.name}”. Assign its visits.`,
        },
      });
      write.log({
        companyId,
        projectId: null,
        subject: { kind: 'maintenanceContract', id: contract.id, name: contract.name },
        before: { maintenanceUnit: team.name },
        after: { maintenanceUnit: successor.name },
      });
    }
    for (const { id, project_id, contract_name, planned_on, left_name } of passed.visits)
      write.log({
        companyId: tenant.companyId,
        projectId: project_id,
        subject: { kind: 'maintenanceOrder', id, name: `${contract_name} ${planned_on}` },
        before: { maintenanceUnit: team.name, ...(left_name !== null && { assignedTo: left_name }) },
        after: { maintenanceUnit: successor.name },
      });
    const { userIds, isWindowTurned } = await passOnOrders(tenant, write, { from: team, to: successor, at });
    return {
      name: successor.name,
      userIds: [...userIds, ...successor.members.map(({ user_id }) => user_id)],
      isWindowTurned,
    };
  }
  const todayOf = async (tenant: Caller['tenant'], executor: DbOrTransaction): Promise<string> =>
    localOfEpoch(clock.now(), await zoneOf(tenant, executor)).slice(0, 10);

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

    async getTeamWork({ caller: { tenant } }, { query }) {
      const work = await workOfTeam(tenant, db, query.teamId, await todayOf(tenant, db));
      if (!work) throw new Refusal(commonErrors.notFound);
      const others = await otherTeams(tenant, db, query.teamId);
      return {
        RepairCount: await countTeamRepairs(tenant, db, query.teamId),
        VisitCount: work.visits,
        ContractCount: work.contracts,
        SuccessorList: others.map(({ id, name }) => ({ TeamId: id, TeamName: name })),
      };
    },

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

    async setTeamStatus(context, { body }) {
      let isWindowTurned = false;
      await inOneWrite(deps, context, async (write) => {
        const { tenant } = context.caller;
        // Both teams are locked in one order: two people may each hand one over to the other.
        await lockTeams(tenant, write.transaction, [
          body.TeamId,
          ...(body.SuccessorId === undefined ? [] : [body.SuccessorId]),
        ]);
        const team = await needTeam(context.caller, write, body.TeamId);
        if (team.enabled === body.Enabled) {
          write.unchanged();
          return;
        }
        const at = new Date(clock.now());
        await updateTeam(tenant, write.transaction, team.id, { enabled: body.Enabled }, at);
        const passed = body.Enabled ? null : await passOn(context.caller, write, team, body.SuccessorId, at);
        isWindowTurned = passed?.isWindowTurned ?? false;
        write.log({
          companyId: tenant.companyId,
          projectId: null,
          subject: subjectOf(team),
          before: { teamEnabled: team.enabled },
          after: { teamEnabled: body.Enabled, ...(passed && { successor: passed.name }) },
        });
        // What is lent to its members for repair orders ends with it.
        const userIds = [...new Set([...team.members.map(({ user_id }) => user_id), ...(passed?.userIds ?? [])])];
        if (userIds.length > 0) write.afterCommit(() => deps.events.emit('accessChanged', { userIds }));
        tellMaintenance(deps, write, tenant.companyId);
        if (passed)
          write.afterCommit(() => deps.events.emit('listsChanged', { companyId: tenant.companyId, kinds: ['repair'] }));
      });
      if (isWindowTurned) await deps.alarms.lookAtShelves();
      return null;
    },

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
