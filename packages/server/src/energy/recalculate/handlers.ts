import { type AllCalls, energyErrors, type ParsedInput, type Recalculation } from '@watchpost/contract';
import { system, type UserTenant } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { startOfDay } from '../../platform/zonedTime.ts';
import { closedMonthsOf } from '../closing/closing.store.ts';
import type { EnergyDeps } from '../deps.ts';
import { amountsOf } from '../figures/amounts.wire.ts';
import { type SumRow, sumsOfMeters } from '../figures/figures.store.ts';
import { checkedDays, firstRecalculableDay, needZone, tellEnergy } from '../inProject.ts';
import { supplyOf } from '../meters/meters.store.ts';
import { termsOf } from '../settle/calculated.store.ts';
import { calculatedDays } from '../settle/calculatedDays.ts';
import { computeDays } from '../settle/computeDays.ts';
import { type EnergyDay, priceDay, versionOfDay, weekdayOf } from '../settle/priceDay.ts';
import type { RegisterEvent } from '../settle/registerEnergy.ts';
import {
  beginWriting,
  calendarOf,
  keepDays,
  keepPrices,
  metersToSettle,
  type SettledMeter,
  settledQuarters,
  tariffsOfProject,
} from '../settle/settle.store.ts';

type RecalculateCalls = Pick<AllCalls, 'previewRecalculate' | 'recalculateEnergy'>;
type Body = ParsedInput<AllCalls['recalculateEnergy']>['body'];

const asRow = (id: number, day: EnergyDay): SumRow => ({
  id,
  step: day.day,
  wh: [...day.wh],
  cost_micro: day.costMicro.map(Number),
  expected: day.expected,
  measured: day.measured,
  estimated: day.estimated,
  suspect_wh: day.suspectWh,
  is_provisional: day.isProvisional,
  peak_w: day.peakW,
});

/** A settling that writes in between makes the figures out of date; they are computed anew, so often at most. */
const maxAttempts = 3;

/** The days as they were asked for; `to` is never later than today. */
function recalculableDays(body: Body, now: number, timeZone: string): { from: string; to: string } {
  const period = checkedDays(body.Start, body.End, now, timeZone);
  if (period.from < firstRecalculableDay(now, timeZone)) throw new Refusal(energyErrors.rangeTooLong);
  return period;
}

