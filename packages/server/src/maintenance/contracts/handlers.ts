import {
  type AllCalls,
  commonErrors,
  type MaintenanceChange,
  type maintenanceCalls,
  maintenanceErrors,
  type ParsedInput,
  type ServiceTarget,
} from '@watchpost/contract';
import { type Caller, maySee, zoneOf } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { differing, inOneWrite, type OneWrite } from '../../logs/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { given } from '../../platform/given.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { takeNumber } from '../../work/index.ts';
import { listCalendars } from '../calendars/calendar.store.ts';
import { needRevision, noteChange } from '../changes.store.ts';
import { type MaintenanceDeps, tellMaintenance } from '../deps.ts';
import { tellVoid, tellWhoSigns } from '../messages/tellOfContract.ts';
import { contractFile } from '../papers/contractFile.wire.ts';
import { nameOf } from '../people.store.ts';
import { presentContract } from '../present.ts';
import { lockMaintenance, lockTeam } from '../teams/team.store.ts';
import { lockTemplates } from '../templates/template.store.ts';
import {
  type AgreedTarget,
  type ContractFilter,
  type ContractRow,
  type ContractValues,
  deleteContract,
  deletePlanned,
  hasVisits,
  insertContract,
  isNumberTaken,
  lockContract,
  pageContracts,
  setSubjects,
  updateContract,
  voidSignatures,
} from './contract.store.ts';
import { targetsInWords } from './document.ts';
import { sendSignLink } from './sendSignLink.wire.ts';
import { signContract } from './signContract.ts';

type Calls = Pick<
  typeof maintenanceCalls,
  | 'getContractPage'
  | 'getContractNumber'
  | 'addContract'
  | 'editContract'
  | 'deleteContract'
  | 'signContract'
  | 'sendSignLink'
  | 'terminateContract'
  | 'downloadContract'
  | 'downloadContractSeal'
>;
type Body = Partial<ParsedInput<AllCalls['addContract']>['body']>;

/** By severity, and with names in the order in which jsonb keeps them: what is the same compares as the same. */
const targetsOf = (
  targets: readonly ServiceTarget[],
  calendars: ReadonlyMap<number, AgreedTarget['calendar']>,
  before: readonly AgreedTarget[],
): AgreedTarget[] =>
  [...targets]
    .sort((a, b) => a.Level - b.Level)
    .map((each) => {
      // What was agreed on stays, also when the calendar was changed or deleted since.
      const kept = before.find(({ severity }) => severity === each.Level)?.calendar;
      const calendar =
        each.CalendarId === undefined ? null : kept?.id === each.CalendarId ? kept : calendars.get(each.CalendarId);
      if (calendar === undefined) throw new Refusal(maintenanceErrors.calendarGone);
      const minutesOfWeek = calendar?.windows.reduce(
        (sum, { weekday, from, to }) => sum + (weekday < 8 ? to - from : 0),
        0,
      );
      if (minutesOfWeek !== undefined && each.ResolutionMinutes > minutesOfWeek * maxTargetWeeks)
        throw new Refusal(maintenanceErrors.targetTooLong);
      return {
        ...(calendar && { calendar }),
        severity: each.Level,
        arrival_minutes: each.ArrivalMinutes,
        response_minutes: each.ResponseMinutes,
        resolution_minutes: each.ResolutionMinutes,
      };
    });
/** Two years: what takes longer is no target. */
const maxTargetWeeks = 104;

/** The service calendars that a contract can agree on: those of the company, and its own copy of one that is gone. */
async function agreeable(
  { tenant }: Caller,
  db: DbOrTransaction,
  before: readonly AgreedTarget[],
): Promise<Map<number, NonNullable<AgreedTarget['calendar']>>> {
  const own = before.flatMap(({ calendar }) => calendar ?? []);
  const present = (await listCalendars(tenant, db)).map(({ id, name, windows, holidays }) => ({
    ...{ id, name, windows, holidays },
  }));
  return new Map([...own, ...present].map((calendar) => [calendar.id, calendar]));
}

