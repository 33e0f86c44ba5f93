import {
  type AllCalls,
  commonErrors,
  type EnergyMeterRow,
  energyErrors,
  type Language,
  type ParsedInput,
} from '@watchpost/contract';
import type { Caller } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { differing, inOneWrite, type OneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { startOfDay } from '../../platform/zonedTime.ts';
import type { EnergyDeps } from '../deps.ts';
import { firstRecalculableDay, needZone, tellEnergy } from '../inProject.ts';
import { markDirty } from '../settle/settle.store.ts';
import { firstMeasured } from './firstMeasured.ts';
import {
  calculatedFrom,
  deleteMeters,
  endInstallation,
  findMeters,
  type InstallationRow,
  type InstallationValues,
  insertInstallation,
  insertMeter,
  isDeviceOf,
  lockMeters,
  type MeterRow,
  type MeterValues,
  meterOfInstallation,
  meterWithAccount,
  pageMeters,
  registersOf,
  setTerms,
  supplyOf,
  updateInstallation,
  updateMeter,
} from './meters.store.ts';
import { momentOf } from './momentOf.ts';
import { needMeters } from './needMeters.ts';

const whOfUnit: Readonly<Record<string, 1 | 1000 | 1_000_000>> = { wh: 1, kwh: 1000, mwh: 1_000_000 };
/** A register that people read: they enter kWh. */
const byHand = { unit: 'kWh', decimals: 2, used_by: null };
const unitOfWh: Readonly<Record<number, string>> = { 1: 'Wh', 1000: 'kWh', 1000000: 'MWh' };

type MeterCalls = Pick<
  AllCalls,
  | 'getEnergyMeterPage'
  | 'getEnergyRegisters'
  | 'addEnergyMeter'
  | 'editEnergyMeter'
  | 'replaceEnergyMeter'
  | 'editEnergyInstallation'
  | 'deleteEnergyMeter'
  | 'addCalculatedMeter'
  | 'setMeterTerms'
>;
type RegisterBody = Pick<
  ParsedInput<AllCalls['replaceEnergyMeter']>['body'],
  'IsManual' | 'PointId' | 'SerialNumber' | 'Multiplier' | 'Capacity' | 'StartReading'
>;

export const presentMeter = (row: MeterRow, language: Language): EnergyMeterRow => ({
  MeterId: row.id,
  MeterName: inLanguage(row.name, row.name_en, language),
  Name: row.name,
  MeterNameEn: row.name_en,
  ModelTreeId: row.device_id,
  ModelTreeName: row.device_name === null ? null : inLanguage(row.device_name, row.device_name_en, language),
  ParentId: row.parent_id,
  ParentName: row.parent_name === null ? null : inLanguage(row.parent_name, row.parent_name_en, language),
  MaxPower: row.max_watts / 1000,
  SettledEpoch: row.settled_through?.getTime() ?? null,
  OpenEvents: row.open_events,
  InstallationList: row.installations.map((each) => ({
    InstallationId: each.id,
    PointId: each.point_id,
    PointName: each.point_name === null ? null : inLanguage(each.point_name, each.point_name_en, language),
    IsManual: each.is_manual,
    SerialNumber: each.serial_number,
    Multiplier: each.multiplier,
    Unit: unitOfWh[each.unit_wh]!,
    Capacity: each.capacity,
    StartReading: each.start_reading,
    EndReading: each.end_reading,
    InstalledEpoch: each.installed_at,
    RemovedEpoch: each.removed_at,
  })),
  TermList: row.terms.map((each) => ({
    MeterId: each.id,
    MeterName: inLanguage(each.name, each.name_en, language),
    Factor: each.factor,
  })),
});

const inLog = ({
  name,
  name_en,
  device_id,
  max_watts,
  parent_name,
}: Partial<MeterValues & Pick<MeterRow, 'parent_name'>>): object => ({
  ...(name === undefined ? {} : { name }),
  ...(name_en === undefined ? {} : { nameEn: name_en }),
  ...(device_id === undefined ? {} : { deviceId: device_id }),
  ...(max_watts === undefined ? {} : { maxPower: max_watts / 1000 }),
  ...(parent_name === undefined ? {} : { parentMeter: parent_name }),
});

/** Readings and size of a register that may stand together. */
function checkReadings({
  capacity,
  start_reading,
  end_reading,
}: Pick<InstallationRow, 'capacity' | 'start_reading' | 'end_reading'>): void {
  if (capacity !== null && Math.max(start_reading ?? 0, end_reading ?? 0) >= capacity)
    throw new Refusal(energyErrors.capacityTooSmall);
  if (capacity === null && start_reading !== null && end_reading !== null && end_reading < start_reading)
    throw new Refusal(energyErrors.endBelowStart);
}

export function meterHandlers(deps: EnergyDeps): Handlers<MeterCalls> {
  const { db, clock, events } = deps;

  /** The earliest moment that may still be counted once more. */
  const recalculable = (timeZone: string): Date => startOfDay(firstRecalculableDay(clock.now(), timeZone), timeZone);

  /** What a meter points at exists in its project, and no circle comes of it. */
  async function checkPlace(
    { tenant }: Caller,
    { transaction }: OneWrite,
    projectId: number,
    meterId: number | null,
    { name, parent_id, device_id }: Partial<MeterValues>,
  ): Promise<void> {
    const meters = await supplyOf(tenant, transaction, projectId);
    if (name !== undefined && meters.some((each) => each.name === name && each.id !== meterId))
      throw new Refusal({ ...energyErrors.nameTaken, field: 'MeterName' });
    if (device_id !== undefined && device_id !== null) {
      if (!(await isDeviceOf(tenant, transaction, projectId, device_id))) throw new Refusal(commonErrors.notFound);
    }
    for (let above = parent_id ?? null, steps = 0; above !== null; steps++) {
      const parent = meters.find(({ id }) => id === above);
      if (!parent) throw new Refusal(commonErrors.notFound);
      if (above === meterId || steps > meters.length) throw new Refusal(energyErrors.parentBelow);
      above = parent.parent_id;
    }
  }

  async function registerOf(
    { tenant }: Caller,
    { transaction }: OneWrite,
    projectId: number,
    body: RegisterBody,
    meterId: number | null,
  ): Promise<InstallationValues> {
    const pointId = body.IsManual ? null : (body.PointId ?? null);
    if (pointId === null && !body.IsManual) throw new Refusal(energyErrors.pointMissing);
    const point =
      pointId === null ? byHand : (await registersOf(tenant, transaction, projectId)).find(({ id }) => id === pointId);
    if (!point) throw new Refusal(energyErrors.notRegister);
    const own = meterId === null ? null : (await findMeters(tenant, transaction, [meterId]))[0]!.name;
    if (point.used_by !== null && point.used_by !== own)
      throw new Refusal(energyErrors.registerInUse, { name: point.used_by });
    const values = {
      point_id: pointId,
      is_manual: body.IsManual,
      serial_number: body.SerialNumber,
      multiplier: body.Multiplier,
      unit_wh: whOfUnit[point.unit.toLowerCase()]!,
      register_count: 10 ** -point.decimals,
      capacity: body.Capacity ?? null,
      start_reading: body.StartReading ?? null,
    };
    checkReadings({ ...values, end_reading: null });
    return values;
  }

  /** Meters of the project that have a register, each once. */
  async function checkTerms(
    { tenant }: Caller,
    { transaction }: OneWrite,
    projectId: number,
    terms: readonly { MeterId: number; Factor: number }[],
  ): Promise<MeterRow[]> {
    const meters = await findMeters(
      tenant,
      transaction,
      terms.map(({ MeterId }) => MeterId),
    );
    const found = terms.map(({ MeterId }) => meters.find(({ id }) => id === MeterId));
    for (const [i, meter] of found.entries()) {
      if (meter?.project_id !== projectId) throw new Refusal(commonErrors.notFound);
      if (found.indexOf(meter) < i) throw new Refusal(energyErrors.termTwice, { name: meter.name });
      if (meter.terms.length > 0) throw new Refusal(energyErrors.termCalculated, { name: meter.name });
    }
    return found as MeterRow[];
  }
  const termsInLog = (terms: readonly { name: string; factor: number }[]): string =>
    terms.map(({ name, factor }) => `${factor} × ${name}`).join(' + ');

  const registerInLog = (values: Partial<InstallationValues> & { end_reading?: number | null }): object => ({
    ...(values.point_id === undefined ? {} : { pointId: values.point_id }),
    ...(values.serial_number === undefined ? {} : { meterSerial: values.serial_number }),
    ...(values.multiplier === undefined ? {} : { multiplier: values.multiplier }),
    ...(values.capacity === undefined ? {} : { capacity: values.capacity }),
    ...(values.start_reading === undefined ? {} : { startReading: values.start_reading }),
    ...(values.end_reading === undefined ? {} : { endReading: values.end_reading }),
  });

  return {
    async getEnergyMeterPage({ caller, language }, { body }) {
      await needZone(caller, db, body.ProjectId);
      const { rows, total } = await pageMeters(
        caller.tenant,
        db,
        { projectId: body.ProjectId, text: body.Text },
        { by: body.SortType, ascending: body.IsAsc },
        { offset: (body.PageIndex - 1) * body.PageSize, limit: body.PageSize },
      );
      return { Data: rows.map((row) => presentMeter(row, language)), TotalCount: total };
    },

    async getEnergyRegisters({ caller, language }, { query }) {
      await needZone(caller, db, query.projectId);
      return (await registersOf(caller.tenant, db, query.projectId)).map((row) => ({
        PointId: row.id,
        PointName: inLanguage(row.name, row.name_en, language),
        ModelTreeId: row.device_id,
        ModelTreeName: row.device_name === null ? null : inLanguage(row.device_name, row.device_name_en, language),
        Unit: row.unit,
        UsedBy: row.used_by,
      }));
    },

    async addEnergyMeter(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      const projectId = body.ProjectId;
      const timeZone = await needZone(caller, db, projectId);
      return inOneWrite(deps, context, async (write) => {
        const { transaction, log } = write;
        await lockMeters(tenant, transaction, projectId);
        const values: MeterValues = {
          name: body.MeterName,
          name_en: body.MeterNameEn ?? null,
          device_id: body.ModelTreeId ?? null,
          parent_id: body.ParentId ?? null,
          max_watts: Math.round(body.MaxPower * 1000),
        };
        await checkPlace(caller, write, projectId, null, values);
        const register = await registerOf(caller, write, projectId, body, null);
        const now = new Date(clock.now());
        const installed =
          body.InstalledTime === undefined
            ? register.point_id === null
              ? now
              : await firstMeasured(deps.history, register.point_id, now)
            : momentOf(body.InstalledTime, timeZone, clock.now());
        const id = await insertMeter(tenant, transaction, projectId, values, now);
        await insertInstallation(tenant, transaction, id, register, installed);
        log({
          companyId: tenant.companyId,
          projectId,
          subject: { kind: 'energyMeter', id, name: values.name },
          after: { ...inLog(values), ...registerInLog(register) },
        });
        tellEnergy(write, events, tenant.companyId);
        return { MeterId: id };
      });
    },

    async addCalculatedMeter(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      const projectId = body.ProjectId;
      await needZone(caller, db, projectId);
      return inOneWrite(deps, context, async (write) => {
        const { transaction, log } = write;
        await lockMeters(tenant, transaction, projectId);
        const of = await checkTerms(caller, write, projectId, body.TermList);
        const values: MeterValues = {
          name: body.MeterName,
          name_en: body.MeterNameEn ?? null,
          device_id: body.ModelTreeId ?? null,
          parent_id: body.ParentId ?? null,
          max_watts: Math.ceil(
            of.reduce((sum, { max_watts }, i) => sum + max_watts * Math.abs(body.TermList[i]!.Factor), 0),
          ),
        };
        await checkPlace(caller, write, projectId, null, values);
        const id = await insertMeter(tenant, transaction, projectId, values, new Date(clock.now()));
        await setTerms(
          tenant,
          transaction,
          id,
          body.TermList.map(({ MeterId, Factor }) => ({ meterId: MeterId, factor: Factor })),
        );
        // All that is settled of its meters becomes its own.
        await markDirty(tenant, transaction, [id], new Date(0));
        log({
          companyId: tenant.companyId,
          projectId,
          subject: { kind: 'energyMeter', id, name: values.name },
          after: {
            name: values.name,
            meterTerms: termsInLog(of.map(({ name }, i) => ({ name, factor: body.TermList[i]!.Factor }))),
          },
        });
        tellEnergy(write, events, tenant.companyId);
        return { MeterId: id };
      });
    },

    async setMeterTerms(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const { transaction } = write;
        const [meter] = await needMeters(caller, write, [body.MeterId]);
        if (meter!.terms.length === 0) throw new Refusal(energyErrors.notCalculated);
        const of = await checkTerms(caller, write, meter!.project_id, body.TermList);
        const inOrder = (terms: readonly { id: number; factor: number }[]) =>
          JSON.stringify(terms.map(({ id, factor }) => [id, factor]).toSorted(([a], [b]) => a! - b!));
        if (
          inOrder(meter!.terms) ===
          inOrder(body.TermList.map(({ MeterId, Factor }) => ({ id: MeterId, factor: Factor })))
        ) {
          write.unchanged();
          return null;
        }
        const after = termsInLog(of.map(({ name }, i) => ({ name, factor: body.TermList[i]!.Factor })));
        await setTerms(
          tenant,
          transaction,
          meter!.id,
          body.TermList.map(({ MeterId, Factor }) => ({ meterId: MeterId, factor: Factor })),
        );
        const zone = await needZone(caller, db, meter!.project_id);
        await markDirty(tenant, transaction, [meter!.id], recalculable(zone));
        write.log({
          companyId: tenant.companyId,
          projectId: meter!.project_id,
          subject: { kind: 'energyMeter', id: meter!.id, name: meter!.name },
          before: { meterTerms: termsInLog(meter!.terms) },
          after: { meterTerms: after },
        });
        tellEnergy(write, events, tenant.companyId);
        return null;
      });
    },

    async editEnergyMeter(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const [meter] = await needMeters(caller, write, [body.MeterId]);
        const asked = {
          ...(body.MeterName === undefined ? {} : { name: body.MeterName }),
          ...(body.MeterNameEn === undefined ? {} : { name_en: body.MeterNameEn }),
          ...(body.ModelTreeId === undefined ? {} : { device_id: body.ModelTreeId }),
          ...(body.ParentId === undefined ? {} : { parent_id: body.ParentId }),
          ...(body.MaxPower === undefined ? {} : { max_watts: Math.round(body.MaxPower * 1000) }),
        };
        const changed = differing<MeterValues>(meter!, asked);
        if (Object.keys(changed).length === 0) {
          write.unchanged();
          return null;
        }
        await checkPlace(caller, write, meter!.project_id, meter!.id, changed);
        await updateMeter(tenant, write.transaction, meter!.id, changed);
        const [now] = await findMeters(tenant, write.transaction, [meter!.id]);
        const of = (row: MeterRow) =>
          inLog({
            ...Object.fromEntries(Object.keys(changed).map((key) => [key, row[key as keyof MeterValues]])),
            ...('parent_id' in changed ? { parent_name: row.parent_name } : {}),
          });
        if ('max_watts' in changed)
          await markDirty(
            tenant,
            write.transaction,
            [meter!.id],
            recalculable(await needZone(caller, db, meter!.project_id)),
          );
        write.log({
          companyId: tenant.companyId,
          projectId: meter!.project_id,
          subject: { kind: 'energyMeter', id: meter!.id, name: now!.name },
          before: of(meter!),
          after: of(now!),
        });
        tellEnergy(write, events, tenant.companyId);
        return null;
      });
    },

    async replaceEnergyMeter(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const [meter] = await needMeters(caller, write, [body.MeterId]);
        const at = momentOf(body.Time, await needZone(caller, db, meter!.project_id), clock.now());
        if (meter!.terms.length > 0) throw new Refusal(energyErrors.isCalculated);
        const [present] = meter!.installations;
        if (present && at.getTime() <= present.installed_at) throw new Refusal(energyErrors.beforeInstallation);
        const end_reading = body.EndReading ?? null;
        if (present) checkReadings({ ...present, end_reading });
        const register = await registerOf(caller, write, meter!.project_id, body, meter!.id);
        if (present) await endInstallation(tenant, write.transaction, present.id, at, end_reading);
        await insertInstallation(tenant, write.transaction, meter!.id, register, at);
        // What the old register had not told until then belongs before the exchange, should that be at midnight.
        await markDirty(tenant, write.transaction, [meter!.id], new Date(at.getTime() - 1));
        write.log({
          companyId: tenant.companyId,
          projectId: meter!.project_id,
          subject: { kind: 'energyMeter', id: meter!.id, name: meter!.name },
          before: present ? { meterSerial: present.serial_number, endReading: end_reading } : null,
          after: { ...registerInLog(register), removedAt: at.toISOString() },
        });
        tellEnergy(write, events, tenant.companyId);
        return null;
      });
    },

    async editEnergyInstallation(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const meterId = await meterOfInstallation(tenant, write.transaction, body.InstallationId);
        if (meterId === null) throw new Refusal(commonErrors.notFound);
        const [meter] = await needMeters(caller, write, [meterId]);
        const present = meter!.installations.find(({ id }) => id === body.InstallationId)!;
        const changed = differing<
          Pick<InstallationRow, 'serial_number' | 'multiplier' | 'capacity' | 'start_reading' | 'end_reading'>
        >(present, {
          ...(body.SerialNumber === undefined ? {} : { serial_number: body.SerialNumber }),
          ...(body.Multiplier === undefined ? {} : { multiplier: body.Multiplier }),
          ...(body.Capacity === undefined ? {} : { capacity: body.Capacity }),
          ...(body.StartReading === undefined ? {} : { start_reading: body.StartReading }),
          ...(body.EndReading === undefined ? {} : { end_reading: body.EndReading }),
        });
        if (Object.keys(changed).length === 0) {
          write.unchanged();
          return null;
        }
        checkReadings({ ...present, ...changed });
        await updateInstallation(tenant, write.transaction, present.id, changed);
        const earliest = recalculable(await needZone(caller, db, meter!.project_id)).getTime();
        await markDirty(tenant, write.transaction, [meterId], new Date(Math.max(earliest, present.installed_at)));
        const were = Object.fromEntries(
          Object.keys(changed).map((key) => [key, present[key as keyof InstallationRow]]),
        );
        write.log({
          companyId: tenant.companyId,
          projectId: meter!.project_id,
          subject: { kind: 'energyMeter', id: meterId, name: meter!.name },
          before: registerInLog(were),
          after: registerInLog(changed),
        });
        tellEnergy(write, events, tenant.companyId);
        return null;
      });
    },

    async deleteEnergyMeter(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const meters = await needMeters(caller, write, body.MeterIdList);
        const withAccount = await meterWithAccount(
          tenant,
          write.transaction,
          meters.map(({ id }) => id),
        );
        if (withAccount !== null) throw new Refusal(energyErrors.hasAccount, { name: withAccount });
        const usedBy = await calculatedFrom(
          tenant,
          write.transaction,
          meters.map(({ id }) => id),
        );
        if (usedBy !== null) throw new Refusal(energyErrors.usedByCalculated, { name: usedBy });
        await deleteMeters(
          tenant,
          write.transaction,
          meters.map(({ id }) => id),
        );
        for (const { id, name, project_id, max_watts } of meters)
          write.log({
            companyId: tenant.companyId,
            projectId: project_id,
            subject: { kind: 'energyMeter', id, name },
            before: inLog({ name, max_watts }),
          });
        tellEnergy(write, events, tenant.companyId);
        return { Deleted: meters.length };
      });
    },
  };
}
