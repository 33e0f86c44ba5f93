import { staleAfterMs } from '@watchpost/contract';
import { type HistoryPoint, rowFor } from '../../history/index.ts';
import type { LiveReading, PointRow } from '../../points/index.ts';
import type { DeviceDeps } from '../deviceDeps.ts';

/** A value three times as old as a stale one says nothing of the moment any more; of quick points an hour is shown with its age. */
const lookBackMs = (samplingIntervalMs: number): number => Math.max(3 * staleAfterMs(samplingIntervalMs), 3_600_000);

/**
 * Points of one turn. What is sealed is unpacked by the day: some 300 days of points sampled each minute take 50 ms, and the
 * server does other work between two of them.
 */
const pointsOfTurn = 300;

type AskedPoint = Pick<PointRow, 'id' | 'sampling_interval_seconds' | 'value_type'>;

/**
 * Of each point the newest sample at or before a moment, as far back as it says something. Of a project of any size one sample
 * a point is in memory.
 *
 * @param at epoch ms
 */
export async function pastValues(
  { history, historyShare }: Pick<DeviceDeps, 'history' | 'historyShare'>,
  points: readonly AskedPoint[],
  at: number,
  { userId, signal }: { userId: number; signal: AbortSignal },
): Promise<ReadonlyMap<number, LiveReading>> {
  const found = new Map<number, LiveReading>();
  const asked = new Map(
    points.map((point): [number, HistoryPoint] => [
      point.id,
      {
        pointId: point.id,
        samplingIntervalMs: point.sampling_interval_seconds * 1000,
        kind: point.value_type === 'status' ? 'state' : 'analog',
      },
    ]),
  );
  const byReach = Map.groupBy(asked.values(), ({ samplingIntervalMs }) => lookBackMs(samplingIntervalMs));
  for (const [reach, all] of byReach)
    for (let start = 0; start < all.length; start += pointsOfTurn) {
      const some = all.slice(start, start + pointsOfTurn);
      const range = { from: at - reach, to: at + 1 };
      const pointIds = some.map(({ pointId }) => pointId);
      const newest = await rowFor(historyShare, some, range, null).run(userId, signal, () =>
        history.newest(pointIds, range.from, range.to, signal),
      );
      for (const [pointId, { value, quality, measuredAt }] of newest)
        found.set(pointId, { value: Number.isNaN(value) ? null : value, quality, measuredAt });
    }
  return found;
}

/**
 * The devices of which nothing is kept from before a moment: they were not silent then, they are not known to have been there.
 * A device without points is none of them.
 *
 * @param values found for the moment: what has one is not asked about
 */
export async function withoutEarlierData(
  { history }: Pick<DeviceDeps, 'history'>,
  points: readonly (AskedPoint & { readonly device_id: number })[],
  values: ReadonlyMap<number, unknown>,
  at: number,
): Promise<number[]> {
  const ofDevice = Map.groupBy(points, ({ device_id }) => device_id);
  const open = [...ofDevice].filter(([, own]) => !own.some(({ id }) => values.has(id)));
  if (open.length === 0) return [];
  const known = await history.knownBefore([...new Set(open.flatMap(([, own]) => own.map(({ id }) => id)))], at);
  return open.filter(([, own]) => !own.some(({ id }) => known.has(id))).map(([deviceId]) => deviceId);
}
