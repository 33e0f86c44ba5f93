import {
  type AllCalls,
  type Bilingual,
  calls,
  canonicalUnitNumber,
  commonErrors,
  type InstallVerdict,
  installChecks,
  type ParsedInput,
  type remoteBootCalls,
  remoteBootErrors,
} from '@watchpost/contract';
import { type Caller, inEveryProject, maySee, zoneOf } from '../../access/index.ts';
import { needOwnFile } from '../../files/index.ts';
import type { Handlers } from '../../handlers.ts';
import { differing, inOneWrite, type OneWrite } from '../../logs/index.ts';
import { nameOfUser } from '../../people/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { bootDeviceOf, insertBootEvent, setPhotos } from '../boot/boot.store.ts';
import { notifyApprovers } from '../boot/notifyApprovers.ts';
import { checkInstall, type Figures } from '../checkInstall.wire.ts';
import { type RemoteBootDeps, tellBoot } from '../deps.ts';
import { passwordsOfDay, revokePasswords } from '../passwords/password.store.ts';
import { presentUnit } from '../present.ts';
import { calibersOf, lockBoot, pipeOf } from '../standards/standard.store.ts';
import { dayOf } from './dayOf.ts';
import {
  deleteUnits,
  findUnit,
  insertUnit,
  isUnitNumberTaken,
  lockUnits,
  pageUnits,
  type UnitRow,
  type UnitValues,
  updateUnit,
} from './unit.store.ts';

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
/** Characters of a reason why deviations are waived. */
const minWaiver = 10;

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
      device_id: body.ModelTreeId,
      lock_point_id: body.LockPointId,
      unlock_value: body.UnlockValue === null ? 1 : body.UnlockValue,
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
  ...(body.OilTraps == null ? {} : { traps: body.OilTraps }),
  ...(body.PressureFrom == null
    ? {}
    : {
        pressure: {
          from: Math.round(body.PressureFrom * 1000),
          to: Math.round(body.PressureTo! * 1000),
          fromTemp: body.PressureFromTemp!,
          toTemp: body.PressureToTemp!,
          hours: body.PressureHours!,
          step: body.GaugeStep == null ? usualGaugeStep : Math.round(body.GaugeStep * 1000),
        },
      }),
  ...(body.VacuumEnd == null ? {} : { vacuum: { end: body.VacuumEnd, rise: body.VacuumRise! } }),
});
/** kPa: a digital gauge. */
const usualGaugeStep = 1;

const inLog = (values: Partial<UnitValues>): object => ({
  ...(values.name === undefined ? {} : { name: values.name }),
  ...(values.contract_number === undefined ? {} : { contractNumber: values.contract_number }),
  ...(values.unit_number === undefined ? {} : { unitNumber: values.unit_number }),
  ...(values.model === undefined ? {} : { unitModel: values.model }),
  ...(values.project_id === undefined ? {} : { projectId: values.project_id }),
  ...(values.position === undefined ? {} : { unitPlace: values.position }),
  ...(values.device_id === undefined ? {} : { bootDevice: values.device_id }),
  ...(values.lock_point_id === undefined ? {} : { lockPoint: values.lock_point_id }),
  ...(values.unlock_value === undefined ? {} : { unlockValue: values.unlock_value }),
});

const conforms = (verdicts: readonly InstallVerdict[]): boolean => verdicts.every(({ Verdict }) => Verdict === 'ok');
const failed = (verdicts: readonly InstallVerdict[]) => {
  const names = verdicts.filter(({ Verdict }) => Verdict !== 'ok').map(({ Check }) => installChecks[Check]);
  return { zh: names.map(({ zh }) => zh).join('、'), en: names.map(({ en }) => en).join(', ') };
};

export const unitSubject = ({ id, name }: Pick<UnitRow, 'id' | 'name'>) => ({ kind: 'bootUnit' as const, id, name });

/** What a unit is before its installation is entered, or anew. */
const notInstalled = {
  ...{ state: 'registered' as const, install: null, verdicts: [], submitted_by: null, waiver: '', waived_name: null },
  ...{ released_at: null, booted_at: null, boot_way: null, watch_state: null, watch_checks: [] },
};

