import type { UserTenant } from '../../access/index.ts';
import type { BucketColumns, History, HistoryShare } from '../../history/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { shownLive } from '../../projects/index.ts';
import type { AlarmService } from '../evaluator/alarmService.ts';
import type { AlarmListRow } from '../store.ts';
import { type AlarmForecast, alarmForecast, forecastBucketMinutes, forecastWindowMs } from './alarmForecast.ts';

export interface ForecastDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly history: Pick<History, 'buckets'>;
  readonly historyShare: HistoryShare;
  readonly alarms: Pick<AlarmService, 'standingOf'>;
}

/** The forecast of these alarms, which the tenant may see; those without one are left out. */
export type ForecastOf = (
  tenant: UserTenant,
  rows: readonly AlarmListRow[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<number, AlarmForecast>>;

/** As long as a list asks again. Viewers of the same alarms share what was read. */
const keptMs = 30_000;
/** More are active only in a flood, of which nobody wants to know how long each takes. */
const maxKept = 2_000;
/** Shorter than any limit is waited for: what reports more rarely has no trend within the window. */
const samplingIntervalMs = 60_000;

/** Looks how active alarms go on, by what their points did in the last half hour. */
export function createForecast({ db, clock, history, historyShare, alarms }: ForecastDeps): ForecastOf {
  const kept = new Map<number, { readonly at: number; readonly recent: BucketColumns | null }>();

  const missingOf = (pointIds: readonly number[], now: number): number[] =>
    pointIds.filter((id) => !(now - (kept.get(id)?.at ?? Number.NEGATIVE_INFINITY) < keptMs));

  async function read(pointIds: readonly number[], now: number, signal: AbortSignal): Promise<void> {
    // While this one waited for its turn, another may have read it.
    const missing = missingOf(pointIds, now);
    if (missing.length === 0) return;
    if (kept.size + missing.length > maxKept) kept.clear();
    const found = await history.buckets(
      missing.map((pointId) => ({ pointId, samplingIntervalMs, kind: 'analog' })),
      now - forecastWindowMs,
      now,
      forecastBucketMinutes,
      0,
      signal,
    );
    for (const each of found) kept.set(each.pointId, { at: now, recent: each.kind === 'analog' ? each : null });
  }

  return async (tenant, rows, signal) => {
    const now = clock.now();
    const standing = rows.flatMap((row) => {
      if (row.returned_at !== null || row.point_id === null) return [];
      const look = alarms.standingOf(row.rule_id, row.point_id);
      return look ? [{ row, look, pointId: row.point_id }] : [];
    });
    if (standing.length === 0) return new Map();
    const projectIds = [...new Set(standing.map(({ row }) => row.project_id))];
    const shown = await shownLive(tenant, db, projectIds, now);
    const live = standing.filter(({ row }) => shown.has(row.project_id));
    const limits = live.filter(({ look }) => look.rule.kind === 'limit' && look.state.phase === 'active');
    const pointIds = [...new Set(limits.map(({ pointId }) => pointId))];
    if (missingOf(pointIds, now).length > 0)
      await historyShare.short.run(tenant.userId, signal, () => read(pointIds, now, signal));
    return new Map(
      live.flatMap(({ row, look, pointId }) => {
        const forecast = alarmForecast(look, kept.get(pointId)?.recent ?? null, now);
        return forecast ? [[row.id, forecast] as const] : [];
      }),
    );
  };
}