const valuesOf = (
  body: Body,
  calendars: Parameters<typeof targetsOf>[1],
  before: readonly AgreedTarget[],
): Partial<ContractValues> =>
  given({
    name: body.ContractName,
    number: body.ContractNumber,
    party_a: body.PartyA,
    team_id: body.TeamId,
    signing_date: body.SigningDate,
    valid_from: body.StartDate,
    valid_to: body.EndDate,
    cycle: body.Cycle,
    cycle_count: body.CycleCount,
    first_on: body.FirstDate,
    targets: body.TargetList && targetsOf(body.TargetList, calendars, before),
    amount_fen: body.Amount == null ? body.Amount : Math.round(body.Amount * 100),
    note: body.Note,
  });

/** What a list's call asks, in our words. @param today where the company is */
export const contractQuestion = (
  body: Omit<ParsedInput<AllCalls['getContractPage']>['body'], 'PageIndex' | 'PageSize'>,
  today: string,
): ContractFilter => ({ text: body.Text, state: body.State, teamId: body.TeamId, over: body.Over, today });

const logNames = {
  name: 'name',
  number: 'maintenanceNumber',
  party_a: 'partyA',
  signing_date: 'signingDay',
  valid_from: 'termFrom',
  valid_to: 'termTo',
  cycle: 'maintenanceCycle',
  cycle_count: 'maintenanceCycleCount',
  first_on: 'firstMaintenance',
  targets: 'serviceTargets',
  note: 'note',
} as const;
/** What is said to who read the contract before it was changed. */
const changeOf: Readonly<Record<keyof ContractValues, MaintenanceChange>> = {
  ...{ name: 'name', number: 'number', party_a: 'partyA', team_id: 'team', signing_date: 'signingDay' },
  ...{ valid_from: 'term', valid_to: 'term', cycle: 'cycle', cycle_count: 'cycle', first_on: 'first' },
  ...{ amount_fen: 'amount', targets: 'targets', note: 'note' },
};
const inLog = (values: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      const name = logNames[key as keyof typeof logNames];
      if (name === undefined) return [];
      return [[name, key === 'targets' ? targetsInWords(value as AgreedTarget[]) : value]];
    }),
  );

