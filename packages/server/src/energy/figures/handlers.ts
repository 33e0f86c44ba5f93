import {
  type AllCalls,
  classesOfDay,
  coalGramsPerKwh,
  commonErrors,
  type EnergyMonthRow,
  type EnergyOfProject,
  type EnergySummary,
  type Language,
  type ParsedInput,
  quarterMs,
} from '@watchpost/contract';
import { type Caller, system, zoneOf } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { dayAfter, localOfEpoch, startOfDay } from '../../platform/zonedTime.ts';
import { faultsOf } from '../baseline/fitBaseline.ts';
import { performancesOf } from '../baseline/performances.ts';
import { presentPerformance } from '../baseline/present.ts';
import { closedMonthsOf } from '../closing/closing.store.ts';
import type { EnergyDeps } from '../deps.ts';
import { checkedDays, needZone } from '../inProject.ts';
import { factorsOf, supplyOf } from '../meters/meters.store.ts';
import { versionOfDay, weekdayOf } from '../settle/priceDay.ts';
import { calendarOf, tariffsOfProject } from '../settle/settle.store.ts';
import { amountsOf, co2Of, comparable } from './amounts.wire.ts';
import { costBounds } from './costBounds.ts';
import {
  type DayRange,
  type Grain,
  type MeterStretch,
  openEventsOf,
  peakOf,
  quartersOfDays,
  type SubItemRow,
  type SumRow,
  sitesWithMeters,
  subItemsOf,
  sumsOfMeters,
  sumsOfProjects,
  sumsOfStretches,
  type UnbalancedRow,
  unbalancedOf,
} from './figures.store.ts';

type FigureCalls = Pick<AllCalls, 'getEnergySummary' | 'getEnergyLoad' | 'getEnergyMonths' | 'getEnergyByProject'>;

/** Shares become percent with one decimal. */
const presentBalance = (row: UnbalancedRow | undefined): EnergySummary['MeterList'][number]['Unbalanced'] =>
  row
    ? {
        DayCount: row.days,
        FromDay: row.since,
        LossPercent: Math.round(row.loss_share * 1000) / 10,
        LimitPercent: Math.round(row.limit_share * 1000) / 10,
      }
    : null;

/** Beyond so many days a step is a month. */
const dayStepsAtMost = 62;

const yearBefore = (day: string): string => {
  const shifted = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return shifted.endsWith('02-29') ? `${shifted.slice(0, 8)}28` : shifted;
};
interface Period {
  from: string;
  to: string;
  days: number;
}
/** Its days that have ended; today would be compared with a whole day. Empty: none has. */
const endedDays = (period: Period, now: number, timeZone: string): Period =>
  period.to < localOfEpoch(now, timeZone).slice(0, 10)
    ? period
    : { from: period.from, to: dayAfter(period.to, -1), days: period.days - 1 };
const others = ({ from, to, days }: Period) => ({
  yearAgo: { from: yearBefore(from), to: yearBefore(to) },
  before: { from: dayAfter(from, -days), to: dayAfter(from, -1) },
});
const grainOf = (days: number): Grain => (days > dayStepsAtMost ? 'month' : 'day');

/** What counts for a sub-item: its own meters, else those of the ones below it. */
function metersOfItems(items: readonly SubItemRow[]): Map<number, MeterStretch[]> {
  const counting = new Map<number, MeterStretch[]>();
  for (const item of items.toReversed()) {
    const below = items.filter(({ parent_id }) => parent_id === item.id).flatMap(({ id }) => counting.get(id) ?? []);
    const once = new Map(below.map((stretch) => [JSON.stringify(stretch), stretch]));
    counting.set(item.id, item.meters.length > 0 ? item.meters : [...once.values()]);
  }
  return counting;
}

