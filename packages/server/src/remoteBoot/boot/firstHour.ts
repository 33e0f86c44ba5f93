import type { BootWatchCheck } from '@watchpost/contract';
import type { CompanyTenant, SystemTenant } from '../../access/index.ts';
import { serverItself } from '../../history/index.ts';
import type { WatchDeps } from '../deps.ts';
import { alarmsWithin, watchPointsOf } from '../remoteBoot.store.ts';
import { judgeFirstHour } from './judgeFirstHour.wire.ts';

/** Bad quality begins here; see the quality codes of readings. */
const badQuality = 64;

/** How a device did between two moments (epoch ms), by its points' history, newest values and alarms. */
export async function firstHourOf(
  { db, live, history, historyShare }: Pick<WatchDeps, 'db' | 'live' | 'history' | 'historyShare'>,
  tenant: CompanyTenant | SystemTenant,
  deviceId: number,
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<BootWatchCheck[]> {
  const points = await watchPointsOf(tenant, db, deviceId);
  const asked = points
    .filter(({ kind }) => kind !== 'other')
    .map(({ id, kind, sampling_interval_seconds }) => ({
      pointId: id,
      kind: kind === 'run' ? ('state' as const) : ('analog' as const),
      samplingIntervalMs: sampling_interval_seconds * 1000,
    }));
  const totals =
    asked.length === 0 || to <= from
      ? []
      : await historyShare.short.run(serverItself, signal, () => history.totals(asked, from, to, signal));
  const runs = totals
    .flatMap((found) => (found.kind === 'state' ? [found.states] : []))
    .map((states) => {
      const known = states.filter(({ value }) => Number.isFinite(value));
      const on = known.filter(({ value }) => value !== 0);
      return {
        isKnown: known.length > 0,
        ranMs: on.reduce((sum, { durationMs }) => sum + durationMs, 0),
        starts: on.reduce((sum, { count }) => sum + count, 0),
      };
    });
  const knownRuns = runs.filter(({ isKnown }) => isKnown);
  const highest = totals.flatMap((found) =>
    found.kind === 'analog' && Number.isFinite(found.totals.max) ? [found.totals.max] : [],
  );
  const heard = points.some(({ id }) => {
    const reading = live.get(id);
    return reading !== null && reading.value !== null && reading.quality < badQuality && reading.measuredAt >= from;
  });
  return judgeFirstHour({
    heard,
    ranMs: knownRuns.length === 0 ? null : Math.max(...knownRuns.map(({ ranMs }) => ranMs)),
    starts: knownRuns.length === 0 ? null : Math.max(...knownRuns.map(({ starts }) => starts)),
    discharge: highest.length === 0 ? null : Math.max(...highest),
    alarms: await alarmsWithin(tenant, db, deviceId, new Date(from), new Date(to)),
  });
}
