import type { EnergyVariable } from '@watchpost/contract';
import { dayMs, hourMs } from '@watchpost/contract';
import { demoCompanies } from '@watchpost/demo';
import { system } from '../access/index.ts';
import { drawBaseline } from '../energy/index.ts';
import { importSegments, openHistory, ReadingColumnsBuilder } from '../history/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { Log } from '../platform/log/log.ts';
import { dayAfter, localOfEpoch } from '../platform/zonedTime.ts';
import { makeOutdoorPoint } from '../points/index.ts';
import { demoMetersWithoutParent, insertDemoBaseline, insertDemoTargets, insertDemoVariables } from './energy.store.ts';
import { energyOfDays } from './energyOfDays.ts';
import { outsideOfProject } from './outsideOf.ts';
import { energyDays } from './seedEnergy.ts';

const timeZone = 'Asia/Shanghai';
/** Meters whose projects have a baseline, the first of them with opening hours. */
const measured = ['meter-store', 'meter-main'];
/** A baseline ends before what is to be judged by it. */
const judgedDays = 45;

/** A year of weather, opening hours and budgets, and baselines in use that are drawn through them. */
export async function seedBaselines({ db, pool }: Database, clock: Clock, log: Log): Promise<void> {
  const history = openHistory({ db: pool, clock, log });
  const now = clock.now();
  for (const meter of await demoMetersWithoutParent(system, db)) {
    const project = demoCompanies
      .flatMap(({ projects }) => projects)
      .find(({ devices }) => devices.some(({ code, name }) => measured.includes(code) && name === meter.device_name));
    if (!project) continue;
    const outside = outsideOfProject(project);
    const outdoor = await makeOutdoorPoint(system, db, meter.project_id);
    const columns = new ReadingColumnsBuilder((energyDays * dayMs) / hourMs);
    const begin = Math.ceil((now - energyDays * dayMs) / hourMs) * hourMs;
    const temperatures = new Map<string, number[]>();
    for (let at = begin; at <= now; at += hourMs) {
      const temperature = Math.round(outside(at) * 10) / 10;
      if (outdoor) columns.push(outdoor.id, at, temperature, 0);
      const day = localOfEpoch(at, timeZone).slice(0, 10);
      temperatures.set(day, [...(temperatures.get(day) ?? []), temperature]);
    }
    if (outdoor) await importSegments(pool, outdoor.id, columns.take());
    const days = [...temperatures.keys()].slice(1, -1);
    const isStore = project.devices.some(({ code }) => code === 'meter-store');
    const entered = new Map(
      isStore
        ? days.map((day) => [`openHours ${day}`, new Date(`${day}T00:00:00Z`).getUTCDay() % 6 === 0 ? 14 : 12])
        : [],
    );
    if (isStore)
      await insertDemoVariables(
        system,
        db,
        meter.project_id,
        days.map((day) => ({ day, kind: 'openHours', value: entered.get(`openHours ${day}`)! })),
      );
    const [register] = await history.raw([meter.point_id], begin, now);
    const energy = energyOfDays(register!, days, timeZone);
    const until = dayAfter(localOfEpoch(now, timeZone).slice(0, 10), -judgedDays);
    const variables: EnergyVariable[] = ['cdd'];
    const drawn = drawBaseline(
      new Map([...energy].filter(([day]) => day <= until)),
      { temperatures, entered },
      { variables, base_cool: null, base_heat: 18 },
      0,
    );
    if (typeof drawn !== 'number')
      await insertDemoBaseline(system, db, {
        projectId: meter.project_id,
        from: drawn.days[0]!.day,
        to: drawn.days.at(-1)!.day,
        variables,
        outdoorPointId: outdoor?.id ?? null,
        baseCool: drawn.base_cool,
        fit: drawn.fit,
        staticFactors: isStore ? '营业面积和冷柜数量不变' : '库容和货位不变',
        now: new Date(now),
      });
    await insertDemoTargets(system, db, meter.project_id, monthsOf(energy));
  }
}

/** Budgets of this year: three per cent less than what a month took, tens of kWh. */
function monthsOf(energy: ReadonlyMap<string, number>): { month: string; wh: number }[] {
  const last = [...energy.keys()].at(-1)!;
  const year = last.slice(0, 4);
  const months = Map.groupBy(
    [...energy].filter(([day]) => day.startsWith(year)),
    ([day]) => day.slice(0, 7),
  );
  return [...months].map(([month, days]) => ({
    month,
    wh: Math.round(((days.reduce((sum, [, wh]) => sum + wh, 0) / days.length) * 30.4 * 0.97) / 10_000) * 10_000,
  }));
}
