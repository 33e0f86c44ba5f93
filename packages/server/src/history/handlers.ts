import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type Curve,
  commonErrors,
  type historyCalls,
  historyErrors,
  hourMs,
  maxCurveValues,
} from '@watchpost/contract';
import type { Caller } from '../access/index.ts';
import type { Handlers } from '../handlers.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import {
  type DevicePointRow,
  findOutdoorPoint,
  findPoints,
  firstDevices,
  freePoints,
  type LimitStretch,
  needProjectOfPoints,
  type PointRow,
  pointsOfDevices,
  presentPicked,
} from '../points/index.ts';
import { findProjectFacts, shownUntil } from '../projects/index.ts';
import { type HistoryShare, rowFor } from './historyShare.ts';
import type { History, LimitSpan } from './index.ts';
import { corrected, defrostValues, presentBuckets, presentDefrosts, presentRaw, presentStatistic } from './present.ts';
import { bucketStretches, readStretches } from './read/bucketStretches.ts';
import { type AskedRange, curveRange, statisticRange } from './read/curveRange.ts';
import { TooManyValues, ValueBudget } from './read/ValueBudget.ts';

export interface HistoryDeps {
  db: Db;
  clock: Clock;
  history: History;
  historyShare: HistoryShare;
  limitsOver(pointId: number, from: number, to: number): readonly LimitStretch[];
}

/** Those a value meets first on its way out, as long as each holds; null when the point never has any. */
export function innerLimits(stretches: readonly LimitStretch[]): LimitSpan[] | null {
  const spans = stretches.flatMap(({ from, to, limits }): LimitSpan[] => {
    const high = limits?.high ?? limits?.highHigh ?? null;
    const low = limits?.low ?? limits?.lowLow ?? null;
    if (high === null && low === null) return [];
    return [{ from, to, low: low ?? Number.NEGATIVE_INFINITY, high: high ?? Number.POSITIVE_INFINITY }];
  });
  return spans.length === 0 ? null : spans;
}

/** From when on the curves of lent devices are shown: epoch ms; of a project that the caller opens by themselves none. */
const lentFrom = (
  { grants }: Pick<Caller, 'grants'>,
  projectId: number,
  points: readonly { readonly device: { readonly id: number } | null }[],
): number[] =>
  (grants?.lent ?? [])
    .filter((lent) => lent.projectId === projectId && points.some(({ device }) => device?.id === lent.deviceId))
    .flatMap(({ curveFrom }) => (curveFrom === null ? [] : [curveFrom]));

/** Every item of a curve with the temperature outside in its hour. */
const withTemperature = (curve: Curve, hours: ReadonlyMap<number, number>): Curve => ({
  ...curve,
  DataList: curve.DataList.map((item) => ({
    ...item,
    Temperature: hours.get(item.Time - (item.Time % hourMs)) ?? null,
  })),
});

/** State points keep every change, at any interval. */
const dayMinutes = 1440;

const askedOf = (point: PointRow) => ({
  pointId: point.id,
  samplingIntervalMs: point.sampling_interval_seconds * 1000,
  kind: point.value_type === 'analog' ? ('analog' as const) : ('state' as const),
});

/** @throws Refusal when the reply would hold too much */
async function bounded<T>(read: (budget: ValueBudget) => Promise<T>): Promise<T> {
  try {
    return await read(new ValueBudget(maxCurveValues));
  } catch (error) {
    if (error instanceof TooManyValues) throw new Refusal(historyErrors.tooManyValues, { count: error.most });
    throw error;
  }
}

