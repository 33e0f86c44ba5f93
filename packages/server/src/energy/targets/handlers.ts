import type { AllCalls } from '@watchpost/contract';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import {
  lockTargets,
  saveTargets,
  saveVariables,
  type TargetRow,
  targetsOf,
  variablesOf,
} from '../baseline/baseline.store.ts';
import type { EnergyDeps } from '../deps.ts';
import { amountsOf } from '../figures/amounts.wire.ts';
import { sumsOfProjects } from '../figures/figures.store.ts';
import { checkedDays, needZone, tellEnergy } from '../inProject.ts';

type TargetCalls = Pick<
  AllCalls,
  'getEnergyVariables' | 'saveEnergyVariables' | 'getEnergyTargets' | 'saveEnergyTargets'
>;

/** Budgets of months, and what people enter by day. */
export function targetHandlers(deps: EnergyDeps): Handlers<TargetCalls> {
  const { db, clock, events } = deps;
  return {
    async getEnergyVariables({ caller }, { body }) {
      const range = checkedDays(body.Start, body.End, clock.now(), await needZone(caller, db, body.ProjectId));
      return (await variablesOf(caller.tenant, db, [body.ProjectId], range)).map(({ day, kind, value }) => ({
        Day: day,
        Variable: kind,
        Value: value,
      }));
    },

    async saveEnergyVariables(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      const timeZone = await needZone(caller, db, body.ProjectId);
      for (const { Day } of body.ValueList) checkedDays(Day, Day, clock.now(), timeZone);
      return inOneWrite(deps, context, async (write) => {
        // What is said twice counts as it is said last.
        const values = new Map(
          body.ValueList.map(({ Day, Variable, Value }) => [
            `${Variable} ${Day}`,
            { day: Day, kind: Variable, value: Value ?? null },
          ]),
        );
        const changed = await saveVariables(tenant, write.transaction, body.ProjectId, [...values.values()]);
        if (changed === 0) write.unchanged();
        else
          write.log({
            companyId: tenant.companyId,
            projectId: body.ProjectId,
            subject: { kind: 'energyVariable', id: body.ProjectId, name: '' },
            after: { valuesOfDays: changed },
          });
        tellEnergy(write, events, tenant.companyId);
        return null;
      });
    },

    async getEnergyTargets({ caller }, { query }) {
      const { tenant } = caller;
      const timeZone = await needZone(caller, db, query.projectId);
      const months = Array.from({ length: 12 }, (_, i) => `${query.year}-${String(i + 1).padStart(2, '0')}`);
      const targets = await targetsOf(tenant, db, query.projectId, { from: months[0]!, to: months[11]! });
      const [first, last] = [`${query.year}-01-01`, `${query.year}-12-31`];
      // A budget may be set for a year that has not begun.
      const isComing = first > localOfEpoch(clock.now(), timeZone);
      const rows = isComing
        ? []
        : await sumsOfProjects(tenant, db, [query.projectId], checkedDays(first, last, clock.now(), timeZone), 'month');
      return months.map((Month) => {
        const target = targets.find(({ month }) => month === Month);
        const own = rows.filter(({ step }) => step.startsWith(Month));
        const amounts = own.length === 0 ? null : amountsOf(own);
        return {
          Month,
          BudgetWh: target?.budget_wh ?? null,
          BudgetFen: target?.budget_fen ?? null,
          Wh: amounts?.Wh ?? null,
          CostFen: amounts?.CostFen ?? null,
        };
      });
    },

    async saveEnergyTargets(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      await needZone(caller, db, body.ProjectId);
      return inOneWrite(deps, context, async (write) => {
        await lockTargets(tenant, write.transaction, body.ProjectId);
        const named = body.TargetList.map(({ Month }) => Month).toSorted();
        const present = await targetsOf(tenant, write.transaction, body.ProjectId, {
          from: named[0]!,
          to: named.at(-1)!,
        });
        // Of a month that is given twice the last values count, energy and money separately.
        const wanted = new Map<string, TargetRow>();
        for (const { Month, Kwh, Yuan } of body.TargetList) {
          const was = wanted.get(Month) ??
            present.find(({ month }) => month === Month) ?? { month: Month, budget_wh: null, budget_fen: null };
          wanted.set(Month, {
            month: Month,
            budget_wh: Kwh === undefined ? was.budget_wh : Kwh === null ? null : Math.round(Kwh * 1000),
            budget_fen: Yuan === undefined ? was.budget_fen : Yuan === null ? null : Math.round(Yuan * 100),
          });
        }
        const targets = [...wanted.values()];
        const inLog = (some: readonly TargetRow[]) =>
          some
            .toSorted((a, b) => (a.month < b.month ? -1 : 1))
            .map(
              ({ month, budget_wh, budget_fen }) =>
                `${month}: ${budget_wh === null ? '–' : `${budget_wh / 1000} kWh`}, ${budget_fen === null ? '–' : `¥${budget_fen / 100}`}`,
            )
            .join('; ');
        const before = inLog(present.filter(({ month }) => named.includes(month)));
        const after = inLog(targets.filter(({ budget_wh, budget_fen }) => budget_wh !== null || budget_fen !== null));
        if (before === after) write.unchanged();
        else {
          await saveTargets(tenant, write.transaction, body.ProjectId, targets);
          write.log({
            companyId: tenant.companyId,
            projectId: body.ProjectId,
            subject: { kind: 'energyTarget', id: body.ProjectId, name: '' },
            before: { budgets: before },
            after: { budgets: after },
          });
        }
        tellEnergy(write, events, tenant.companyId);
        return null;
      });
    },
  };
}
