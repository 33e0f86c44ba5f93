import { setImmediate as nextTurn } from 'node:timers/promises';
import { hourMs } from '@watchpost/contract';
import type { ClientBase } from 'pg';
import { encodeSegment } from '../codec/segmentCodec.ts';
import { hourOf, hourStart } from '../hours.ts';
import { firstIndexAtOrAfter, mergeSamples, type SampleColumns, sliceSamples } from '../samples.ts';
import { findSegments, type LatestRow, type SegmentRows, upsertLatest, upsertSegments } from '../store.ts';
import { DamagedRows } from './DamagedRows.ts';

/** Some milliseconds of packing between two turns of the event loop, which has gateways to answer. */
const batchSegments = 500;
const batchSamples = 50_000;

interface PendingSegment {
  pointId: number;
  hour: number;
  samples: SampleColumns;
}

/**
 * Puts samples into their points' segments inside the caller's transaction, merging with what is there: of two samples of
 * the same time the one given now stays. Also advances the points' newest sealed reading.
 *
 * The caller holds the sealing turn.
 *
 * @param points samples in time order, each time once
 * @param options.merge false when the caller knows that none of these segments exists yet
 * @param options.stopped asked between batches; true ends the work with an error, and so the transaction
 * @returns how many segments were written
 */
export async function writeSegments(
  client: ClientBase,
  points: Iterable<{ pointId: number; samples: SampleColumns }>,
  options: { merge: boolean; stopped?: () => boolean },
): Promise<number> {
  let pending: PendingSegment[] = [];
  let latest: LatestRow[] = [];
  let pendingSamples = 0;
  let written = 0;

  // While PostgreSQL stores one batch the next is packed.
  let storing: Promise<void> = Promise.resolve();

  const flush = async (): Promise<void> => {
    if (options.stopped?.()) throw new Error('Sealing was stopped before it was complete; nothing of it is kept.');
    const segments = await packSegments(client, pending, options.merge);
    const newest = latest;
    written += pending.length;
    pending = [];
    latest = [];
    pendingSamples = 0;
    await storing;
    storing = store(client, segments, newest);
    // The next await reports a failure; until then it must not count as an unhandled rejection.
    storing.catch(() => undefined);
    await nextTurn();
  };

  for (const { pointId, samples } of points) {
    for (let start = 0; start < samples.length; ) {
      const hour = hourOf(samples.measuredAt[start]!);
      const rest = sliceSamples(samples, start, samples.length);
      const end = start + firstIndexAtOrAfter(rest, hourStart(hour) + hourMs);
      pending.push({ pointId, hour, samples: sliceSamples(samples, start, end) });
      pendingSamples += end - start;
      start = end;
      if (pending.length >= batchSegments || pendingSamples >= batchSamples) await flush();
    }
    const last = samples.length - 1;
    if (last >= 0) {
      latest.push({
        pointId,
        measuredAt: samples.measuredAt[last]!,
        value: samples.values[last]!,
        quality: samples.quality[last]!,
      });
    }
  }
  await flush();
  await storing;
  return written;
}

async function packSegments(
  client: ClientBase,
  pending: readonly PendingSegment[],
  merge: boolean,
): Promise<SegmentRows> {
  const pointIds = pending.map((segment) => segment.pointId);
  const hours = pending.map((segment) => segment.hour);
  const existing = new Map<string, Buffer>();
  if (merge && pending.length > 0) {
    for (const { pointId, hour, encoded } of await findSegments(client, pointIds, hours)) {
      existing.set(`${pointId} ${hour}`, encoded);
    }
  }
  const damaged = new DamagedRows();
  const encoded = pending.map(({ pointId, hour, samples }) => {
    const before = existing.size === 0 ? undefined : existing.get(`${pointId} ${hour}`);
    const merged =
      before === undefined ? samples : mergeSamples(damaged.read({ pointId, hour, hours: 1 }, before), samples);
    return encodeSegment(hourStart(hour), merged);
  });
  await damaged.putAside(client);
  return { pointIds, hours, encoded };
}

async function store(client: ClientBase, segments: SegmentRows, latest: readonly LatestRow[]): Promise<void> {
  if (segments.hours.length > 0) await upsertSegments(client, segments);
  if (latest.length > 0) await upsertLatest(client, latest);
}
