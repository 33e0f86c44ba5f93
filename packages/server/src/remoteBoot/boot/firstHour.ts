import { type BootWatchCheck, qualityOf } from '@watchpost/contract';
import type { Tenant } from '../../access/index.ts';
import { rowFor } from '../../history/index.ts';
import type { WatchDeps } from '../deps.ts';
import { alarmsWithin, watchPointsOf } from './boot.store.ts';
import { judgeFirstHour } from './judgeFirstHour.wire.ts';

/** So long after its start a circuit has settled. Our choice. */
const settledMs = 15 * 60_000;
/** What the air temperature is averaged over, at either end. */
const roomPartMs = 10 * 60_000;

/**
 * How a device did between two moments (epoch ms), by its points' history, newest values and alarms.
 *
 * @param userId in whose turn history is read: the person who asks, or the server itself
 */
export async function firstHourOf(
  { db, live, history, historyShare }: Pick<WatchDeps, 'db' | 'live' | 'history' | 'historyShare'>,
  tenant: Tenant,
  deviceId: number,
  from: number,
  to: number,
  userId: number,
  signal: AbortSignal,
): Promise<BootWatchCheck[]> {
  const points = await watchPointsOf(tenant, db, deviceId);
  const read = async (kind: 'superheat' | 'room', start: number, end: number): Promise<number | null> => {
    const wanted = points
      .filter((point) => point.kind === kind)
      .map(({ id, sampling_interval_seconds }) => ({
        ...{ pointId: id, kind: 'analog' as const, samplingIntervalMs: sampling_interval_seconds * 1000 },
      }));
    if (wanted.length === 0 || end <= start) return null;
    const found = await rowFor(historyShare, wanted, { from: start, to: end }, null).run(userId, signal, () =>
      history.totals(wanted, start, end, signal),
    );
    const means = found.flatMap((each) =>
      each.kind === 'analog' && Number.isFinite(each.totals.avg) ? [each.totals.avg] : [],
    );
    return means.length === 0 ? null : means.reduce((sum, mean) => sum + mean, 0) / means.length;
  };
  const superheat = await read('superheat', from + settledMs, to);
  // The first minutes against the last: in between doors open and goods come in.
  const isLong = to - from >= 3 * roomPartMs;
  const [before, after] = isLong
    ? [await read('room', from, from + roomPartMs), await read('room', to - roomPartMs, to)]
    : [null, null];
  const asked = points
    .filter(({ kind }) => kind === 'run' || kind === 'discharge')
    .map(({ id, kind, sampling_interval_seconds }) => ({
      pointId: id,
      kind: kind === 'run' ? ('state' as const) : ('analog' as const),
      samplingIntervalMs: sampling_interval_seconds * 1000,
    }));
  const totals =
    asked.length === 0 || to <= from
      ? []
      : await rowFor(historyShare, asked, { from, to }, null).run(userId, signal, () =>
          history.totals(asked, from, to, signal),
        );
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
    return (
      reading !== null && reading.value !== null && qualityOf(reading.quality) !== 'bad' && reading.measuredAt >= from
    );
  });
  return judgeFirstHour({
    heard,
    ranMs: knownRuns.length === 0 ? null : Math.max(...knownRuns.map(({ ranMs }) => ranMs)),
    starts: knownRuns.length === 0 ? null : Math.max(...knownRuns.map(({ starts }) => starts)),
    discharge: highest.length === 0 ? null : Math.max(...highest),
    superheat,
    roomFall: before === null || after === null ? null : before - after,
    alarms: await alarmsWithin(tenant, db, deviceId, new Date(from), new Date(to)),
  });
}