export function recalculateHandlers(deps: EnergyDeps): Handlers<RecalculateCalls> {
  const { db, clock, events } = deps;

  /** The days anew: with the prices of now, or from the readings besides. Nothing is written. */
  async function anew(
    body: Body,
    { from, to }: { from: string; to: string },
    stopping: AbortSignal,
  ): Promise<{ meter: SettledMeter; days: EnergyDay[]; events: RegisterEvent[] }[]> {
    const ids = (await supplyOf(system, db, body.ProjectId)).map(({ id }) => id);
    const meters = await metersToSettle(system, db, ids);
    if (body.FromReadings) return fromReadings(meters, { from, to }, stopping);
    const found = [];
    const versions = await tariffsOfProject(system, db, body.ProjectId);
    const calendar = await calendarOf(system, db, body.ProjectId, from, to);
    for (const meter of meters) {
      const timeZone = meter.time_zone;
      const settled = await settledQuarters(system, db, meter.id, from, to);
      const days = settled.map(({ day, wh, flags, expected, suspect_wh }) =>
        priceDay(
          {
            day,
            from: startOfDay(day, timeZone).getTime(),
            quarters: wh,
            flags,
            expected,
            suspectWh: suspect_wh,
          },
          {
            version: versionOfDay(versions, meter.id, day),
            dayKind: calendar.get(day) ?? weekdayOf(day),
            timeZone,
          },
        ),
      );
      found.push({ meter, days, events: [] });
    }
    return found;
  }

  /** The same out of the readings; meters that are calculated follow those that they are made of. */
  async function fromReadings(
    meters: readonly SettledMeter[],
    period: { from: string; to: string },
    stopping: AbortSignal,
  ): Promise<{ meter: SettledMeter; days: EnergyDay[]; events: RegisterEvent[] }[]> {
    const found = [];
    for (const meter of meters.filter(({ is_calculated }) => !is_calculated)) {
      const { days, events: seen } = await computeDays(deps, meter, period.from, clock.now(), stopping, period);
      // A gap at either end of the period is written as a whole, with the days into which it reaches.
      let last = days.findLastIndex(({ day }) => day <= period.to);
      while (last >= 0 && days[last + 1]?.flags.startsWith('e') && days[last]!.flags.endsWith('e')) last++;
      found.push({ meter, days: days.slice(0, last + 1), events: seen });
    }
    const anew = new Map(found.map(({ meter, days }) => [meter.id, days]));
    for (const meter of meters.filter(({ is_calculated }) => is_calculated)) {
      const terms = await termsOf(system, db, meter.id);
      const touched = terms.flatMap(({ of_meter_id }) => anew.get(of_meter_id)?.map(({ day }) => day) ?? []).toSorted();
      if (touched.length === 0) continue;
      const [from, to] = [touched[0]!, touched.at(-1)!];
      const { days } = await calculatedDays({ db }, meter, terms, from, { days: anew, to, named: period });
      found.push({ meter, days, events: [] });
    }
    return found;
  }

  async function compare(
    tenant: UserTenant,
    body: Body,
    period: { from: string; to: string },
    found: Awaited<ReturnType<typeof anew>>,
  ): Promise<Recalculation> {
    const ids = found.map(({ meter }) => meter.id);
    const before = await sumsOfMeters(system, db, ids, period, 'day');
    const closed = ((await closedMonthsOf(tenant, db, [body.ProjectId])).get(body.ProjectId) ?? [])
      .map(({ month }) => month)
      .filter((month) => month >= period.from.slice(0, 7) && month <= period.to.slice(0, 7))
      .toSorted();
    const isClosed = (day: string) => closed.includes(day.slice(0, 7));
    const after = [
      ...before.filter(({ step }) => isClosed(step)),
      ...found.flatMap(({ meter, days }) =>
        days
          .filter(({ day }) => day >= period.from && day <= period.to && !isClosed(day))
          .map((day) => asRow(meter.id, day)),
      ),
    ];
    const keyOf = ({ id, step }: SumRow) => `${id} ${step}`;
    const was = new Map(before.map((row) => [keyOf(row), JSON.stringify([row.wh, row.cost_micro])]));
    const roots = new Set(
      (await supplyOf(system, db, body.ProjectId)).filter(({ supplies }) => supplies).map(({ id }) => id),
    );
    const [old, now] = [before, after].map((rows) => amountsOf(rows.filter(({ id }) => roots.has(id))));
    return {
      Start: period.from,
      End: period.to,
      OldWh: old!.Wh,
      NewWh: now!.Wh,
      OldClassWhList: old!.ClassWhList,
      NewClassWhList: now!.ClassWhList,
      OldFen: old!.CostFen ?? 0,
      NewFen: now!.CostFen ?? 0,
      ClosedMonthList: closed,
      ChangedDays: after.filter((row) => was.get(keyOf(row)) !== JSON.stringify([row.wh, row.cost_micro])).length,
    };
  }

  return {
    async previewRecalculate(context, { body }) {
      const period = recalculableDays(body, clock.now(), await needZone(context.caller, db, body.ProjectId));
      return compare(context.caller.tenant, body, period, await anew(body, period, context.signal));
    },

    async recalculateEnergy(context, { body }) {
      const { caller } = context;
      const { companyId } = caller.tenant;
      const period = recalculableDays(body, clock.now(), await needZone(caller, db, body.ProjectId));
      for (let attempt = 1; ; attempt++) {
        const found = await anew(body, period, context.signal);
        const told = await compare(caller.tenant, body, period, found);
        try {
          return await inOneWrite(deps, context, async (write) => {
            const meters = found.map(({ meter }) => meter);
            if (!(await beginWriting(system, write.transaction, meters)))
              throw new Refusal(energyErrors.settledMeanwhile);
            for (const { meter, days, events: seen } of found) {
              if (body.FromReadings) await keepDays(system, write.transaction, meter.id, days, seen);
              else await keepPrices(system, write.transaction, meter.id, days);
            }
            write.log({
              companyId,
              projectId: body.ProjectId,
              subject: { kind: 'energyRecalculation', id: body.ProjectId, name: `${period.from} – ${period.to}` },
              after: { energyPeriod: `${period.from} – ${period.to}`, fromReadings: body.FromReadings },
            });
            tellEnergy(write, events, companyId);
            return told;
          });
        } catch (error) {
          const isOvertaken = error instanceof Refusal && error.entry === energyErrors.settledMeanwhile;
          if (!isOvertaken || attempt === maxAttempts) throw error;
        }
      }
    },
  };
}
