import { staleAfterMs } from '@watchpost/contract';
import { type HistoryPoint, rowFor } from '../../history/index.ts';
import type { LiveReading, PointRow } from '../../points/index.ts';
import type { DeviceDeps } from '../deviceDeps.ts';

/** A value three times as old as a stale one says nothing of the moment any more; of quick points an hour is shown with its age. */
const lookBackMs = (samplingIntervalMs: number): number => Math.max(3 * staleAfterMs(samplingIntervalMs), 3_600_000);

/**
 * Of each point the newest sample at or before a moment, as far back as it says something.
 *
 * @param at epoch ms
 */
export async function pastValues(
  { history, historyShare }: Pick<DeviceDeps, 'history' | 'historyShare'>,
  points: readonly Pick<PointRow, 'id' | 'sampling_interval_seconds' | 'value_type'>[],
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
  for (const [reach, some] of byReach) {
    const range = { from: at - reach, to: at + 1 };
    const pointIds = some.map(({ pointId }) => pointId);
    const samples = await rowFor(historyShare, some, range, null).run(userId, signal, () =>
      history.raw(pointIds, range.from, range.to, signal),
    );
    for (const { pointId, length, measuredAt, values, quality } of samples) {
      if (length === 0) continue;
      const value = values[length - 1]!;
      found.set(pointId, {
        value: Number.isNaN(value) ? null : value,
        quality: quality[length - 1]!,
        measuredAt: measuredAt[length - 1]!,
      });
    }
  }
  return found;
}
