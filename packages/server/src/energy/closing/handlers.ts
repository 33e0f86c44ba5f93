import {
  type AllCalls,
  type ClosingState,
  co2FactorOf,
  energyErrors,
  fenOfMicro,
  type ParsedInput,
} from '@watchpost/contract';
import type { Transaction } from 'kysely';
import { type Caller, system } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { CallContext } from '../../platform/http/callServer.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { startOfDay } from '../../platform/zonedTime.ts';
import type { EnergyDeps } from '../deps.ts';
import { amountsOf } from '../figures/amounts.wire.ts';
import { sumsOfProjects } from '../figures/figures.store.ts';
import { needZone, tellEnergy } from '../inProject.ts';
import { lastDayOf } from '../lastDayOf.ts';
import { factorsOf, lockMeters, supplyOf } from '../meters/meters.store.ts';
import { beginWriting, markDirty, metersToSettle, type SettledMeter } from '../settle/settle.store.ts';
import { closedMonthsOf, deleteClosedMonth, insertClosedMonth, laterSums } from './closing.store.ts';

type ClosingCalls = Pick<AllCalls, 'getEnergyClosings' | 'closeEnergyMonth' | 'reopenEnergyMonth'>;

/** The first moment after a month. @param month `YYYY-MM` */
const endOfMonth = (month: string, timeZone: string): Date => startOfDay(lastDayOf(month), timeZone, 1);

/** Whether a month is over and every meter that is still read is settled as far as its end. */
function isSettled(meters: readonly SettledMeter[], end: Date, now: number): boolean {
  return (
    end.getTime() <= now &&
    meters.every(
      ({ settled_through, dirty_from }) =>
        (settled_through === null || settled_through >= end) && (dirty_from === null || dirty_from >= end),
    )
  );
}

/** Months that stay as they were told to others. */
export function closingHandlers(deps: EnergyDeps): Handlers<ClosingCalls> {
  const { db, clock, events } = deps;
  const metersOf = async (projectId: number, on: typeof db = db) =>
    metersToSettle(
      system,
      on,
      (await supplyOf(system, on, projectId)).map(({ id }) => id),
    );

  /** Closes or opens a month, while nobody adds or changes meters of the project. */
  async function change(
    context: CallContext<Caller>,
    { ProjectId: projectId, Month: month, Reason: reason }: ParsedInput<AllCalls['closeEnergyMonth']>['body'],
    becomes: 'closed' | 'open',
    work: (found: {
      transaction: Transaction<Tables>;
      closed: boolean;
      meters: SettledMeter[];
      timeZone: string;
    }) => Promise<void>,
  ): Promise<null> {
    const { tenant } = context.caller;
    const timeZone = await needZone(context.caller, db, projectId);
    return inOneWrite(deps, context, async (write) => {
      const { transaction } = write;
      await lockMeters(tenant, transaction, projectId);
      const months = (await closedMonthsOf(tenant, transaction, [projectId])).get(projectId) ?? [];
      const closed = months.some((row) => row.month === month);
      await work({ transaction, closed, meters: await metersOf(projectId, transaction), timeZone });
      write.log({
        companyId: tenant.companyId,
        projectId,
        subject: { kind: 'energyClosing', id: projectId, name: month },
        before: { closingState: closed ? 'closed' : 'open' },
        after: { closingState: becomes, note: reason },
      });
      tellEnergy(write, events, tenant.companyId);
      return null;
    });
  }

  return {
    async getEnergyClosings({ caller }, { query }) {
      const { tenant } = caller;
      const { projectId, year } = query;
      const timeZone = await needZone(caller, db, projectId);
      const range = { from: `${year}-01-01`, to: `${year}-12-31` };
      const rows = await sumsOfProjects(tenant, db, [projectId], range, 'month');
      const meters = await metersOf(projectId);
      const closed = new Map(
        (await closedMonthsOf(tenant, db, [projectId])).get(projectId)?.map((row) => [row.month, row]),
      );
      const later = new Map((await laterSums(tenant, db, projectId)).map((row) => [row.month, row]));
      return [...Map.groupBy(rows, ({ step }) => step.slice(0, 7))]
        .toSorted(([a], [b]) => (a < b ? 1 : -1))
        .map(([Month, own]) => {
          const amounts = amountsOf(own);
          const closing = closed.get(Month);
          const found = later.get(Month);
          const State: ClosingState = closing
            ? 'closed'
            : isSettled(meters, endOfMonth(Month, timeZone), clock.now())
              ? 'open'
              : 'running';
          return {
            ...{ Month, State, Wh: amounts.Wh, CostFen: amounts.CostFen, CoveragePercent: amounts.CoveragePercent },
            ...{ SuspectWh: amounts.SuspectWh, Provisional: amounts.Provisional },
            ClosedEpoch: closing?.closed_at.getTime() ?? null,
            ClosedName: closing?.closed_name ?? null,
            Reason: closing?.reason ?? null,
            LaterDays: found?.days ?? 0,
            LaterWh: found?.wh ?? 0,
            LaterFen: found ? Number(fenOfMicro(BigInt(found.cost_micro))) : 0,
          };
        });
    },

    closeEnergyMonth: (context, { body }) =>
      change(context, body, 'closed', async ({ transaction, closed, meters, timeZone }) => {
        const { tenant } = context.caller;
        const { ProjectId: projectId, Month: month, Reason: reason } = body;
        if (closed) throw new Refusal(energyErrors.monthClosed, { month });
        // A settling that has read already writes nothing: it would not know of the closing.
        if (!(await beginWriting(system, transaction, meters))) throw new Refusal(energyErrors.settledMeanwhile);
        if (!isSettled(meters, endOfMonth(month, timeZone), clock.now()))
          throw new Refusal(energyErrors.monthNotOver, { month });
        const days = { from: `${month}-01`, to: lastDayOf(month) };
        if ((await sumsOfProjects(tenant, transaction, [projectId], days, 'month')).length === 0)
          throw new Refusal(energyErrors.monthEmpty, { month });
        const { gramsPerKwh } = co2FactorOf(Number(month.slice(0, 4)), await factorsOf(tenant, transaction));
        const at = new Date(clock.now());
        await insertClosedMonth(tenant, transaction, projectId, { month, at, reason, gramsPerKwh });
      }),

    reopenEnergyMonth: (context, { body }) =>
      change(context, body, 'open', async ({ transaction, closed, meters, timeZone }) => {
        const { tenant } = context.caller;
        const { ProjectId: projectId, Month: month } = body;
        if (!closed) throw new Refusal(energyErrors.monthNotClosed, { month });
        await deleteClosedMonth(tenant, transaction, projectId, month);
        await markDirty(
          tenant,
          transaction,
          meters.map(({ id }) => id),
          startOfDay(`${month}-01`, timeZone),
        );
      }),
  };
}
