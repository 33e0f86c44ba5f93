import { type AllCalls, commonErrors, energyErrors } from '@watchpost/contract';
import type { Handlers } from '../../handlers.ts';
import { differing, inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import type { EnergyDeps } from '../deps.ts';
import { earliestRecalculable, needZone, tellEnergy } from '../inProject.ts';
import {
  activeUnits,
  endInstallation,
  type InstallationRow,
  insertInstallation,
  meterOfInstallation,
  reactiveUnits,
  registersOf,
  updateInstallation,
} from '../meters/meters.store.ts';
import { momentOf } from '../meters/momentOf.ts';
import { needMeters } from '../meters/needMeters.ts';
import { checkAgainstRead, checkReadings, registerInLog, registerOf } from '../meters/registerOf.wire.ts';
import { extremesOf } from '../readings/readings.store.ts';
import { markDirty } from '../settle/settle.store.ts';

/** Registers of meters: which there are, their exchange and their correction. */
export function registerHandlers(
  deps: EnergyDeps,
): Handlers<Pick<AllCalls, 'getEnergyRegisters' | 'replaceEnergyMeter' | 'editEnergyInstallation'>> {
  const { db, clock, events } = deps;
  return {
    async getEnergyRegisters({ caller, language }, { query }) {
      await needZone(caller, db, query.projectId);
      return (await registersOf(caller.tenant, db, query.projectId, query.reactive ? reactiveUnits : activeUnits)).map(
        (row) => ({
          PointId: row.id,
          PointName: inLanguage(row.name, row.name_en, language),
          ModelTreeId: row.device_id,
          ModelTreeName: row.device_name === null ? null : inLanguage(row.device_name, row.device_name_en, language),
          Unit: row.unit,
          UsedBy: row.used_by,
        }),
      );
    },

    async replaceEnergyMeter(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const { transaction } = write;
        const [meter] = await needMeters(caller, write, [body.MeterId]);
        const at = momentOf(body.Time, await needZone(caller, db, meter!.project_id), clock.now());
        if (meter!.terms.length > 0) throw new Refusal(energyErrors.isCalculated);
        const [present] = meter!.installations;
        if (present && at.getTime() <= present.installed_at) throw new Refusal(energyErrors.beforeInstallation);
        const end_reading = body.EndReading ?? null;
        if (present) {
          checkReadings({ ...present, end_reading });
          const read = await extremesOf(tenant, transaction, present.id);
          if (read && read.last_at >= at) throw new Refusal(energyErrors.readAfterExchange);
          checkAgainstRead({ ...present, end_reading }, read);
        }
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
        checkAgainstRead({ ...present, ...changed }, await extremesOf(tenant, write.transaction, present.id));
        await updateInstallation(tenant, write.transaction, present.id, changed);
        const earliest = earliestRecalculable(clock.now(), await needZone(caller, db, meter!.project_id)).getTime();
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
  };
}
