import {
  type AllCalls,
  canonicalUnitNumber,
  commonErrors,
  type InstallVerdict,
  installChecks,
  type ParsedInput,
  type remoteBootCalls,
  remoteBootErrors,
} from '@watchpost/contract';
import { type Caller, maySee } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { differing, inOneWrite, type OneWrite } from '../../logs/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { checkInstall, type Figures } from '../checkInstall.wire.ts';
import { type RemoteBootDeps, tellBoot } from '../deps.ts';
import { presentUnit } from '../present.ts';
import {
  calibersOf,
  deleteUnits,
  findUnit,
  insertUnit,
  isUnitNumberTaken,
  lockBoot,
  lockUnits,
  pageUnits,
  passwordsOfDay,
  pipeOf,
  revokePasswords,
  type UnitRow,
  type UnitValues,
  updateUnit,
} from '../remoteBoot.store.ts';
import { dayOf } from './dayOf.ts';

type UnitCalls = Pick<
  typeof remoteBootCalls,
  | 'getBootUnitPage'
  | 'addBootUnit'
  | 'editBootUnit'
  | 'deleteBootUnit'
  | 'checkInstall'
  | 'submitInstall'
  | 'approveInstall'
  | 'relockUnit'
>;
type UnitBody = Partial<ParsedInput<AllCalls['addBootUnit']>['body']>;
type InstallBody = ParsedInput<AllCalls['submitInstall']>['body'];

const valuesOf = (body: UnitBody): Partial<UnitValues> =>
  Object.fromEntries(
    Object.entries({
      name: body.UnitName,
      contract_number: body.ContractNumber,
      unit_number: body.UnitNumber === undefined ? undefined : canonicalUnitNumber(body.UnitNumber),
      model: body.Model,
      project_id: body.ProjectId,
      position: body.Position,
    }).filter(([, value]) => value !== undefined),
  );

const figuresOf = (body: InstallBody): Figures => ({
  length: Math.round(body.HorizontalLength * 1000),
  gasClimb: Math.round(body.GasClimb * 1000),
  liquidClimb: Math.round(body.LiquidClimb * 1000),
  gas: Math.round(body.GasDiameter * 100),
  riser: Math.round(body.RiserDiameter * 100),
  liquid: Math.round(body.LiquidDiameter * 100),
  oil: body.OilType,
});

const inLog = (values: Partial<UnitValues>): object => ({
  ...(values.name === undefined ? {} : { name: values.name }),
  ...(values.contract_number === undefined ? {} : { contractNumber: values.contract_number }),
  ...(values.unit_number === undefined ? {} : { unitNumber: values.unit_number }),
  ...(values.model === undefined ? {} : { unitModel: values.model }),
  ...(values.project_id === undefined ? {} : { projectId: values.project_id }),
  ...(values.position === undefined ? {} : { unitPlace: values.position }),
});

const conforms = (verdicts: readonly InstallVerdict[]): boolean => verdicts.every(({ Verdict }) => Verdict === 'ok');
const failed = (verdicts: readonly InstallVerdict[]) => {
  const names = verdicts.filter(({ Verdict }) => Verdict !== 'ok').map(({ Check }) => installChecks[Check]);
  return { zh: names.map(({ zh }) => zh).join('、'), en: names.map(({ en }) => en).join(', ') };
};

export async function needUnits(
  { tenant }: Caller,
  { transaction }: Pick<OneWrite, 'transaction'>,
  ids: readonly number[],
): Promise<UnitRow[]> {
  const wanted = [...new Set(ids)];
  const units = await lockUnits(tenant, transaction, wanted);
  if (units.length < wanted.length) throw new Refusal(commonErrors.notFound);
  return units;
}

