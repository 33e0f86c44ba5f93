import type { AllCalls } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { startOfDay } from '../../platform/zonedTime.ts';
import type { EnergyDeps } from '../deps.ts';
import { amountsOf } from '../figures/amounts.wire.ts';
import { type SumRow, sumsOfMeters } from '../figures/figures.store.ts';
import { checkedDays, needZone } from '../inProject.ts';
import { supplyOf } from '../meters/meters.store.ts';
import { priceDay, weekdayOf } from '../settle/priceDay.ts';
import { calendarOf, settledQuarters, type TariffVersion } from '../settle/settle.store.ts';
import { pricesE8 } from '../tariffs/tariffRefusal.wire.ts';

/** The energy of a period by a tariff that nobody has to have saved. */
export function simulationHandlers({ db, clock }: EnergyDeps): Handlers<Pick<AllCalls, 'simulateTariff'>> {
  return {
    async simulateTariff({ caller, language, signal }, { body }) {
      const { tenant } = caller;
      const timeZone = await needZone(caller, db, body.ProjectId);
      const period = checkedDays(body.Start, body.End, clock.now(), timeZone);
      const version: TariffVersion = {
        id: 0,
        meter_id: null,
        from_day: period.from,
        until_day: null,
        valid_from: period.from,
        status: 'final',
        prices_e8: pricesE8(body, language),
        seasons: body.SeasonList,
      };
      const meters = (await supplyOf(tenant, db, body.ProjectId)).filter(({ supplies }) => supplies);
      const ids = meters.map(({ id }) => id);
      const calendar = await calendarOf(system, db, body.ProjectId, period.from, period.to);
      const then: SumRow[] = [];
      for (const id of ids) {
        signal.throwIfAborted();
        for (const { day, wh, flags, expected, suspect_wh } of await settledQuarters(
          system,
          db,
          id,
          period.from,
          period.to,
        )) {
          const priced = priceDay(
            { day, from: startOfDay(day, timeZone).getTime(), quarters: wh, flags, expected, suspectWh: suspect_wh },
            { version, dayKind: calendar.get(day) ?? weekdayOf(day), timeZone },
          );
          then.push({
            id,
            step: day,
            wh: [...priced.wh],
            cost_micro: priced.costMicro.map(Number),
            expected,
            measured: priced.measured,
            estimated: priced.estimated,
            suspect_wh,
            is_provisional: false,
            peak_w: null,
          });
        }
      }
      const now = await sumsOfMeters(tenant, db, ids, period, 'day');
      const monthOf = ({ step }: SumRow) => step.slice(0, 7);
      const nowByMonth = Map.groupBy(now, monthOf);
      const [all, other] = [amountsOf(now), amountsOf(then)];
      return {
        Start: period.from,
        End: period.to,
        Wh: other.Wh,
        NowFen: all.CostFen,
        ThenFen: other.CostFen ?? 0,
        NowClassWhList: all.ClassWhList,
        ThenClassWhList: other.ClassWhList,
        EstimatedQuarters: other.EstimatedQuarters,
        MonthList: [...Map.groupBy(then, monthOf)]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([Month, rows]) => {
            const amounts = amountsOf(rows);
            return {
              Month,
              Wh: amounts.Wh,
              NowFen: amountsOf(nowByMonth.get(Month) ?? []).CostFen,
              ThenFen: amounts.CostFen ?? 0,
            };
          }),
      };
    },
  };
}
