import type { Pool } from 'pg';
import { inTransaction } from '../../platform/db/inTransaction.ts';
import { hourOf, hourStart } from '../hours.ts';
import { dropPartition, listPartitions, lockPartition, lockTurn } from '../store.ts';
import { insertChange, putCommitAside } from '../upkeep/upkeep.store.ts';
import { HistoryTail, type Spill } from './HistoryTail.ts';
import { type DamagedCommit, readLog } from './readLog.ts';
import { writeSegments } from './writeSegments.ts';

export interface SealOptions {
  /** Where readings go that are too many for memory while an hour is sealed. Absent: all stay in memory. */
  spill?: Pick<Spill, 'folder' | 'samples'>;
  /** Told after each hour's transaction has committed. */
  onSealed?: (sealed: SealedHour & { hour: number }) => void;
  /** Asked between batches; true ends the work, rolling back the hour at hand. */
  stopped?: () => boolean;
}

export interface SealedHour {
  samples: number;
  segments: number;
  /** Commits that could not be read and were put aside. */
  damaged: readonly DamagedCommit[];
}

/**
 * Turns every log hour that ended at or before `upTo` into segments and drops it, one transaction an hour: after a crash
 * an hour is either still in the log or in the segments, never both and never neither. Running it twice changes nothing.
 * What cannot be read in the log is put aside, as a repair does.
 *
 * @param upTo epoch ms
 */
export async function sealHours(db: Pool, upTo: number, options: SealOptions = {}): Promise<void> {
  const due = (await listPartitions(db)).filter((hour) => hour < hourOf(upTo));
  for (const hour of due) {
    const sealed = await inTransaction(db, (client) => sealHour(client, hour, options));
    if (sealed !== null) options.onSealed?.({ hour, ...sealed });
  }
}

/** Null when another server sealed the hour meanwhile. */
async function sealHour(
  client: Parameters<typeof lockTurn>[0],
  hour: number,
  options: SealOptions,
): Promise<SealedHour | null> {
  await lockTurn(client, 'sealing');
  if (!(await listPartitions(client)).includes(hour)) return null;
  await lockPartition(client, hour);
  const damaged: DamagedCommit[] = [];
  let failure: unknown = null;
  const onFailed = (error: unknown) => {
    failure = error;
  };
  const readings = new HistoryTail(options.spill ? { ...options.spill, onFailed } : null);
  let sealed: Pick<SealedHour, 'samples' | 'segments'>;
  try {
    for await (const columns of readLog(client, hour, (commit) => damaged.push(commit))) {
      readings.add(hour, columns);
      await readings.settled();
      if (failure !== null) throw failure;
      // Nothing is written then.
      if (options.stopped?.()) break;
    }
    const segments = await writeSegments(client, samplesByPoint(readings), { merge: true, stopped: options.stopped });
    sealed = { samples: readings.sampleCount, segments };
  } finally {
    await readings.close();
  }
  for (const { payload, samples, fault } of damaged) {
    await putCommitAside(client, hour, payload);
    const detail = { problems: [fault], from: hourStart(hour), hours: 1, commit: true, samples };
    await insertChange(client, { at: null, kind: 'repaired', pointId: null, detail });
  }
  // Last, because from here to the commit no one can write to the log.
  await dropPartition(client, hour);
  return { ...sealed, damaged };
}

function* samplesByPoint(readings: HistoryTail) {
  for (const pointId of readings.pointIds())
    yield { pointId, samples: readings.read(pointId, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY) };
}
