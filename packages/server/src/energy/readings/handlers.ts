import { type AllCalls, commonErrors, energyErrors } from '@watchpost/contract';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import type { EnergyDeps } from '../deps.ts';
import { needZone, tellEnergy } from '../inProject.ts';
import { deleteEventsAt, findMeters } from '../meters/meters.store.ts';
import { momentOf } from '../meters/momentOf.ts';
import { needMeters } from '../meters/needMeters.ts';
import { markDirty } from '../settle/settle.store.ts';
import { deleteReading, findReading, insertReading, pageReadings, readingsBeside } from './readings.store.ts';

export function readingHandlers(
  deps: EnergyDeps,
): Handlers<Pick<AllCalls, 'getMeterReadings' | 'addMeterReading' | 'deleteMeterReading'>> {
  const { db, clock, events } = deps;
  return {
    async getMeterReadings({ caller }, { body }) {
      const [meter] = await findMeters(caller.tenant, db, [body.MeterId]);
      if (!meter) throw new Refusal(commonErrors.notFound);
      const { rows, total } = await pageReadings(caller.tenant, db, meter.id, rowRange(body));
      return {
        Data: rows.map((row) => ({
          ReadingId: row.id,
          MeterId: row.meter_id,
          SerialNumber: row.serial_number,
          Epoch: row.read_at.getTime(),
          Reading: row.reading,
          Wh: row.wh,
          Doubt: row.doubt,
          Note: row.note,
          EnteredName: row.entered_name,
        })),
        TotalCount: total,
      };
    },

    async addMeterReading(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const { transaction } = write;
        const [meter] = await needMeters(caller, write, [body.MeterId]);
        const timeZone = await needZone(caller, db, meter!.project_id);
        const at = momentOf(body.Time, timeZone, clock.now());
        const present = meter!.installations[0];
        if (!present?.is_manual) throw new Refusal(energyErrors.notManual);
        if (at.getTime() < present.installed_at) throw new Refusal(energyErrors.outsideInstallation);
        const beside = await readingsBeside(tenant, transaction, present.id, at);
        if (beside.at) throw new Refusal(energyErrors.readAlready);
        const before =
          beside.before ??
          (present.start_reading === null
            ? null
            : { read_at: new Date(present.installed_at), reading: present.start_reading });
        const named = ({ read_at, reading }: { read_at: Date; reading: number }) => ({
          time: localOfEpoch(read_at.getTime(), timeZone).slice(0, 16),
          reading: String(reading),
        });
        // A register of which is known where it begins again may show less than before.
        if (present.capacity === null) {
          if (before && body.Reading < before.reading) throw new Refusal(energyErrors.readingBelow, named(before));
          if (beside.after && body.Reading > beside.after.reading)
            throw new Refusal(energyErrors.readingAbove, named(beside.after));
        } else if (body.Reading >= present.capacity)
          throw new Refusal({ ...energyErrors.capacityTooSmall, field: 'Reading' });
        const id = await insertReading(tenant, transaction, {
          installation_id: present.id,
          read_at: at,
          reading: body.Reading,
          note: body.Note,
          entered_at: new Date(clock.now()),
        });
        await markDirty(tenant, transaction, [meter!.id], before?.read_at ?? at);
        write.log({
          companyId: tenant.companyId,
          projectId: meter!.project_id,
          subject: { kind: 'energyReading', id, name: meter!.name },
          after: { readAt: at.toISOString(), meterReading: body.Reading, ...(body.Note ? { note: body.Note } : {}) },
        });
        tellEnergy(write, events, tenant.companyId);
        return { ReadingId: id };
      });
    },

    async deleteMeterReading(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const { transaction } = write;
        const found = await findReading(tenant, transaction, body.ReadingId);
        if (!found) throw new Refusal(commonErrors.notFound);
        const [meter] = await needMeters(caller, write, [found.meter_id]);
        // Somebody may have taken it back meanwhile.
        const row = await findReading(tenant, transaction, body.ReadingId);
        if (!row) throw new Refusal(commonErrors.notFound);
        const { before } = await readingsBeside(tenant, transaction, row.installation_id, row.read_at);
        const installed = meter!.installations.find(({ id }) => id === row.installation_id)!.installed_at;
        await deleteReading(tenant, transaction, row.id);
        await deleteEventsAt(tenant, transaction, row.meter_id, row.read_at);
        await markDirty(tenant, transaction, [row.meter_id], before?.read_at ?? new Date(installed));
        write.log({
          companyId: tenant.companyId,
          projectId: meter!.project_id,
          subject: { kind: 'energyReading', id: row.id, name: meter!.name },
          before: { readAt: row.read_at.toISOString(), meterReading: row.reading },
        });
        tellEnergy(write, events, tenant.companyId);
        return null;
      });
    },
  };
}
