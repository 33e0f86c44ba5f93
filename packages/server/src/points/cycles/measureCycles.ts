import { dayMs } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import type { EventBus } from '../../events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, DbOrTransaction } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { type MeasuredCycle, type PointToMeasure, pointsToMeasure, setMeasuredCycles } from './cycles.store.ts';
import { cycleFor, distancesToPropose, medianDistance, otherCycle } from './measuredCycle.ts';

/** The part of history that is asked: it stands on points itself. */
interface Times {
  rawChunks(
    pointIds: readonly number[],
    from: number,
    to: number,
    signal?: AbortSignal,
  ): AsyncIterable<{
    readonly points: readonly {
      readonly pointId: number;
      readonly length: number;
      readonly measuredAt: Float64Array;
    }[];
  }>;
}

export interface MeasureCyclesDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly events: EventBus;
  readonly history: Times;
  /** Keeps in the transaction of the cycles from when on alarms are to be judged again, by point, epoch ms: a stop forgets none. */
  readonly markLate: (transaction: DbOrTransaction, earliest: ReadonlyMap<number, number>) => Promise<void>;
  /** Judges alarms again from these moments on: another cycle may give other alarms. */
  readonly judgeFrom: (earliest: ReadonlyMap<number, number>) => Promise<void>;
}

/** A logger that stores each hour has the fifty after two days; one that comes home once a month has them in its first upload. */
const lookBackMs = 60 * dayMs;
/** Read from history together. */
const pointsAtOnce = 100;

/**
 * Proposes the cycle of points of which nobody said one, once, from the first distances between their own event times. It holds from
 * the first of these readings on, and the alarms since are judged by it.
 *
 * @param stopping aborted when the server stops
 */
export async function proposeCycles(deps: MeasureCyclesDeps, stopping: AbortSignal): Promise<void> {
  const now = deps.clock.now();
  await forEachGroup(deps, 'assumed', stopping, async (points) => {
    const times = new Map<number, number[]>(points.map(({ id }) => [id, []]));
    let missing = points.length;
    const ids = points.map(({ id }) => id);
    for await (const chunk of deps.history.rawChunks(ids, now - lookBackMs, now, stopping)) {
      for (const { pointId, length, measuredAt } of chunk.points) {
        const own = times.get(pointId)!;
        if (own.length > distancesToPropose) continue;
        for (let i = 0; i < length && own.length <= distancesToPropose; i++) own.push(measuredAt[i]!);
        if (own.length > distancesToPropose) missing--;
      }
      if (missing === 0) break;
    }
    return [...times].flatMap(([pointId, own]) =>
      own.length > distancesToPropose ? [{ pointId, seconds: cycleFor(medianDistance(own)!), from: own[0]! }] : [],
    );
  });
}

/**
 * Gives points another cycle whose readings have come at another distance for a day, from the beginning of that day on. Roll-ups are
 * made by it, so that it must not move with each buffer.
 */
export async function reviewCycles(deps: MeasureCyclesDeps, stopping: AbortSignal): Promise<void> {
  const now = deps.clock.now();
  const from = now - dayMs;
  await forEachGroup(deps, 'measured', stopping, async (points) => {
    const halves = new Map<number, [number[], number[]]>(points.map(({ id }) => [id, [[], []]]));
    const ids = points.map(({ id }) => id);
    for await (const chunk of deps.history.rawChunks(ids, from, now, stopping)) {
      for (const { pointId, length, measuredAt } of chunk.points)
        for (let i = 0; i < length; i++)
          halves.get(pointId)![measuredAt[i]! < from + dayMs / 2 ? 0 : 1].push(measuredAt[i]!);
    }
    return points.flatMap((point) => {
      const seconds = otherCycle(point.sampling_interval_seconds, halves.get(point.id)!);
      return seconds === null ? [] : [{ pointId: point.id, seconds, from }];
    });
  });
}

async function forEachGroup(
  { db, log, events, markLate, judgeFrom }: MeasureCyclesDeps,
  source: PointToMeasure['cycle_source'],
  stopping: AbortSignal,
  measure: (points: readonly PointToMeasure[]) => Promise<MeasuredCycle[]>,
): Promise<void> {
  const all = await pointsToMeasure(system, db, source);
  for (let first = 0; first < all.length && !stopping.aborted; first += pointsAtOnce) {
    const points = all.slice(first, first + pointsAtOnce);
    try {
      const measured = await measure(points);
      if (measured.length === 0) continue;
      const { changed, earliest } = await db.transaction().execute(async (transaction) => {
        const ids = new Set(await setMeasuredCycles(system, transaction, measured));
        const from = new Map(
          measured.flatMap((one) => (ids.has(one.pointId) ? [[one.pointId, one.from] as const] : [])),
        );
        await markLate(transaction, from);
        return { changed: ids, earliest: from };
      });
      for (const [companyId, of] of Map.groupBy(points, (point) => point.company_id)) {
        const ids = of.flatMap(({ id }) => (changed.has(id) ? [id] : []));
        if (ids.length > 0) events.emit('configurationChanged', { companyId, kind: 'point', ids });
      }
      await judgeFrom(earliest);
    } catch (error) {
      if (stopping.aborted) return;
      log.error({ err: error }, 'Cycles of points could not be measured; trying again at the next time');
    }
  }
}
