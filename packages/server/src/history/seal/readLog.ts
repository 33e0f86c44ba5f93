import type { ClientBase } from 'pg';
import type { ReadingColumns } from '../../events.ts';
import { decodeLog } from '../codec/logCodec.ts';
import { streamLog } from '../store.ts';

/** A commit in the log that cannot be read. */
export interface DamagedCommit {
  /** Of the commit, since 1970. */
  readonly hour: number;
  readonly payload: Buffer;
  /** How many readings it held. */
  readonly samples: number;
  readonly fault: string;
}

/**
 * The readings of one hour of the log, commit by commit in their order. One that cannot be read is handed to `onDamaged` and left
 * out: else it would keep the readings of all points in the log and the server from starting, for ever. Needs a transaction.
 */
export async function* readLog(
  client: ClientBase,
  hour: number,
  onDamaged: (commit: DamagedCommit) => void,
): AsyncGenerator<ReadingColumns> {
  for await (const { payload, samples } of streamLog(client, hour)) {
    try {
      const columns = decodeLog(payload);
      needPlausible(columns, samples);
      yield columns;
    } catch (error) {
      onDamaged({ hour, payload, samples, fault: (error as Error).message });
    }
  }
}

/** Years of four digits; a reading beyond them has no hour that could be stored. */
const firstMs = Date.UTC(1000, 0, 1);
const lastMs = Date.UTC(10_000, 0, 1);

/** Columns have no checksum: bytes that were changed may still read as numbers. */
function needPlausible({ length, measuredAt }: ReadingColumns, samples: number): void {
  if (length !== samples) throw new RangeError(`It says ${length} readings where ${samples} were committed.`);
  for (let i = 0; i < length; i++) {
    if (!(measuredAt[i]! >= firstMs && measuredAt[i]! < lastMs)) throw new RangeError('It holds a reading of no time.');
  }
}