export function figureHandlers(deps: EnergyDeps): Handlers<FigureCalls> {
  const { db, clock } = deps;
  return {
    async getEnergySummary({ caller, language }, { body }) {
      const { tenant } = caller;
      const projectId = body.ProjectId;
      const zone = await needZone(caller, db, projectId);
      const period = checkedDays(body.Start, body.End, clock.now(), zone);
      const ended = endedDays(period, clock.now(), zone);
      const { yearAgo, before } = others(ended);
      const meters = await supplyOf(tenant, db, projectId);
      const ids = meters.map(({ id }) => id);
      const roots = new Set(meters.filter(({ supplies }) => supplies).map(({ id }) => id));
      const grain = grainOf(period.days);
      const rows = await sumsOfMeters(tenant, db, ids, period, 'month');
      const endedRows = ended === period ? rows : await sumsOfMeters(tenant, db, ids, ended, 'month');
      const yearAgoRows = await sumsOfMeters(tenant, db, ids, yearAgo, 'month');
      const beforeRows = await sumsOfMeters(tenant, db, [...roots], before, 'month');
      const of = (all: readonly SumRow[], some: ReadonlySet<number>) => all.filter(({ id }) => some.has(id));
      // Only what supplies the project is shown by steps.
      const supplied = grain === 'month' ? of(rows, roots) : await sumsOfMeters(tenant, db, [...roots], period, grain);
      const co2 = co2Of(
        supplied,
        await factorsOf(tenant, db),
        (await closedMonthsOf(tenant, db, [projectId])).get(projectId),
      );
      const peak = await peakOf(tenant, db, [...roots], period);
      const total = amountsOf(supplied);
      const bounds =
        grain === 'day' && total.EstimatedQuarters > 0 ? await costBounds(deps, projectId, [...roots], period) : null;
      const boundFen = (micro: number) =>
        bounds === null || total.CostFen === null || bounds.most - bounds.least < 1e4
          ? null
          : total.CostFen + Math.round(micro / 1e4);
      const items = await subItemsOf(tenant, db, projectId);
      const counting = metersOfItems(items);
      const unbalanced = new Map((await unbalancedOf(tenant, db, projectId)).map((row) => [row.meter_id, row]));
      return {
        Total: {
          ...total,
          Co2Grams: co2.grams,
          CoalGrams: Math.round((total.Wh / 1000) * coalGramsPerKwh),
          Co2Provisional: co2.isProvisional,
          CostLeastFen: boundFen(bounds?.least ?? 0),
          CostMostFen: boundFen(bounds?.most ?? 0),
          PeakW: peak?.peak_w ?? null,
          PeakEpoch: peak?.peak_at?.getTime() ?? null,
          EndedWh: amountsOf(of(endedRows, roots)).Wh,
          YearAgoWh: comparable(of(yearAgoRows, roots), of(endedRows, roots)),
          BeforeWh: comparable(beforeRows, of(endedRows, roots)),
        },
        Grain: grain,
        StepList: [...Map.groupBy(supplied, ({ step }) => step)]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([From, each]) => ({ From, ...amountsOf(each) })),
        SubentryList: await Promise.all(
          items.map(async (item) => {
            const stretches = (counting.get(item.id) ?? []).filter(
              ({ from, to }) => (from ?? period.from) <= period.to && (to ?? period.to) >= period.from,
            );
            const MeterCount = new Set(stretches.map(({ id }) => id)).size;
            const about = {
              ...{ SubentryId: item.id, ParentId: item.parent_id, MeterCount },
              SubentryName: inLanguage(item.name, item.name_en, language),
            };
            if (MeterCount === 0) return { ...about, Wh: null, EndedWh: null, YearAgoWh: null, CostFen: null };
            const within = (range: DayRange, whole: readonly SumRow[]) =>
              sumsOfStretches(tenant, db, counting.get(item.id)!, range, whole);
            const amounts = amountsOf(await within(period, rows));
            const endedOwn = await within(ended, endedRows);
            return {
              ...about,
              ...{ Wh: amounts.Wh, CostFen: amounts.CostFen, EndedWh: amountsOf(endedOwn).Wh },
              YearAgoWh: comparable(await within(yearAgo, yearAgoRows), endedOwn),
            };
          }),
        ),
        MeterList: meters.map((meter) => {
          const below = new Set(meters.filter(({ parent_id }) => parent_id === meter.id).map(({ id }) => id));
          return {
            MeterId: meter.id,
            ParentId: meter.parent_id,
            MeterName: inLanguage(meter.name, meter.name_en, language),
            ...amountsOf(of(rows, new Set([meter.id]))),
            ChildWh: below.size === 0 ? null : amountsOf(of(rows, below)).Wh,
            Unbalanced: presentBalance(unbalanced.get(meter.id)),
          };
        }),
        OpenEvents: await openEventsOf(tenant, db, projectId),
        Unpriced: (await tariffsOfProject(system, db, projectId)).length === 0,
      };
    },

    async getEnergyLoad({ caller }, { body }) {
      const { tenant } = caller;
      const timeZone = await needZone(caller, db, body.ProjectId);
      checkedDays(body.Day, body.Day, clock.now(), timeZone);
      const meters = await supplyOf(tenant, db, body.ProjectId);
      if (body.MeterId !== undefined && !meters.some(({ id }) => id === body.MeterId))
        throw new Refusal(commonErrors.notFound);
      const ids = meters
        .filter(({ id, supplies }) => (body.MeterId === undefined ? supplies : id === body.MeterId))
        .map(({ id }) => id);
      const weekBefore = dayAfter(body.Day, -7);
      const rows = await quartersOfDays(tenant, db, ids, [body.Day, weekBefore]);
      const start = startOfDay(body.Day, timeZone).getTime();
      const count = (startOfDay(body.Day, timeZone, 1).getTime() - start) / quarterMs;
      /** Mean power of all of them; null where one of them is not known. */
      const wattsAt = (day: string, i: number): number | null => {
        const some = rows.filter((row) => row.day === day);
        if (ids.length === 0 || some.length < ids.length || some.some(({ flags }) => (flags[i] ?? 'x') === 'x'))
          return null;
        return some.reduce((all, { wh }) => all + wh[i]! * 4, 0);
      };
      const versions = await tariffsOfProject(system, db, body.ProjectId);
      const kind =
        (await calendarOf(system, db, body.ProjectId, body.Day, body.Day)).get(body.Day) ?? weekdayOf(body.Day);
      const version = versionOfDay(versions, body.MeterId ?? ids[0] ?? 0, body.Day);
      const classes = version && classesOfDay(version.seasons, Number(body.Day.slice(5, 7)), kind);
      return {
        StartEpoch: start,
        QuarterList: Array.from({ length: count }, (_, i) => {
          const clockMinutes = localOfEpoch(start + i * quarterMs, timeZone)
            .slice(11, 16)
            .split(':')
            .map(Number);
          return {
            W: wattsAt(body.Day, i),
            IsEstimated: rows.some(({ day, flags }) => day === body.Day && flags[i] === 'e'),
            Class: classes?.[clockMinutes[0]! * 4 + clockMinutes[1]! / 15] ?? 0,
            Before: wattsAt(weekBefore, i),
          };
        }),
      };
    },

    getEnergyMonths: ({ caller, language }, { body }) => monthsOf(deps, caller, language, body),
    getEnergyByProject: ({ caller, language, signal }, { body }) => byProject(deps, caller, language, body, signal),
  };
}

