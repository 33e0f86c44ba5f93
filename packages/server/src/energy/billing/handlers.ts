import {
  type AllCalls,
  basicQuantity,
  commonErrors,
  type EnergyBill,
  energyErrors,
  type PowerFactorStandard,
  powerFactorAdjustment,
  powerFactorOf,
} from '@watchpost/contract';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { startOfDay } from '../../platform/zonedTime.ts';
import { refuseIfClosed } from '../closing/refuseIfClosed.ts';
import type { EnergyDeps } from '../deps.ts';
import { amountsOf } from '../figures/amounts.wire.ts';
import { peakOf, sumsOfMeters } from '../figures/figures.store.ts';
import { checkedDays, needZone, tellEnergy } from '../inProject.ts';
import { lastDayOf } from '../lastDayOf.ts';
import { findMeters, type MeterRow, reactiveUnits, registersOf } from '../meters/meters.store.ts';
import { needMeters } from '../meters/needMeters.ts';
import { ratiosOf, reactiveOf } from './reactiveOf.ts';
import {
  deleteSupplyTerms,
  findSupplyTerms,
  type SupplyTermsRow,
  type SupplyTermsValues,
  saveSupplyTerms,
  supplyTermsFrom,
  supplyTermsOf,
} from './supplyTerms.store.ts';

type BillingCalls = Pick<AllCalls, 'getSupplyTerms' | 'saveSupplyTerms' | 'deleteSupplyTerms' | 'getEnergyBill'>;

const inLog = (values: SupplyTermsValues): object => ({
  fromMonth: values.from_month,
  basicFee: values.basic_fee,
  basicPrice: values.basic_price_e4 === null ? null : values.basic_price_e4 / 1e4,
  transformerCapacity: values.capacity_va === null ? null : values.capacity_va / 1000,
  contractDemand: values.contract_w === null ? null : values.contract_w / 1000,
  powerFactorStandard: values.power_factor_standard,
  pointId: values.reactive_point_id,
});

