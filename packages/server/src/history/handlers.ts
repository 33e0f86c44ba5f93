import { commonErrors, type historyCalls } from '@watchpost/contract';
import type { Handlers } from '../handlers.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { findPoints, type PointLimits } from '../points/index.ts';
import { findProjectFacts, shownUntil } from '../projects/index.ts';
import { curveRange } from './curveRange.ts';
import type { History, InnerLimits } from './index.ts';
import { presentBuckets, presentRaw } from './present.ts';

export interface HistoryDeps {
  db: Db;
  clock: Clock;
  history: History;
  limitsOfPoint(pointId: number): PointLimits | null;
}

/** Those a value meets first on its way out; null when the point has none. */
function innerLimits(limits: PointLimits | null): InnerLimits | null {
  const high = limits?.high ?? limits?.highHigh ?? null;
  const low = limits?.low ?? limits?.lowLow ?? null;
  if (high === null && low === null) return null;
  return { low: low ?? Number.NEGATIVE_INFINITY, high: high ?? Number.POSITIVE_INFINITY };
}

export const historyHandlers = ({ db, clock, history, limitsOfPoint }: HistoryDeps): Handlers<typeof historyCalls> => ({
  async getPointData({ caller, language }, { query }) {
    const project = await findProjectFacts(caller.tenant, db, query.ProjectId);
    if (!project) throw new Refusal(commonErrors.notFound);
    const { from, to, intervalMinutes } = curveRange({
      start: query.start,
      end: query.end,
      tmes: query.tmes,
      pointCount: query.pointIdList.length,
      timeZone: project.time_zone,
      now: clock.now(),
    });
    // What was measured after the end of the service is kept, and not shown before it is renewed.
    const end = Math.min(to, shownUntil(project) ?? to);
    const points = await findPoints(caller.tenant, db, query.pointIdList);
    if (points.length === 0) throw new Refusal(commonErrors.notFound);

    const limits = points.map(({ id }) => limitsOfPoint(id));
    const asked = points.map((point, index) => ({
      pointId: point.id,
      samplingIntervalMs: point.sampling_interval_seconds * 1000,
      kind: point.value_type === 'analog' ? ('analog' as const) : ('state' as const),
      limits: innerLimits(limits[index]!),
    }));
    if (intervalMinutes === 0) {
      const found = await history.rawWithTotals(asked, from, end);
      return points.map((point, index) => presentRaw(point, found[index]!, limits[index]!, language));
    }
    const found = await history.buckets(asked, from, end, intervalMinutes);
    return points.map((point, index) => presentBuckets(point, found[index]!, limits[index]!, language));
  },
});
