import { dayMs } from '@watchpost/contract';
import type { ClientBase, Pool } from 'pg';
import { decodeSegment, encodeSegment } from '../codec/segmentCodec.ts';
import { dayOf, dayStart } from '../days.ts';
import { firstIndexAtOrAfter, type SampleColumns, sliceSamples } from '../samples.ts';
import { addToChange, insertChange, insertOverwritten, readOverwritten } from './upkeep.store.ts';

/** Of one change by hand: a point that is read each second for eleven days, about a megabyte packed. */
const maxKept = 1_000_000;

/** Keeps what a change by hand replaces or takes away, up to a bound; the change says how much that was and how much is kept. */
export class Overwritten {
  /** How many samples were replaced or taken away. */
  samples = 0;
  kept = 0;
  readonly #client: ClientBase;
  readonly #changeId: number;

  constructor(client: ClientBase, changeId: number) {
    this.#client = client;
    this.#changeId = changeId;
  }

  /** @param samples of one day, in time order; days must come once each */
  async keep(day: number, samples: SampleColumns): Promise<void> {
    this.samples += samples.length;
    if (samples.length === 0 || this.kept + samples.length > maxKept) return;
    this.kept += samples.length;
    await insertOverwritten(this.#client, this.#changeId, day, encodeSegment(dayStart(day), samples));
  }
}

/** What is kept of what a change replaced or took away, a day at a time. */
export async function* overwrittenBy(db: Pool, changeId: number): AsyncGenerator<SampleColumns> {
  for (const { day, encoded } of await readOverwritten(db, changeId)) yield decodeSegment(dayStart(day), encoded);
}

/**
 * Leaves a trace of computed values that are about to be replaced because inputs came late, in the transaction that writes the new
 * ones.
 *
 * @param replaced what stood there, in time order; at least one
 */
export async function keepRecomputed(
  client: ClientBase,
  pointId: number,
  replaced: SampleColumns,
  now: number,
): Promise<void> {
  const [from, to] = [replaced.measuredAt[0]!, replaced.measuredAt[replaced.length - 1]!];
  const detail = { samples: replaced.length, from, to };
  const id = await insertChange(client, { at: now, kind: 'recomputed', pointId, detail });
  const before = new Overwritten(client, id);
  for (let start = 0; start < replaced.length; ) {
    const day = dayOf(replaced.measuredAt[start]!);
    const rest = sliceSamples(replaced, start, replaced.length);
    const end = start + firstIndexAtOrAfter(rest, dayStart(day) + dayMs);
    await before.keep(day, sliceSamples(replaced, start, end));
    start = end;
  }
  await addToChange(client, id, { replaced: before.samples, kept: before.kept });
}
