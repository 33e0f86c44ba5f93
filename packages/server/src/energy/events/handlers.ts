import { type AllCalls, commonErrors, energyErrors, energyEventNext } from '@watchpost/contract';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import type { EnergyDeps } from '../deps.ts';
import { needZone, tellEnergy } from '../inProject.ts';
import { decideEvent, lockEvent, pageEvents } from '../meters/meters.store.ts';
import { markDirty } from '../settle/settle.store.ts';

export function energyEventHandlers(
  deps: EnergyDeps,
): Handlers<Pick<AllCalls, 'getEnergyEventPage' | 'decideEnergyEvent'>> {
  const { db, clock, events } = deps;
  return {
    async getEnergyEventPage({ caller, language }, { body }) {
      await needZone(caller, db, body.ProjectId);
      const { rows, total } = await pageEvents(
        caller.tenant,
        db,
        { projectId: body.ProjectId, states: body.StateList },
        { by: body.SortType, ascending: body.IsAsc },
        rowRange(body),
      );
      return {
        Data: rows.map((row) => ({
          EventId: row.id,
          MeterId: row.meter_id,
          MeterName: inLanguage(row.meter_name, row.meter_name_en, language),
          Kind: row.kind,
          FromEpoch: row.from_at.getTime(),
          Epoch: row.at.getTime(),
          FromReading: row.from_reading,
          ToReading: row.to_reading,
          SuspectWh: row.suspect_wh,
          IsManual: row.is_manual,
          State: row.state,
          Note: row.note,
          DecidedName: row.decided_name,
          DecidedEpoch: row.decided_at?.getTime() ?? null,
        })),
        TotalCount: total,
      };
    },

    async decideEnergyEvent(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const event = await lockEvent(tenant, write.transaction, body.EventId);
        if (!event) throw new Refusal(commonErrors.notFound);
        if (event.kind === 'rollover') throw new Refusal(energyErrors.rolloverCounts);
        if (!energyEventNext[event.state].includes(body.State)) throw new Refusal(energyErrors.alreadySo);
        await decideEvent(tenant, write.transaction, event.id, body.State, body.Note, new Date(clock.now()));
        await markDirty(tenant, write.transaction, [event.meter_id], event.from_at);
        write.log({
          companyId: tenant.companyId,
          projectId: event.project_id,
          subject: { kind: 'energyEvent', id: event.id, name: event.meter_name },
          before: { energyEventKind: event.kind, energyEventState: event.state },
          after: { energyEventState: body.State, note: body.Note },
        });
        tellEnergy(write, events, tenant.companyId);
        return null;
      });
    },
  };
}
