import type { ClientBase, Pool } from 'pg';
import { decodeSegment, encodeSegment } from '../codec/segmentCodec.ts';
import { dayStart } from '../days.ts';
import type { SampleColumns } from '../samples.ts';
import { insertOverwritten, readOverwritten } from './upkeep.store.ts';

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