export function billingHandlers(deps: EnergyDeps): Handlers<BillingCalls> {
  const { db, clock, events } = deps;
  return {
    async getSupplyTerms({ caller, language }, { query }) {
      await needZone(caller, db, query.projectId);
      return (await supplyTermsOf(caller.tenant, db, query.projectId)).map((row) => ({
        TermsId: row.id,
        MeterId: row.meter_id,
        MeterName: inLanguage(row.meter_name, row.meter_name_en, language),
        FromMonth: row.from_month,
        BasicFee: row.basic_fee,
        BasicPrice: row.basic_price_e4 === null ? null : row.basic_price_e4 / 1e4,
        Capacity: row.capacity_va === null ? null : row.capacity_va / 1000,
        ContractDemand: row.contract_w === null ? null : row.contract_w / 1000,
        PowerFactorStandard: row.power_factor_standard,
        ReactivePointId: row.reactive_point_id,
        ReactivePointName: row.point_name === null ? null : inLanguage(row.point_name, row.point_name_en, language),
      }));
    },

    async saveSupplyTerms(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const [meter] = await needMeters(caller, write, [body.MeterId]);
        const values: SupplyTermsValues = {
          meter_id: body.MeterId,
          from_month: body.FromMonth,
          basic_fee: body.BasicFee,
          basic_price_e4: body.BasicPrice == null ? null : Math.round(body.BasicPrice * 1e4),
          capacity_va: body.Capacity == null ? null : Math.round(body.Capacity * 1000),
          contract_w: body.ContractDemand == null ? null : Math.round(body.ContractDemand * 1000),
          power_factor_standard: body.PowerFactorStandard ?? null,
          reactive_point_id: body.ReactivePointId ?? null,
        };
        if (values.basic_fee !== 'none' && values.basic_price_e4 === null)
          throw new Refusal(energyErrors.basicPriceMissing);
        if (values.basic_fee === 'capacity' && values.capacity_va === null)
          throw new Refusal(energyErrors.capacityMissing);
        if (values.basic_fee === 'contractDemand' && values.contract_w === null)
          throw new Refusal(energyErrors.contractDemandMissing);
        if (values.reactive_point_id !== null) {
          const points = await registersOf(tenant, write.transaction, meter!.project_id, reactiveUnits);
          if (!points.some(({ id }) => id === values.reactive_point_id)) throw new Refusal(energyErrors.notReactive);
        }
        const before = await supplyTermsFrom(tenant, write.transaction, body.MeterId, body.FromMonth);
        if (before && JSON.stringify(inLog(before)) === JSON.stringify(inLog(values))) {
          write.unchanged();
          return { TermsId: before.id };
        }
        await refuseIfClosed(caller, write, [meter!.id], values.from_month);
        const id = await saveSupplyTerms(tenant, write.transaction, values);
        write.log({
          companyId: tenant.companyId,
          projectId: meter!.project_id,
          subject: { kind: 'supplyTerms', id, name: meter!.name },
          before: before && inLog(before),
          after: inLog(values),
        });
        tellEnergy(write, events, tenant.companyId);
        return { TermsId: id };
      });
    },

    async deleteSupplyTerms(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const found = await findSupplyTerms(tenant, write.transaction, body.TermsId);
        if (!found) throw new Refusal(commonErrors.notFound);
        const [meter] = await needMeters(caller, write, [found.meter_id]);
        // Somebody may have taken them back meanwhile.
        if (!(await findSupplyTerms(tenant, write.transaction, body.TermsId))) throw new Refusal(commonErrors.notFound);
        await refuseIfClosed(caller, write, [meter!.id], found.from_month);
        await deleteSupplyTerms(tenant, write.transaction, found.id);
        write.log({
          companyId: tenant.companyId,
          projectId: meter!.project_id,
          subject: { kind: 'supplyTerms', id: found.id, name: meter!.name },
          before: inLog(found),
        });
        tellEnergy(write, events, tenant.companyId);
        return null;
      });
    },

    async getEnergyBill({ caller, language, signal }, { body }) {
      const { tenant } = caller;
      const timeZone = await needZone(caller, db, body.ProjectId);
      const [first, lastDay] = [`${body.Month}-01`, lastDayOf(body.Month)];
      const { to } = checkedDays(first, lastDay, clock.now(), timeZone);
      const terms = (await supplyTermsOf(tenant, db, body.ProjectId)).filter(
        ({ from_month }) => from_month <= body.Month,
      );
      // Of each meter the newest that count already.
      const inForce = [...Map.groupBy(terms, ({ meter_id }) => meter_id).values()].map((some) => some[0]!);
      const bills: EnergyBill[] = [];
      for (const row of inForce) bills.push(await billOf(row, { from: first, to }, lastDay, timeZone, signal));
      return bills;

      /** Through the transformers of each time; null when one of these times is not known. */
      async function reactiveThrough(
        row: SupplyTermsRow,
        meter: MeterRow,
        range: { from: number; to: number },
        stopping: AbortSignal,
      ): Promise<{ varh: number; isSuspect: boolean } | null> {
        const periods = ratiosOf(meter.installations, range);
        if (row.reactive_point_id === null || !row.unit || periods.length === 0) return null;
        const sum = { varh: 0, isSuspect: false };
        for (const { multiplier, ...period } of periods) {
          const part = await reactiveOf(
            deps,
            {
              pointId: row.reactive_point_id,
              varhPerUnit: (reactiveUnits[row.unit.toLowerCase()] ?? 1000) * multiplier,
              count: 10 ** -(row.decimals ?? 0),
              maxVar: meter.max_watts,
            },
            period,
            stopping,
          );
          if (!part) return null;
          sum.varh += part.varh;
          sum.isSuspect ||= part.isSuspect;
        }
        return sum;
      }

      async function billOf(
        row: SupplyTermsRow,
        days: { from: string; to: string },
        end: string,
        zone: string,
        stopping: AbortSignal,
      ): Promise<EnergyBill> {
        const [meter] = await findMeters(tenant, db, [row.meter_id]);
        const amounts = amountsOf(await sumsOfMeters(tenant, db, [row.meter_id], days, 'month'));
        const peak = await peakOf(tenant, db, [row.meter_id], days);
        const monthEnd = startOfDay(end, zone, 1).getTime();
        const settled = meter!.settled_through?.getTime() ?? 0;
        const standard: PowerFactorStandard | null = row.power_factor_standard;
        const reactive = await reactiveThrough(
          row,
          meter!,
          { from: startOfDay(days.from, zone).getTime(), to: Math.min(monthEnd, settled) },
          stopping,
        );
        const powerFactor = reactive && powerFactorOf(amounts.Wh, reactive.varh);
        const quantity = basicQuantity(
          { basicFee: row.basic_fee, capacityVa: row.capacity_va, contractW: row.contract_w },
          peak?.peak_w ?? null,
        );
        // kVA or kW times 1e-4 ¥, in fen.
        const basicFen =
          quantity === null || row.basic_price_e4 === null
            ? null
            : Math.round((quantity / 1000) * (row.basic_price_e4 / 100));
        const hundredths =
          standard === null || powerFactor === null ? null : powerFactorAdjustment(standard, powerFactor);
        const charged = amounts.CostFen === null ? null : amounts.CostFen + (basicFen ?? 0);
        const adjustmentFen =
          hundredths === null || charged === null ? null : Math.round((charged * hundredths) / 10_000);
        return {
          MeterId: row.meter_id,
          MeterName: inLanguage(row.meter_name, row.meter_name_en, language),
          IsComplete: settled >= monthEnd,
          ...amounts,
          PeakW: peak?.peak_w ?? null,
          PeakEpoch: peak?.peak_at?.getTime() ?? null,
          BasicFee: row.basic_fee,
          BasicQuantity: quantity,
          BasicPrice: row.basic_price_e4 === null ? null : row.basic_price_e4 / 1e4,
          BasicFen: basicFen,
          ContractDemandW: row.contract_w,
          ReactiveVarh: reactive?.varh ?? null,
          ReactiveSuspect: reactive?.isSuspect ?? false,
          PowerFactor: powerFactor,
          PowerFactorStandard: standard,
          AdjustmentPercent: hundredths === null ? null : hundredths / 100,
          AdjustmentFen: adjustmentFen,
          TotalFen: charged === null ? null : charged + (adjustmentFen ?? 0),
        };
      }
    },
  };
}