export function unitHandlers(deps: RemoteBootDeps): Handlers<UnitCalls> {
  const { db, clock } = deps;
  const subjectOf = ({ id, name }: Pick<UnitRow, 'id' | 'name'>) => ({ kind: 'bootUnit' as const, id, name });

  async function needNumber(
    { tenant }: Caller,
    write: OneWrite,
    number: string,
    exceptId: number | null,
  ): Promise<void> {
    if (number.length < 4 || number.length > 32) throw new Refusal(remoteBootErrors.unitNumberShort);
    await lockBoot(tenant, write.transaction);
    if (await isUnitNumberTaken(tenant, write.transaction, number, exceptId))
      throw new Refusal(remoteBootErrors.unitNumberTaken);
  }

  function needProject({ tenant }: Caller, projectId: number | null | undefined): void {
    if (projectId != null && !maySee(tenant, projectId, null)) throw new Refusal(commonErrors.notFound);
  }

  async function verdictsOf(
    { tenant }: Caller,
    reading: DbOrTransaction,
    unit: UnitRow,
    figures: Figures,
  ): Promise<InstallVerdict[]> {
    const pipe = await pipeOf(tenant, reading, unit.model);
    if (!pipe) throw new Refusal(remoteBootErrors.noStandard, { model: unit.model });
    return checkInstall(figures, pipe, await calibersOf(tenant, reading, unit.model));
  }

  return {
    async getBootUnitPage({ caller, language }, { body }) {
      const { rows, total } = await pageUnits(
        caller.tenant,
        db,
        { text: body.Text, projectIds: body.ProjectIdList, states: body.InstallStatusList },
        { by: body.SortType, ascending: body.IsAsc },
        { offset: (body.PageIndex - 1) * body.PageSize, limit: body.PageSize },
      );
      return { Data: rows.map((row) => presentUnit(row, language)), TotalCount: total };
    },

    async addBootUnit(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const values = { project_id: null, ...valuesOf(body) } as UnitValues;
        needProject(caller, values.project_id);
        await needNumber(caller, write, values.unit_number, null);
        const id = await insertUnit(tenant, write.transaction, values, new Date(clock.now()));
        write.log({
          companyId: tenant.companyId,
          projectId: values.project_id,
          subject: subjectOf({ id, name: values.name }),
          after: inLog(values),
        });
        tellBoot(deps, write, tenant.companyId);
        return { UnitId: id };
      });
    },

    async editBootUnit(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const [before] = (await needUnits(caller, write, [body.UnitId])) as [UnitRow];
        const changed = differing<UnitValues>(before, valuesOf(body as UnitBody));
        if (Object.keys(changed).length === 0) {
          write.unchanged();
          return null;
        }
        // What the release and its passwords stand on.
        if (before.state === 'released' && (changed.model !== undefined || changed.unit_number !== undefined))
          throw new Refusal(remoteBootErrors.released);
        needProject(caller, changed.project_id);
        if (changed.unit_number !== undefined) await needNumber(caller, write, changed.unit_number, before.id);
        const anew = changed.model === undefined ? {} : { state: 'registered' as const, install: null, verdicts: [] };
        await updateUnit(tenant, write.transaction, before.id, { ...changed, ...anew }, new Date(clock.now()));
        const were = Object.fromEntries(Object.keys(changed).map((key) => [key, before[key as keyof UnitValues]]));
        write.log({
          companyId: tenant.companyId,
          projectId: changed.project_id ?? before.project_id,
          subject: subjectOf({ id: before.id, name: changed.name ?? before.name }),
          before: inLog(were),
          after: inLog(changed),
        });
        tellBoot(deps, write, tenant.companyId);
        return null;
      });
    },

    async deleteBootUnit(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const units = await needUnits(caller, write, body.UnitIdList);
        const released = units.filter(({ state }) => state === 'released').map(({ id }) => id);
        if (released.length > 0) throw new Refusal(remoteBootErrors.released, {}, released);
        await deleteUnits(
          tenant,
          write.transaction,
          units.map(({ id }) => id),
        );
        for (const unit of units)
          write.log({
            companyId: tenant.companyId,
            projectId: unit.project_id,
            subject: subjectOf(unit),
            before: inLog({ name: unit.name, unit_number: unit.unit_number }),
          });
        tellBoot(deps, write, tenant.companyId);
        return { Deleted: units.length };
      });
    },

    async checkInstall({ caller }, { body }) {
      const unit = await findUnit(caller.tenant, db, body.UnitId);
      if (!unit) throw new Refusal(commonErrors.notFound);
      return { VerdictList: await verdictsOf(caller, db, unit, figuresOf(body)) };
    },

    async submitInstall(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const [unit] = (await needUnits(caller, write, [body.UnitId])) as [UnitRow];
        if (unit.state === 'released') throw new Refusal(remoteBootErrors.released);
        const install = figuresOf(body);
        const verdicts = await verdictsOf(caller, write.transaction, unit, install);
        const state = conforms(verdicts) ? ('conforms' as const) : ('deviates' as const);
        await updateUnit(tenant, write.transaction, unit.id, { install, verdicts, state }, new Date(clock.now()));
        write.log({
          companyId: tenant.companyId,
          projectId: unit.project_id,
          subject: subjectOf(unit),
          before: { bootState: unit.state },
          after: { bootState: state, installFigures: verdicts.map(({ Found }) => Found).join(', ') },
        });
        tellBoot(deps, write, tenant.companyId);
        return { InstallStatus: state };
      });
    },

    async approveInstall(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const [unit] = (await needUnits(caller, write, [body.UnitId])) as [UnitRow];
        if (unit.state === 'released') {
          write.unchanged();
          return null;
        }
        if (unit.install === null) throw new Refusal(remoteBootErrors.notInstalled);
        if (unit.state !== 'conforms')
          throw new Refusal(remoteBootErrors.notConforming, { list: failed(unit.verdicts) });
        await updateUnit(tenant, write.transaction, unit.id, { state: 'released' }, new Date(clock.now()));
        write.log({
          companyId: tenant.companyId,
          projectId: unit.project_id,
          subject: subjectOf(unit),
          before: { bootState: unit.state },
          after: { bootState: 'released' },
        });
        tellBoot(deps, write, tenant.companyId);
        return null;
      });
    },

    async relockUnit(context, { body }) {
      const { caller } = context;
      const { tenant, userId } = caller;
      return inOneWrite(deps, context, async (write) => {
        const [unit] = (await needUnits(caller, write, [body.UnitId])) as [UnitRow];
        if (unit.state !== 'released') throw new Refusal(remoteBootErrors.notReleased);
        const at = new Date(clock.now());
        const anew = { state: 'registered' as const, install: null, verdicts: [] };
        await updateUnit(tenant, write.transaction, unit.id, anew, at);
        const today = await passwordsOfDay(tenant, write.transaction, unit.unit_number, dayOf(unit, clock.now()));
        await revokePasswords(
          tenant,
          write.transaction,
          today.map(({ id }) => id),
          { userId, at, reason: body.Reason },
        );
        write.log({
          companyId: tenant.companyId,
          projectId: unit.project_id,
          subject: subjectOf(unit),
          before: { bootState: unit.state },
          after: { bootState: 'registered', reason: body.Reason },
        });
        tellBoot(deps, write, tenant.companyId);
        return null;
      });
    },
  };
}
