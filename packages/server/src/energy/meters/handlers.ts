import { type AllCalls, type EnergyMeterRow, energyErrors, type Language } from '@watchpost/contract';
import type { Handlers } from '../../handlers.ts';
import { differing, inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { refuseIfClosed } from '../closing/refuseIfClosed.ts';
import type { EnergyDeps } from '../deps.ts';
import { earliestRecalculable, needZone, tellEnergy } from '../inProject.ts';
import { markDirty } from '../settle/settle.store.ts';
import { checkPlace } from './checkPlace.ts';
import { firstMeasured } from './firstMeasured.ts';
import {
  calculatedFrom,
  deleteMeters,
  findMeters,
  insertInstallation,
  insertMeter,
  lockMeters,
  type MeterRow,
  type MeterValues,
  meterWithAccount,
  pageMeters,
  updateMeter,
} from './meters.store.ts';
import { momentOf } from './momentOf.ts';
import { needMeters } from './needMeters.ts';
import { registerInLog, registerOf } from './registerOf.wire.ts';

const unitOfWh: Readonly<Record<number, string>> = { 1: 'Wh', 1000: 'kWh', 1000000: 'MWh' };

type MeterCalls = Pick<AllCalls, 'getEnergyMeterPage' | 'addEnergyMeter' | 'editEnergyMeter' | 'deleteEnergyMeter'>;
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
  AccuracyClass: row.accuracy_percent,
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
  accuracy_percent,
  parent_name,
}: Partial<MeterValues & Pick<MeterRow, 'parent_name'>>): object => ({
  ...(name === undefined ? {} : { name }),
  ...(name_en === undefined ? {} : { nameEn: name_en }),
  ...(device_id === undefined ? {} : { deviceId: device_id }),
  ...(max_watts === undefined ? {} : { maxPower: max_watts / 1000 }),
  ...(accuracy_percent === undefined ? {} : { accuracyClass: accuracy_percent }),
  ...(parent_name === undefined ? {} : { parentMeter: parent_name }),
});

export function meterHandlers(deps: EnergyDeps): Handlers<MeterCalls> {
  const { db, clock, events } = deps;

  return {
    async getEnergyMeterPage({ caller, language }, { body }) {
      await needZone(caller, db, body.ProjectId);
      const { rows, total } = await pageMeters(
        caller.tenant,
        db,
        { projectId: body.ProjectId, text: body.Text },
        { by: body.SortType, ascending: body.IsAsc },
        rowRange(body),
      );
      return { Data: rows.map((row) => presentMeter(row, language)), TotalCount: total };
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
          accuracy_percent: body.AccuracyClass ?? null,
        };
        await checkPlace(caller, write, projectId, null, values);
        const register = await registerOf(caller, write, projectId, body, null);
        const now = new Date(clock.now());
        const installed =
          body.InstalledTime === undefined
            ? register.point_id === null
              ? // People enter readings to the minute.
                new Date(Math.floor(clock.now() / 60_000) * 60_000)
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
          ...(body.AccuracyClass === undefined ? {} : { accuracy_percent: body.AccuracyClass }),
        };
        const changed = differing<MeterValues>(meter!, asked);
        if (Object.keys(changed).length === 0) {
          write.unchanged();
          return null;
        }
        await checkPlace(caller, write, meter!.project_id, meter!.id, changed);
        if ('parent_id' in changed) await refuseIfClosed(caller, write, [meter!.id]);
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
            earliestRecalculable(clock.now(), await needZone(caller, db, meter!.project_id)),
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
        await refuseIfClosed(
          caller,
          write,
          meters.map(({ id }) => id),
        );
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