export function contractHandlers(deps: MaintenanceDeps): Handlers<Calls> {
  const { db, clock } = deps;
  const subjectOf = ({ id, name }: { id: number; name: string }) => ({
    kind: 'maintenanceContract' as const,
    id,
    name,
  });
  const toldOf = ({ tenant, userId }: Caller, { id, name, number }: Pick<ContractRow, 'id' | 'name' | 'number'>) => ({
    companyId: tenant.companyId,
    contract: { id, name, number },
    byUserId: userId,
  });
  const todayOf = async ({ tenant }: Caller, executor: DbOrTransaction): Promise<string> =>
    localOfEpoch(clock.now(), await zoneOf(tenant, executor)).slice(0, 10);

  async function needContract(
    caller: Caller,
    { transaction }: OneWrite,
    id: number,
    asked?: number,
  ): Promise<ContractRow> {
    const contract = await lockContract(caller.tenant, transaction, id, await todayOf(caller, transaction));
    if (!contract) throw new Refusal(commonErrors.notFound);
    if (contract.terminated_at !== null) throw new Refusal(maintenanceErrors.contractOver);
    await needRevision(caller.tenant, transaction, { ...contract, kind: 'contract' }, asked);
    return contract;
  }

  async function needToFit(
    { tenant }: Caller,
    { transaction }: OneWrite,
    values: Partial<ContractValues>,
    whole: Pick<ContractValues, 'valid_from' | 'valid_to' | 'first_on'>,
    {
      projectIds,
      templateIds,
    }: { projectIds?: readonly number[] | undefined; templateIds?: readonly number[] | undefined },
    exceptId: number | null,
  ): Promise<void> {
    if (templateIds?.length === 0) throw new Refusal(maintenanceErrors.contractIncomplete);
    if (whole.valid_to < whole.valid_from || whole.first_on < whole.valid_from || whole.first_on > whole.valid_to)
      throw new Refusal(maintenanceErrors.datesOutOfOrder);
    if (projectIds?.some((id) => !maySee(tenant, id, null))) throw new Refusal(commonErrors.notFound);
    if (values.team_id !== undefined) {
      const team = await lockTeam(tenant, transaction, values.team_id);
      if (!team) throw new Refusal(commonErrors.notFound);
      if (!team.enabled) throw new Refusal(maintenanceErrors.teamDisabled);
    }
    if (templateIds) {
      const found = await lockTemplates(tenant, transaction, templateIds);
      if (found.length < templateIds.length) throw new Refusal(commonErrors.notFound);
      const unpublished = found.find(({ n }) => n === null);
      if (unpublished) throw new Refusal(maintenanceErrors.templateNotPublished, { name: unpublished.name });
    }
    if (values.number === undefined) return;
    await lockMaintenance(tenant, transaction);
    if (await isNumberTaken(tenant, transaction, values.number, exceptId))
      throw new Refusal(maintenanceErrors.contractNumberTaken);
  }

  return {
    downloadContract: ({ caller, language }, { query }) =>
      contractFile(
        deps,
        { tenant: caller.tenant, timeZone: zoneOf(caller.tenant, db), language },
        query.contractId,
        'pdf',
      ),

    downloadContractSeal: ({ caller, language }, { query }) =>
      contractFile(
        deps,
        { tenant: caller.tenant, timeZone: zoneOf(caller.tenant, db), language },
        query.contractId,
        'seal',
      ),

    async getContractPage({ caller, language }, { body }) {
      const today = await todayOf(caller, db);
      const { rows, total } = await pageContracts(
        caller.tenant,
        db,
        contractQuestion(body, today),
        { by: body.SortType, ascending: body.IsAsc },
        rowRange(body),
      );
      return { Data: rows.map((row) => presentContract(row, today, language)), TotalCount: total };
    },

    async getContractNumber({ caller }) {
      const { tenant } = caller;
      try {
        return await db.transaction().execute(async (transaction) => ({
          ContractNumber: await takeNumber(tenant, transaction, {
            companyId: tenant.companyId,
            kind: 'K',
            day: await todayOf(caller, transaction),
          }),
        }));
      } catch {
        throw new Refusal(maintenanceErrors.numberFailed);
      }
    },

    addContract: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { tenant } = caller;
        const calendars = await agreeable(caller, write.transaction, []);
        const values = { signing_date: null, amount_fen: null, ...valuesOf(body, calendars, []) } as ContractValues;
        const subjects = {
          projectIds: [...new Set(body.ProjectIdList)],
          templateIds: [...new Set(body.TemplateIdList)],
        };
        await needToFit(caller, write, values, values, subjects, null);
        const at = new Date(clock.now());
        const id = await insertContract(tenant, write.transaction, values, at);
        await setSubjects(tenant, write.transaction, id, subjects);
        await tellWhoSigns(write.transaction, { ...toldOf(caller, { id, ...values }), at }, []);
        write.log({
          companyId: tenant.companyId,
          projectId: null,
          subject: subjectOf({ id, name: values.name }),
          after: {
            ...inLog(values),
            projectsOfContract: subjects.projectIds.length,
            maintenanceTemplates: subjects.templateIds.length,
          },
        });
        tellMaintenance(deps, write, tenant.companyId);
        return { ContractId: id };
      }),

    editContract: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { tenant } = caller;
        const before = await needContract(caller, write, body.ContractId, body.Revision);
        const calendars = await agreeable(caller, write.transaction, before.targets);
        const changed = differing<ContractValues>(before, valuesOf(body as Body, calendars, before.targets));
        const other = (ids: readonly number[] | undefined, present: readonly number[]) => {
          const wanted = ids && [...new Set(ids)].sort((a, b) => a - b);
          return wanted && String(wanted) !== String([...present].sort((a, b) => a - b)) ? wanted : undefined;
        };
        const subjects = {
          projectIds: other(body.ProjectIdList, before.project_ids),
          templateIds: other(
            body.TemplateIdList,
            before.templates.map(({ id }) => id),
          ),
        };
        if (Object.keys(changed).length === 0 && !subjects.projectIds && !subjects.templateIds) {
          write.unchanged();
          return null;
        }
        await needToFit(caller, write, changed, { ...before, ...changed }, subjects, before.id);
        await updateContract(tenant, write.transaction, before.id, changed, new Date(clock.now()));
        await setSubjects(tenant, write.transaction, before.id, subjects);
        const what = (Object.keys(changed) as (keyof ContractValues)[]).map((name) => changeOf[name]);
        if (subjects.projectIds) what.push('projects');
        if (subjects.templateIds) what.push('templates');
        await noteChange(
          tenant,
          write.transaction,
          { kind: 'contract', id: before.id },
          { what, by: await nameOf(tenant, write.transaction, caller.userId), at: new Date(clock.now()) },
        );
        // The document is another one: nobody has signed it, and no visit follows from it.
        if (await voidSignatures(tenant, write.transaction, before.id)) {
          await deletePlanned(tenant, write.transaction, before.id);
          await tellVoid(
            write.transaction,
            { ...toldOf(caller, { ...before, ...changed }), at: new Date(clock.now()) },
            before.signatures,
          );
        }
        const were = Object.fromEntries(Object.keys(changed).map((key) => [key, before[key as keyof ContractValues]]));
        write.log({
          companyId: tenant.companyId,
          projectId: null,
          subject: subjectOf({ id: before.id, name: changed.name ?? before.name }),
          before: {
            ...inLog(were),
            ...(subjects.projectIds && { projectsOfContract: before.project_ids.length }),
            ...(subjects.templateIds && { maintenanceTemplates: before.templates.length }),
          },
          after: {
            ...inLog(changed),
            ...(subjects.projectIds && { projectsOfContract: subjects.projectIds.length }),
            ...(subjects.templateIds && { maintenanceTemplates: subjects.templateIds.length }),
          },
        });
        tellMaintenance(deps, write, tenant.companyId);
        return null;
      }),

    deleteContract: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const contract = await needContract(caller, write, body.ContractId, body.Revision);
        if (contract.signatures.length === 2) throw new Refusal(maintenanceErrors.signedAlready);
        if (await hasVisits(caller.tenant, write.transaction, contract.id))
          throw new Refusal(maintenanceErrors.contractHasVisits);
        await deleteContract(caller.tenant, write.transaction, contract.id);
        write.log({
          companyId: caller.tenant.companyId,
          projectId: null,
          subject: subjectOf(contract),
          before: inLog({ name: contract.name, number: contract.number }),
        });
        tellMaintenance(deps, write, caller.tenant.companyId);
        return null;
      }),

    signContract: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const contract = await needContract(caller, write, body.ContractId);
        const signatory = {
          ...{ party: body.Party, userId: caller.userId, proof: 'identity' as const, mobile: null },
          name: await nameOf(caller.tenant, write.transaction, caller.userId),
        };
        const today = await todayOf(caller, write.transaction);
        return {
          State: await signContract(deps, caller.tenant, write, { contract, hash: body.Hash, signatory, today }),
        };
      }),

    sendSignLink: (context, { body }) => sendSignLink(deps, context, body),

    terminateContract: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { tenant } = caller;
        const contract = await needContract(caller, write, body.ContractId, body.Revision);
        const at = new Date(clock.now());
        await updateContract(
          tenant,
          write.transaction,
          contract.id,
          { terminated_at: at, terminate_reason: body.Reason },
          at,
        );
        await deletePlanned(tenant, write.transaction, contract.id);
        write.log({
          companyId: tenant.companyId,
          projectId: null,
          subject: subjectOf(contract),
          after: { reason: body.Reason },
        });
        tellMaintenance(deps, write, tenant.companyId);
        return null;
      }),
  };
}
