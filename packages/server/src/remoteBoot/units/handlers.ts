import {
  type AllCalls,
  calls,
  canonicalUnitNumber,
  commonErrors,
  lockValueOf,
  type ParsedInput,
  type remoteBootCalls,
  remoteBootErrors,
} from '@watchpost/contract';
import { type Caller, inEveryProject, mayInCompany, mayInProject, maySee, system } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { differing, inOneWrite, type OneWrite } from '../../logs/index.ts';
import { holdersInCompany } from '../../people/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { bootDeviceOf, setPhotos } from '../boot/boot.store.ts';
import { runningPointsOf } from '../boot/runningPoints.ts';
import { type RemoteBootDeps, tellBoot } from '../deps.ts';
import { notInstalled } from '../install/notInstalled.ts';
import { presentUnit } from '../present.ts';
import { lockBoot } from '../standards/standard.store.ts';
import { dayOf, isTakenOn } from './dayOf.ts';
import { isReleased, needUnit, needUnits, unitSubject } from './needUnits.ts';
import {
  deleteUnits,
  insertUnit,
  isUnitNumberTaken,
  namesOfMembers,
  pageUnits,
  type UnitRow,
  type UnitValues,
  unitOfDevice,
  updateUnit,
} from './unit.store.ts';

type UnitCalls = Pick<
  typeof remoteBootCalls,
  'getBootUnitPage' | 'getBootInstallers' | 'addBootUnit' | 'editBootUnit' | 'deleteBootUnit'
>;
/** What a list's call asks, in our words. */
export const unitQuestion = (
  body: Omit<ParsedInput<AllCalls['getBootUnitPage']>['body'], 'PageIndex' | 'PageSize'>,
): Parameters<typeof pageUnits>[2] => ({
  text: body.Text,
  projectIds: body.ProjectIdList,
  states: body.InstallStatusList,
  related: body.Related,
});

type UnitBody = Partial<ParsedInput<AllCalls['addBootUnit']>['body']>;
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
      installer_id: body.InstallerId,
      has_no_clock: body.HasNoClock,
    }).filter(([, value]) => value !== undefined),
  );

/** A new unit with all its columns. */
export const newValuesOf = (body: UnitBody): UnitValues =>
  ({
    project_id: null,
    device_id: null,
    lock_point_id: null,
    unlock_value: 1,
    installer_id: null,
    has_no_clock: false,
    ...valuesOf(body),
  }) as UnitValues;

