import { type BootWatchCheck, qualityOf } from '@watchpost/contract';
import type { Tenant } from '../../access/index.ts';
import { type PointTotals, rowFor } from '../../history/index.ts';
import type { WatchDeps } from '../deps.ts';
import { alarmsWithin, type WatchPoint, watchPointsOf } from './boot.store.ts';
import { judgeFirstHour, type RunLimits } from './judgeFirstHour.wire.ts';

/** So long after its start a circuit has settled. Our choice. */
const settledMs = 15 * 60_000;
/** What the air temperature is averaged over, at either end. */
const roomPartMs = 10 * 60_000;

/** What a figure is in, for each unit that its points may have: °C and K as they are, A, kPa. A point in another unit is not judged. */
const factors: Partial<Record<WatchPoint['kind'], Readonly<Record<string, number>>>> = {
  current: { A: 1, mA: 0.001 },
  suction: { Pa: 0.001, kPa: 1, bar: 100, MPa: 1000, psi: 6.894757 },
  dischargePressure: { Pa: 0.001, kPa: 1, bar: 100, MPa: 1000, psi: 6.894757 },
};
const factorOf = ({ kind, unit }: WatchPoint): number | undefined => {
  const known = factors[kind];
  return known === undefined ? 1 : known[unit ?? ''];
};

/** Whether a point had a value at any time of what was read. */
const hasValues = (found: PointTotals): boolean =>
  found.kind === 'analog'
    ? Number.isFinite(found.totals.avg)
    : found.states.some(({ value, durationMs }) => Number.isFinite(value) && durationMs > 0);

/**
 * How a device did between two moments (epoch ms), by its points' history, newest values and alarms.
 *
 * @param asked what its model's standard says of the hour; null: the model has none
 * @param userId in whose turn history is read: the person who asks, or the server itself
 */
export async function firstHourOf(
  { db, live, history, historyShare }: Pick<WatchDeps, 'db' | 'live' | 'history' | 'historyShare'>,
  tenant: Tenant,
  { deviceId, asked }: { readonly deviceId: number; readonly asked: RunLimits | null },
  from: number,
  to: number,
  userId: number,
  signal: AbortSignal,
): Promise<BootWatchCheck[]> {
  const points = await watchPointsOf(tenant, db, deviceId);
  const toRead = (chosen: readonly WatchPoint[]) =>
    chosen
      .filter((point) => factorOf(point) !== undefined)
      .map((point) => ({
        pointId: point.id,
        kind: point.kind === 'run' || !point.is_analog ? ('state' as const) : ('analog' as const),
        samplingIntervalMs: point.sampling_interval_seconds * 1000,
        factor: factorOf(point)!,
      }));
  const pointsOf = (...kinds: readonly WatchPoint['kind'][]) =>
    toRead(points.filter(({ kind }) => kinds.includes(kind)));
  type Asked = ReturnType<typeof pointsOf>;
  const totalsOf = async (wanted: Asked, start: number, end: number): Promise<PointTotals[]> =>
    wanted.length === 0 || end <= start
      ? []
      : rowFor(historyShare, wanted, { from: start, to: end }, null).run(userId, signal, () =>
          history.totals(wanted, start, end, signal),
        );
  const mean = async (kind: WatchPoint['kind'], start: number, end: number): Promise<number | null> => {
    const wanted = pointsOf(kind);
    const means = (await totalsOf(wanted, start, end)).flatMap((found, at) =>
      found.kind === 'analog' && Number.isFinite(found.totals.avg) ? [found.totals.avg * wanted[at]!.factor] : [],
    );
    return means.length === 0 ? null : means.reduce((sum, each) => sum + each, 0) / means.length;
  };
  /** Of means of a minute, in which the surge of a start does not count much. */
  const highestMinute = async (kind: WatchPoint['kind'], start: number, end: number): Promise<number | null> => {
    const wanted = pointsOf(kind);
    if (wanted.length === 0 || end <= start) return null;
    const found = await rowFor(historyShare, wanted, { from: start, to: end }, null).run(userId, signal, () =>
      history.buckets(wanted, start, end, 1, 0, signal),
    );
    const minutes = found.flatMap((each, at) =>
      each.kind === 'analog' ? [...each.avg].filter(Number.isFinite).map((value) => value * wanted[at]!.factor) : [],
    );
    return minutes.length === 0 ? null : Math.max(...minutes);
  };
  const settled = from + settledMs;
  // The first minutes against the last: in between doors open and goods come in.
  const isLong = to - from >= 3 * roomPartMs;
  const [before, after] = isLong
    ? [await mean('room', from, from + roomPartMs), await mean('room', to - roomPartMs, to)]
    : [null, null];
  const totals = await totalsOf(pointsOf('run', 'discharge'), from, to);
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
  const isHeardNow = points.some(({ id }) => {
    const reading = live.get(id);
    return (
      reading !== null &&
      reading.value !== null &&
      qualityOf(reading.quality) !== 'bad' &&
      reading.measuredAt >= from &&
      reading.measuredAt <= to
    );
  });
  // The newest values of an hour that is over are mostly of later: its history says whether any came within it.
  const heard = isHeardNow || totals.some(hasValues) || (await totalsOf(toRead(points), from, to)).some(hasValues);
  return judgeFirstHour(
    {
      heard,
      ranMs: knownRuns.length === 0 ? null : Math.max(...knownRuns.map(({ ranMs }) => ranMs)),
      starts: knownRuns.length === 0 ? null : Math.max(...knownRuns.map(({ starts }) => starts)),
      discharge: highest.length === 0 ? null : Math.max(...highest),
      superheat: await mean('superheat', settled, to),
      // What no standard asks for is not read.
      current: asked?.nameplate_current == null ? null : await highestMinute('current', settled, to),
      suction: await mean('suction', settled, to),
      dischargePressure: await mean('dischargePressure', settled, to),
      room: before === null || after === null ? null : { before, after, setpoint: await mean('setpoint', from, to) },
      alarms: await alarmsWithin(tenant, db, deviceId, new Date(from), new Date(to)),
    },
    asked,
  );
}