const presentOwn = (
  performance: Awaited<ReturnType<typeof performancesOf>>[number] | undefined,
): EnergyOfProject['Performance'] =>
  performance
    ? {
        ...presentPerformance(performance.found, performance.leftOut, performance.isTemperatureMissing),
        IsFit: faultsOf(performance.row.fit).length === 0,
      }
    : null;

/** A year by sub-item and month; first the project. */
export async function monthsOf(
  { db, clock }: Pick<EnergyDeps, 'db' | 'clock'>,
  caller: Caller,
  language: Language,
  { ProjectId, Year }: ParsedInput<AllCalls['getEnergyMonths']>['body'],
): Promise<{ Data: EnergyMonthRow[]; TotalCount: number }> {
  const { tenant } = caller;
  const timeZone = await needZone(caller, db, ProjectId);
  const year = checkedDays(`${Year}-01-01`, `${Year}-12-31`, clock.now(), timeZone);
  const meters = await supplyOf(tenant, db, ProjectId);
  const rows = await sumsOfMeters(
    tenant,
    db,
    meters.map(({ id }) => id),
    year,
    'month',
  );
  const items = await subItemsOf(tenant, db, ProjectId);
  const counting = metersOfItems(items);
  const depthOf = (item: SubItemRow): number => {
    const above = items.find(({ id }) => id === item.parent_id);
    return above ? depthOf(above) + 1 : 0;
  };
  const row = (subItem: SubItemRow | null, name: string, own: readonly SumRow[]): EnergyMonthRow => {
    const told = (some: readonly SumRow[]) => {
      const { Wh, CostFen } = amountsOf(some);
      return some.length === 0 ? { Wh: null, CostFen: null } : { Wh, CostFen };
    };
    return {
      SubentryId: subItem?.id ?? null,
      SubentryName: name,
      Depth: subItem ? depthOf(subItem) + 1 : 0,
      MonthList: Array.from({ length: 12 }, (_, i) =>
        told(own.filter(({ step }) => Number(step.slice(5, 7)) === i + 1)),
      ),
      ...told(own),
    };
  };
  const ordered: SubItemRow[] = [];
  const add = (parentId: number | null): void => {
    for (const item of items.filter(({ parent_id }) => parent_id === parentId)) {
      ordered.push(item);
      add(item.id);
    }
  };
  add(null);
  const roots = new Set(meters.filter(({ supplies }) => supplies).map(({ id }) => id));
  const Data = [
    row(
      null,
      language === 'zh' ? '项目' : 'Project',
      rows.filter(({ id }) => roots.has(id)),
    ),
  ];
  for (const item of ordered) {
    const own = await sumsOfStretches(tenant, db, counting.get(item.id) ?? [], year, rows);
    Data.push(row(item, inLanguage(item.name, item.name_en, language), own));
  }
  return { Data, TotalCount: Data.length };
}

