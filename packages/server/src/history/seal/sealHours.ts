import type { Pool } from 'pg';
import { inTransaction } from '../../platform/db/inTransaction.ts';
import { hourOf, hourStart } from '../hours.ts';
import { countLogSamples, dropPartition, listPartitions, lockPartition, lockTurn } from '../store.ts';
import { insertChange, putCommitAside } from '../upkeep/upkeep.store.ts';
import { type DamagedCommit, readLog } from './readLog.ts';
import { SampleChains } from './SampleChains.ts';
import { writeSegments } from './writeSegments.ts';

/** 17 bytes each: a busy hour is sealed in several passes over its log rather than held in memory whole. */
const samplesPerPass = 4_000_000;

export interface SealOptions {
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
  const samples = await countLogSamples(client, hour);
  const passes = Math.ceil(samples / samplesPerPass);
  let segments = 0;
  const damaged: DamagedCommit[] = [];
  for (let pass = 0; pass < passes; pass++) {
    const chains = new SampleChains(hourStart(hour));
    const share = { divisor: passes, remainder: pass };
    const onDamaged = (commit: DamagedCommit) => pass === 0 && damaged.push(commit);
    for await (const columns of readLog(client, hour, onDamaged)) chains.add(columns, share);
    segments += await writeSegments(client, samplesByPoint(chains), { merge: true, stopped: options.stopped });
  }
  for (const { payload, samples, fault } of damaged) {
    await putCommitAside(client, hour, payload);
    const detail = { problems: [fault], from: hourStart(hour), hours: 1, commit: true, samples };
    await insertChange(client, { at: null, kind: 'repaired', pointId: null, detail });
  }
  // Last, because from here to the commit no one can write to the log.
  await dropPartition(client, hour);
  return { samples, segments, damaged };
}

function* samplesByPoint(chains: SampleChains) {
  for (const pointId of chains.pointIds()) yield { pointId, samples: chains.samples(pointId) };
}