const isReleased = ({ state }: Pick<UnitRow, 'state'>): boolean => state === 'released' || state === 'booted';

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
  const subjectOf = unitSubject;

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

  const touchesDevice = (changed: Partial<UnitValues>): boolean =>
    changed.project_id !== undefined || changed.device_id !== undefined || changed.lock_point_id !== undefined;

  /** Its device stands in its project, and its lock point is one of the device that can be written to. */
  async function needDevice(
    { tenant }: Caller,
    { transaction }: OneWrite,
    unit: Pick<UnitValues, 'project_id' | 'device_id' | 'lock_point_id'>,
  ): Promise<void> {
    const device = unit.device_id === null ? null : await bootDeviceOf(tenant, transaction, unit.device_id);
    if (unit.device_id !== null && (!device || device.project_id !== unit.project_id))
      throw new Refusal(remoteBootErrors.bootDeviceElsewhere);
    if (unit.lock_point_id !== null && !device?.lock_point_ids.includes(unit.lock_point_id))
      throw new Refusal(remoteBootErrors.lockElsewhere);
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

  async function notifyOfWaiting(
    { tenant }: Caller,
    write: OneWrite,
    unit: UnitRow,
    deviations: Bilingual,
  ): Promise<void> {
    const name = { zh: `${unit.name}（${unit.unit_number}）`, en: `${unit.name} (${unit.unit_number})` };
    const hasApprovers = await notifyApprovers(deps, write.transaction, unit, {
      timeZone: await zoneOf(tenant, write.transaction),
      subject: { zh: '机组等待放行', en: 'A unit waits for its release' },
      line: {
        zh: deviations.zh === '' ? `${name.zh}：安装合规` : `${name.zh}：存在偏差（${deviations.zh}）`,
        en: deviations.en === '' ? `${name.en}: conforms` : `${name.en}: deviates (${deviations.en})`,
      },
      exceptUserId: tenant.userId,
    });
    if (hasApprovers) write.afterCommit(() => deps.outbox.wake());
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
        const none = { project_id: null, device_id: null, lock_point_id: null, unlock_value: 1 };
        const values = { ...none, ...valuesOf(body) } as UnitValues;
        needProject(caller, values.project_id);
        await needDevice(caller, write, values);
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
      const caller = inEveryProject(context.caller, calls.editBootUnit.access);
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const [before] = (await needUnits(caller, write, [body.UnitId])) as [UnitRow];
        const changed = differing<UnitValues>(before, valuesOf(body as UnitBody));
        if (Object.keys(changed).length === 0) {
          write.unchanged();
          return null;
        }
        // What the release and its passwords stand on.
        if (isReleased(before) && (changed.model !== undefined || changed.unit_number !== undefined))
          throw new Refusal(remoteBootErrors.released);
        needProject(caller, changed.project_id);
        if (touchesDevice(changed)) await needDevice(caller, write, { ...before, ...changed });
        if (changed.unit_number !== undefined) await needNumber(caller, write, changed.unit_number, before.id);
        const anew = changed.model === undefined ? {} : notInstalled;
        if (changed.model !== undefined)
          await setPhotos(tenant, write.transaction, before.id, [], new Date(clock.now()));
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
        const released = units.filter(isReleased).map(({ id }) => id);
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
        if (isReleased(unit)) throw new Refusal(remoteBootErrors.released);
        const photos: string[] = [];
        for (const photo of new Set(body.PhotoList)) photos.push(await needOwnFile(tenant, write.transaction, photo));
        const at = new Date(clock.now());
        const install = figuresOf(body);
        const verdicts = await verdictsOf(caller, write.transaction, unit, install);
        const state = conforms(verdicts) ? ('conforms' as const) : ('deviates' as const);
        const submitted = { install, verdicts, state, submitted_by: tenant.userId };
        await updateUnit(tenant, write.transaction, unit.id, submitted, at);
        await setPhotos(tenant, write.transaction, unit.id, photos, at);
        const { zh, en } = conforms(verdicts) ? { zh: '', en: '' } : failed(verdicts);
        const userName = await nameOfUser(tenant, write.transaction, tenant.userId);
        await insertBootEvent(tenant, write.transaction, { unitId: unit.id, kind: 'submitted', at, userName, zh, en });
        // Figures that are corrected wait since they were first entered.
        if (unit.state === 'registered') await notifyOfWaiting(caller, write, unit, { zh, en });
        write.log({
          companyId: tenant.companyId,
          projectId: unit.project_id,
          subject: subjectOf(unit),
          before: { bootState: unit.state },
          after: {
            bootState: state,
            installFigures: verdicts.map(({ Found }) => Found).join(', '),
            photoCount: photos.length,
          },
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
        if (isReleased(unit)) {
          write.unchanged();
          return null;
        }
        if (unit.install === null) throw new Refusal(remoteBootErrors.notInstalled);
        const isWaived = unit.state !== 'conforms';
        if (isWaived && body.Waiver.length < minWaiver)
          throw new Refusal(remoteBootErrors.notConforming, { list: failed(unit.verdicts) });
        if (isWaived && unit.submitted_by === tenant.userId) throw new Refusal(remoteBootErrors.submitterWaives);
        const at = new Date(clock.now());
        const userName = await nameOfUser(tenant, write.transaction, tenant.userId);
        const waived = isWaived ? { waiver: body.Waiver, waived_name: userName } : {};
        await updateUnit(tenant, write.transaction, unit.id, { state: 'released', released_at: at, ...waived }, at);
        const text = isWaived ? body.Waiver : '';
        await insertBootEvent(tenant, write.transaction, {
          ...{ unitId: unit.id, kind: isWaived ? ('waived' as const) : ('approved' as const), at, userName },
          ...{ zh: text, en: text },
        });
        write.log({
          companyId: tenant.companyId,
          projectId: unit.project_id,
          subject: subjectOf(unit),
          before: { bootState: unit.state },
          after: { bootState: 'released', ...(isWaived && { bootWaiver: body.Waiver }) },
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
        if (!isReleased(unit)) throw new Refusal(remoteBootErrors.notReleased);
        const at = new Date(clock.now());
        await updateUnit(tenant, write.transaction, unit.id, notInstalled, at);
        await setPhotos(tenant, write.transaction, unit.id, [], at);
        const userName = await nameOfUser(tenant, write.transaction, tenant.userId);
        await insertBootEvent(tenant, write.transaction, {
          ...{ unitId: unit.id, kind: 'relocked' as const, at, userName },
          ...{ zh: body.Reason, en: body.Reason },
        });
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