/** Energy of the projects that the caller sees all of, side by side. */
export async function byProject(
  deps: Pick<EnergyDeps, 'db' | 'clock' | 'history' | 'historyShare'>,
  caller: Caller,
  language: Language,
  body: ParsedInput<AllCalls['getEnergyByProject']>['body'],
  signal: AbortSignal,
): Promise<{ Data: EnergyOfProject[]; TotalCount: number }> {
  const { tenant } = caller;
  const { db, clock } = deps;
  const zone = await zoneOf(tenant, db);
  const period = checkedDays(body.Start, body.End, clock.now(), zone);
  const ended = endedDays(period, clock.now(), zone);
  const { yearAgo, before } = others(ended);
  const sites = await sitesWithMeters(tenant, db, body.ProjectIdList);
  const ids = sites.map(({ id }) => id);
  const rows = Map.groupBy(await sumsOfProjects(tenant, db, ids, period, grainOf(period.days)), ({ id }) => id);
  const [endedRows, yearAgoRows, beforeRows] = [
    ended === period ? rows : Map.groupBy(await sumsOfProjects(tenant, db, ids, ended, 'month'), ({ id }) => id),
    Map.groupBy(await sumsOfProjects(tenant, db, ids, yearAgo, 'month'), ({ id }) => id),
    Map.groupBy(await sumsOfProjects(tenant, db, ids, before, 'month'), ({ id }) => id),
  ];
  const factors = await factorsOf(tenant, db);
  const closed = await closedMonthsOf(tenant, db, ids);
  const whole = (row: { meter_id: number | null }) => row.meter_id === null;
  const found =
    body.WithPerformance || body.SortType === 'enpi'
      ? await performancesOf(deps, tenant, caller.userId, sites, period, signal, whole)
      : [];
  const performances = new Map(found.map((each) => [each.row.project_id, each]));
  const Data = sites.map((site): EnergyOfProject => {
    const own = rows.get(site.id) ?? [];
    const amounts = amountsOf(own);
    const peak = Math.max(-1, ...own.map(({ peak_w }) => peak_w ?? -1));
    const measured = own.reduce((all, row) => all + row.measured, 0);
    const hours = measured / 4;
    return {
      ProjectId: site.id,
      ProjectName: inLanguage(site.name, site.name_en, language),
      ...amounts,
      Co2Grams: co2Of(own, factors, closed.get(site.id)).grams,
      EndedWh: amountsOf(endedRows.get(site.id) ?? []).Wh,
      BeforeWh: comparable(beforeRows.get(site.id) ?? [], endedRows.get(site.id) ?? []),
      YearAgoWh: comparable(yearAgoRows.get(site.id) ?? [], endedRows.get(site.id) ?? []),
      PeakW: peak < 0 ? null : peak,
      LoadFactor: peak > 0 && hours > 0 ? Math.min(100, Math.round((amounts.Wh / (peak * hours)) * 1000) / 10) : null,
      SquareMetres: site.square_metres,
      WhPerSquareMetre:
        site.square_metres === null ? null : Math.round((amounts.Wh / site.square_metres / period.days) * 10) / 10,
      Performance: presentOwn(performances.get(site.id)),
      StepList: own.map(({ step, wh }) => ({ From: step, Wh: wh.reduce((all, each) => all + each, 0) })),
    };
  });
  const by: Record<typeof body.SortType, (row: EnergyOfProject) => number | string | null> = {
    name: ({ ProjectName }) => ProjectName,
    energy: ({ Wh }) => Wh,
    cost: ({ CostFen }) => CostFen,
    intensity: ({ WhPerSquareMetre }) => WhPerSquareMetre,
    coverage: ({ CoveragePercent }) => CoveragePercent,
    peak: ({ PeakW }) => PeakW,
    // One that proves nothing ranks nobody.
    enpi: ({ Performance }) => (Performance?.IsFit ? Performance.Enpi : null),
  };
  const value = by[body.SortType];
  Data.sort((one, other) => {
    const [a, b] = [value(one), value(other)];
    // What is not known comes last either way.
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    const order = typeof a === 'string' ? a.localeCompare(String(b), language) : a - Number(b);
    return body.IsAsc ? order : -order;
  });
  return { Data, TotalCount: Data.length };
}
