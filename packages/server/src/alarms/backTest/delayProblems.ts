import type { Bilingual, RuleDefinition } from '@watchpost/contract';
import { dayMs } from '@watchpost/contract';
import type { Tenant } from '../../access/index.ts';
import type { History } from '../../history/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { cycleFor, medianDistance } from '../../points/index.ts';
import { maxGapSecondsOf } from '../evaluator/watchList.ts';
import { findTriedPoints, type TriedPointRow } from './backTest.store.ts';

interface DelayDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly history: Pick<History, 'rawChunks'>;
}

/** Points whose readings are too far apart for the delay of a condition, by what is set up of them and how they report. */
export interface DelayProblem {
  readonly rule: number;
  readonly delaySeconds: number;
  readonly cycleSeconds: number;
  /** What their cycle would have to be. */
  readonly neededSeconds: number;
  readonly points: { readonly id: number; readonly name: Bilingual }[];
}

/** Of slow points so much is looked through: a logger that stores each six hours has hundreds of distances in it. */
const lookBackMs = 60 * dayMs;
/** Fewer distances say nothing. */
const distancesToSay = 10;
/** Of more points these first: each is asked for a day of its readings. */
const pointsLookedAt = 200;

/** Kinds of conditions whose delay a silence between readings begins anew. */
const delayOf = (definition: RuleDefinition): number =>
  definition.kind === 'limit' ||
  definition.kind === 'state' ||
  definition.kind === 'rateOfChange' ||
  definition.kind === 'deviation'
    ? definition.onDelaySeconds
    : 0;

/**
 * Which delays never complete in stored data: readings that are farther apart than three of their cycles and than the delay begin it
 * anew each time. Only points whose gateway reports by itself can be so: others are polled by their cycle.
 */
export async function delayProblems(
  { db, clock, history }: DelayDeps,
  tenant: Tenant,
  projectId: number,
  pointIds: readonly number[],
  definitions: readonly RuleDefinition[],
  signal: AbortSignal,
): Promise<DelayProblem[]> {
  const delays = definitions.map(delayOf);
  if (!delays.some((seconds) => seconds > 0)) return [];
  const asked = new Set(pointIds.slice(0, pointsLookedAt));
  const rows = (await findTriedPoints(tenant, db, projectId, [...asked], [])).filter(
    ({ id, protocol }) => asked.has(id) && protocol === 'MQTT',
  );
  const distances = await distancesOf(rows);
  const problems = new Map<string, DelayProblem>();
  for (const [rule, delaySeconds] of delays.entries()) {
    for (const row of delaySeconds > 0 ? rows : []) {
      const distance = distances.get(row.id);
      if (distance === undefined || distance <= Math.max(maxGapSecondsOf(row), delaySeconds)) continue;
      const [cycleSeconds, neededSeconds] = [row.sampling_interval_seconds, cycleFor(distance)];
      const key = `${rule} ${cycleSeconds} ${neededSeconds}`;
      const known = problems.get(key) ?? { rule, delaySeconds, cycleSeconds, neededSeconds, points: [] };
      problems.set(key, known);
      known.points.push({ id: row.id, name: nameOf(row) });
    }
  }
  return [...problems.values()];

  /** Seconds between readings, of the last day or, of points that were seldom heard in it, of longer. */
  async function distancesOf(points: readonly TriedPointRow[]): Promise<Map<number, number>> {
    const now = clock.now();
    const found = await timesOf(points, now - dayMs);
    const seldom = points.filter(({ id }) => (found.get(id)?.length ?? 0) <= distancesToSay);
    const longer = await timesOf(seldom, now - lookBackMs);
    return new Map(
      points.flatMap(({ id }) => {
        const times = longer.get(id) ?? found.get(id) ?? [];
        return times.length > distancesToSay ? [[id, medianDistance(times)!] as const] : [];
      }),
    );

    async function timesOf(some: readonly TriedPointRow[], from: number): Promise<Map<number, number[]>> {
      const times = new Map<number, number[]>(some.map(({ id }) => [id, []]));
      if (some.length === 0) return times;
      for await (const chunk of history.rawChunks([...times.keys()], from, now, signal))
        for (const { pointId, length, measuredAt } of chunk.points)
          for (let i = 0; i < length; i++) times.get(pointId)!.push(measuredAt[i]!);
      return times;
    }
  }
}

/** `Freezer 12 · Air`. */
const nameOf = ({ name, name_en, device_name, device_name_en }: TriedPointRow): Bilingual => ({
  zh: [device_name, name].filter(Boolean).join(' · '),
  en: [device_name_en ?? device_name, name_en ?? name].filter(Boolean).join(' · '),
});
