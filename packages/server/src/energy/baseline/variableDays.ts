import {
  type baselineRules,
  degreeDays,
  type EnergyVariable,
  needsTemperature,
  baselineRules as rules,
} from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { rowFor } from '../../history/index.ts';
import { localOfEpoch, startOfDay } from '../../platform/zonedTime.ts';
import type { EnergyDeps } from '../deps.ts';
import type { DayRange, SumRow } from '../figures/figures.store.ts';
import { type TemperaturePoint, variablesOf } from './baseline.store.ts';

/** What is known of the days of a project besides their energy. */
export interface DayFacts {
  /** Means of half hours, °C, by day; days without enough of them are missing. */
  readonly temperatures: ReadonlyMap<string, readonly number[]>;
  /** By kind and day, `turnover 2026-11-01`. */
  readonly entered: ReadonlyMap<string, number>;
}

const halfHourMinutes = 30;

/** Half hours of temperatures by local day. @param reader whose turn at history it is */
export async function temperatureDays(
  { history, historyShare, clock }: Pick<EnergyDeps, 'history' | 'historyShare' | 'clock'>,
  points: readonly (Pick<TemperaturePoint, 'id' | 'interval_seconds'> & { timeZone: string })[],
  { from, to }: DayRange,
  reader: number,
  signal: AbortSignal,
): Promise<Map<number, Map<string, number[]>>> {
  const found = new Map<number, Map<string, number[]>>();
  for (const [timeZone, some] of Map.groupBy(points, (each) => each.timeZone)) {
    const range = {
      from: startOfDay(from, timeZone).getTime(),
      to: Math.min(clock.now(), startOfDay(to, timeZone, 1).getTime()),
    };
    const asked = some.map(({ id, interval_seconds }) => ({
      pointId: id,
      samplingIntervalMs: interval_seconds * 1000,
      kind: 'analog' as const,
    }));
    const curves = await rowFor(historyShare, asked, range, null).run(reader, signal, () =>
      history.buckets(asked, range.from, range.to, halfHourMinutes, 0, signal),
    );
    for (const curve of curves) {
      const days = new Map<string, number[]>();
      if (curve.kind === 'analog')
        for (let i = 0; i < curve.length; i++) {
          if (!Number.isFinite(curve.avg[i]!)) continue;
          const day = localOfEpoch(curve.startsAt[i]!, timeZone).slice(0, 10);
          const own = days.get(day);
          if (own) own.push(curve.avg[i]!);
          else days.set(day, [curve.avg[i]!]);
        }
      for (const [day, own] of days) if (own.length < rules.minHalfHours) days.delete(day);
      found.set(curve.pointId, days);
    }
  }
  return found;
}

/** Values that people entered, of several projects. */
export async function enteredDays(
  { db }: Pick<EnergyDeps, 'db'>,
  projectIds: readonly number[],
  range: DayRange,
): Promise<Map<number, Map<string, number>>> {
  const rows = await variablesOf(system, db, projectIds, range);
  return new Map(
    [...Map.groupBy(rows, ({ project_id }) => project_id)].map(([id, own]) => [
      id,
      new Map(own.map(({ kind, day, value }) => [`${kind} ${day}`, value])),
    ]),
  );
}

export interface VariableSet {
  readonly variables: readonly EnergyVariable[];
  readonly base_cool: number | null;
  readonly base_heat: number | null;
}

/** The variables of a day in their order; null: one of them is not known. */
export function variablesOfDay(
  { variables, base_cool, base_heat }: VariableSet,
  { temperatures, entered }: DayFacts,
  day: string,
): number[] | null {
  const degrees = temperatures.get(day);
  if (needsTemperature(variables) && !degrees) return null;
  const x = variables.map((each) =>
    each === 'cdd' || each === 'hdd'
      ? degreeDays(each, degrees!, (each === 'cdd' ? base_cool : base_heat)!)
      : (entered.get(`${each} ${day}`) ?? null),
  );
  return x.every((each) => each !== null) ? x : null;
}

type Rules = Pick<typeof baselineRules, 'minCoverage'>;
/** Energy by day, of the days on which all of so many meters were measured nearly all of the time. */
export function countedDays(
  rows: readonly SumRow[],
  meterCount: number,
  { minCoverage }: Rules = rules,
): { counted: Map<string, number>; leftOut: number } {
  const counted = new Map<string, number>();
  let leftOut = 0;
  for (const [day, own] of Map.groupBy(rows, ({ step }) => step)) {
    const sum = (of: (row: SumRow) => number) => own.reduce((all, row) => all + of(row), 0);
    if (own.length === meterCount && sum(({ measured }) => measured) >= minCoverage * sum(({ expected }) => expected))
      counted.set(
        day,
        sum(({ wh }) => wh.reduce((all, each) => all + each, 0)),
      );
    else leftOut++;
  }
  return { counted, leftOut };
}