export const historyHandlers = ({
  db,
  clock,
  history,
  historyShare: share,
  limitsOver,
}: HistoryDeps): Handlers<typeof historyCalls> => {
  /** The points of the list that the caller may see, and the range as it stands for their project. */
  const load = async (
    caller: Caller,
    query: { ProjectId?: number | undefined; pointIdList: number[] },
    range: RangeOf,
  ) => {
    const projectId = await needProjectOfPoints(caller.tenant, db, query.pointIdList, query.ProjectId);
    const project = await findProjectFacts(caller.tenant, db, projectId);
    if (!project) throw new Refusal(commonErrors.notFound);
    const pointCount = query.pointIdList.length;
    const { from: askedFrom, to, ...rest } = range({ pointCount, timeZone: project.time_zone, now: clock.now() });
    // What was measured after the end of the service is kept, and not shown before it is renewed.
    const end = Math.min(to, shownUntil(project) ?? to);
    const found = await findPoints(caller.tenant, db, query.pointIdList);
    if (found.length === 0) throw new Refusal(commonErrors.notFound);
    const devices = await firstDevices(
      caller.tenant,
      db,
      found.map(({ id }) => id),
    );
    const points = found.map((point) => ({ ...point, device: devices.get(point.id) ?? null }));
    const from = Math.min(end, Math.max(askedFrom, ...lentFrom(caller, projectId, points)));
    const limits = points.map(({ id }) => limitsOver(id, from, end));
    const asked = points.map((point, index) => ({ ...askedOf(point), limits: innerLimits(limits[index]!) }));
    const { time_zone: timeZone } = project;
    return { projectId, points, limits, asked, from, to: end, timeZone, intervalMinutes: rest.intervalMinutes ?? 0 };
  };

  /** The temperature outside of a project by hours (epoch ms); null: it keeps none that the caller may see. */
  const outdoorHours = async (caller: Caller, projectId: number, from: number, to: number, signal: AbortSignal) => {
    const outdoorId = await findOutdoorPoint(caller.tenant, db, projectId);
    const [point] = outdoorId === null ? [] : await findPoints(caller.tenant, db, [outdoorId]);
    if (!point) return null;
    const firstHour = from - (from % hourMs);
    const asked = [{ ...askedOf(point), limits: null }];
    const [found] = await history.buckets(asked, firstHour, to, hourMs / 60_000, 0, signal);
    const hours = new Map<number, number>();
    if (found?.kind === 'analog')
      for (let i = 0; i < found.length; i++)
        if (!Number.isNaN(found.avg[i]!)) hours.set(found.startsAt[i]!, found.avg[i]!);
    return hours;
  };

  return {
    async getPointData({ caller, language, signal }, { query }) {
      const { projectId, points, limits, asked, from, to, timeZone, intervalMinutes } = await load(
        caller,
        query,
        (facts) => curveRange({ start: query.start, end: query.end, tmes: query.tmes, ...facts }),
      );
      const ids = points.map(({ id }) => id);
      const range = { from, to, intervalMinutes };
      const stretches = intervalMinutes === 0 ? null : bucketStretches(range, timeZone, query.EdgeEpoch ?? null);
      const row = rowFor(share, asked, range, stretches);
      const curves = await row.run(caller.userId, signal, async () => {
        if (stretches === null) {
          const found = await bounded((budget) => history.rawWithTotals(asked, from, to, signal, budget));
          const presented: Curve[] = [];
          for (const [index, point] of points.entries()) {
            presented.push(presentRaw(point, found[index]!, limits[index]!, language));
            // A week of samples each: others have their turn in between.
            await nextTurn();
          }
          return presented;
        }
        const found = await bounded((budget) =>
          readStretches(asked, range, stretches, (some, piece, minutes, originMs) =>
            history.buckets(some, piece.from, piece.to, minutes, originMs, signal, budget),
          ),
        );
        return points.map((point, index) => presentBuckets(point, found[index]!, limits[index]!, language));
      });
      const corrections = await history.corrections(ids, from, to);
      const hours = query.WithTemperature ? await outdoorHours(caller, projectId, from, to, signal) : null;
      const presented: Curve[] = [];
      for (const curve of curves) {
        presented.push(corrected(hours ? withTemperature(curve, hours) : curve, corrections));
        await nextTurn();
      }
      return presented;
    },

    async getPointStatisticData({ caller, language, signal }, { query }) {
      const { points, limits, asked, from, to } = await load(caller, query, (facts) =>
        statisticRange({ start: query.start, end: query.end, ...facts }),
      );
      const row = rowFor(share, asked, { from, to }, []);
      const found = await row.run(caller.userId, signal, () =>
        bounded((budget) => history.totals(asked, from, to, signal, budget)),
      );
      return points.map((point, index) => presentStatistic(point, found[index]!, limits[index]!, language));
    },

    async getDefrostsOfPoints({ caller, language, signal }, { query }) {
      const { points, from, to } = await load(caller, query, (facts) =>
        statisticRange({ start: query.start, end: query.end, ...facts }),
      );
      const devices = new Map(points.flatMap(({ device }) => (device ? [[device.id, device]] : [])));
      // One point of a device is enough: two that say the same would say it twice.
      const telling = new Map<number, DevicePointRow>();
      for (const point of await pointsOfDevices(caller.tenant, db, [...devices.keys()]))
        if (!telling.has(point.device_id) && defrostValues(point).size > 0) telling.set(point.device_id, point);
      const sources = [...telling.values()];
      if (sources.length === 0) return [];
      const asked = sources.map((point) => ({ ...askedOf(point), limits: null }));
      const row = rowFor(share, asked, { from, to }, []);
      const found = await row.run(caller.userId, signal, () =>
        bounded((budget) => history.buckets(asked, from, to, dayMinutes, 0, signal, budget)),
      );
      return sources.flatMap((point, index) => {
        const changes = found[index]!;
        return changes.kind === 'state'
          ? presentDefrosts(devices.get(point.device_id)!, defrostValues(point), changes, from, language)
          : [];
      });
    },

    async getFreePoints({ caller, language }, { query }) {
      return (await freePoints(caller.tenant, db, query.ProjectId)).map((row) => presentPicked(row, language));
    },
  };
};

type RangeOf = (facts: Pick<AskedRange, 'pointCount' | 'timeZone' | 'now'>) => {
  from: number;
  to: number;
  intervalMinutes?: number;
};