/** @param installer the name of the one among the values */
export const inLog = (values: Partial<UnitValues>, installer: string | null = null): object => ({
  ...(values.name === undefined ? {} : { name: values.name }),
  ...(values.contract_number === undefined ? {} : { contractNumber: values.contract_number }),
  ...(values.unit_number === undefined ? {} : { unitNumber: values.unit_number }),
  ...(values.model === undefined ? {} : { unitModel: values.model }),
  ...(values.project_id === undefined ? {} : { projectId: values.project_id }),
  ...(values.position === undefined ? {} : { unitPlace: values.position }),
  ...(values.device_id === undefined ? {} : { bootDevice: values.device_id }),
  ...(values.lock_point_id === undefined ? {} : { lockPoint: values.lock_point_id }),
  ...(values.unlock_value === undefined ? {} : { unlockValue: values.unlock_value }),
  ...(values.has_no_clock === undefined ? {} : { hasNoClock: values.has_no_clock }),
  ...(values.installer_id === undefined ? {} : { unitInstaller: installer }),
});

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
    if (await isUnitNumberTaken(tenant, write.transaction, number, exceptId))
      throw new Refusal(remoteBootErrors.unitNumberTaken);
  }

  function needProject({ tenant }: Caller, projectId: number | null | undefined): void {
    if (projectId != null && !maySee(tenant, projectId, null)) throw new Refusal(commonErrors.notFound);
  }

  /** @returns the name of the installer, for the log */
  async function needInstaller(
    { tenant }: Caller,
    { transaction }: OneWrite,
    userId: number | null | undefined,
  ): Promise<string | null> {
    if (userId == null) return null;
    const able = await holdersInCompany(system, transaction, tenant.companyId, calls.submitInstall.access);
    if (!able.includes(userId)) throw new Refusal(remoteBootErrors.installerUnknown);
    return (await namesOfMembers(tenant, transaction, [userId]))[0]?.name ?? null;
  }

  const touchesDevice = (changed: Partial<UnitValues>): boolean =>
    changed.project_id !== undefined || changed.device_id !== undefined || changed.lock_point_id !== undefined;

  /** Its device stands in its project and is no other unit, and its lock point is one of the device that can be written to. */
  async function needDevice(
    { tenant }: Caller,
    { transaction }: OneWrite,
    unit: Pick<UnitValues, 'project_id' | 'device_id' | 'lock_point_id'>,
    exceptId: number | null,
  ): Promise<void> {
    const device = unit.device_id === null ? null : await bootDeviceOf(tenant, transaction, unit.device_id);
    if (unit.device_id !== null && (!device || device.project_id !== unit.project_id))
      throw new Refusal(remoteBootErrors.bootDeviceElsewhere);
    if (unit.lock_point_id !== null && !device?.lock_point_ids.includes(unit.lock_point_id))
      throw new Refusal(remoteBootErrors.lockElsewhere);
    if (unit.device_id === null) return;
    const other = await unitOfDevice(tenant, transaction, unit.device_id, exceptId);
    if (other !== null) throw new Refusal(remoteBootErrors.bootDeviceTaken, { name: other || '–' });
  }

  /** What the caller may do with a unit as it stands, so that no button is offered that is refused. */
  const mayWith = (caller: Caller, unit: UnitRow) => ({
    install:
      !isReleased(unit) &&
      (unit.installer_id === null || unit.installer_id === caller.userId) &&
      mayInCompany(caller, calls.submitInstall.access),
    approve:
      (unit.state === 'conforms' || unit.state === 'deviates') &&
      unit.submitted_by !== caller.userId &&
      mayInCompany(caller, ['bootApprove']),
    reveal:
      unit.state === 'released' &&
      unit.submitted_by === caller.userId &&
      unit.unseen !== null &&
      isTakenOn(unit.unseen, dayOf(unit, clock.now())),
    unlock: unit.state === 'released' && mayInCompany(caller, ['bootPasswords']) && mayWriteLock(caller, unit),
    lockValue:
      isReleased(unit) && mayInCompany(caller, ['bootApprove']) && mayWriteLock(caller, unit)
        ? lockValueOf(unit.unlock_value)
        : null,
  });
  const mayWriteLock = (caller: Caller, { lock_point_id, project_id }: UnitRow): boolean =>
    lock_point_id !== null &&
    project_id !== null &&
    caller.grants !== null &&
    mayInProject(caller.grants, project_id, ['remoteWrite']);

  return {
    async getBootUnitPage({ caller, language }, { body }) {
      const { rows, total } = await pageUnits(
        caller.tenant,
        db,
        unitQuestion(body),
        { by: body.SortType, ascending: body.IsAsc },
        rowRange(body),
      );
      return { Data: rows.map((row) => presentUnit(row, language, mayWith(caller, row))), TotalCount: total };
    },

    async getBootInstallers({ caller: { tenant } }) {
      const able = await holdersInCompany(system, db, tenant.companyId, calls.submitInstall.access);
      return (await namesOfMembers(tenant, db, able)).map(({ user_id, name }) => ({ UserId: user_id, Name: name }));
    },

    async addBootUnit(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const values = newValuesOf(body);
        needProject(caller, values.project_id);
        await lockBoot(tenant, write.transaction);
        const installer = await needInstaller(caller, write, values.installer_id);
        await needDevice(caller, write, values, null);
        await needNumber(caller, write, values.unit_number, null);
        const id = await insertUnit(tenant, write.transaction, values, new Date(clock.now()));
        write.log({
          companyId: tenant.companyId,
          projectId: values.project_id,
          subject: subjectOf({ id, name: values.name }),
          after: inLog(values, installer),
        });
        tellBoot(deps, write, tenant.companyId);
        return { UnitId: id };
      });
    },

    async editBootUnit(context, { body }) {
      const caller = inEveryProject(context.caller, calls.editBootUnit.access);
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        // First of all, as in adding a unit: two changes wait for each other in one order.
        await lockBoot(tenant, write.transaction);
        const before = await needUnit(caller, write, body.UnitId);
        const changed = differing<UnitValues>(before, valuesOf(body as UnitBody));
        if (Object.keys(changed).length === 0) {
          write.unchanged();
          return null;
        }
        // What the release and its passwords stand on.
        const { model, unit_number, has_no_clock } = changed;
        if (isReleased(before) && [model, unit_number, has_no_clock].some((value) => value !== undefined))
          throw new Refusal(remoteBootErrors.released);
        // Its first hour is judged by the device at which it began.
        if (before.watch_state === 'watching' && changed.device_id !== undefined)
          throw new Refusal(remoteBootErrors.deviceWatched);
        needProject(caller, changed.project_id);
        const installer = await needInstaller(caller, write, changed.installer_id);
        if (touchesDevice(changed)) await needDevice(caller, write, { ...before, ...changed }, before.id);
        if (changed.unit_number !== undefined) await needNumber(caller, write, changed.unit_number, before.id);
        const anew = changed.model === undefined ? {} : notInstalled;
        if (changed.model !== undefined)
          await setPhotos(tenant, write.transaction, before.id, [], new Date(clock.now()));
        const other =
          isReleased(before) && changed.device_id !== undefined
            ? { running_before: await runningPointsOf(deps, tenant, write.transaction, changed.device_id) }
            : {};
        await updateUnit(
          tenant,
          write.transaction,
          before.id,
          { ...changed, ...anew, ...other },
          new Date(clock.now()),
        );
        const were = Object.fromEntries(Object.keys(changed).map((key) => [key, before[key as keyof UnitValues]]));
        write.log({
          companyId: tenant.companyId,
          projectId: changed.project_id ?? before.project_id,
          subject: subjectOf({ id: before.id, name: changed.name ?? before.name }),
          before: inLog(were, before.installer_name),
          after: inLog(changed, installer),
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
  };
}
