import type { ClientBase } from 'pg';
import { decodeSegmentInto } from '../codec/segmentCodec.ts';
import { hourStart } from '../hours.ts';
import { SampleBuffer, type SampleColumns } from '../samples.ts';
import { insertChange, putAside } from '../upkeep/upkeep.store.ts';

interface Row {
  readonly pointId: number;
  readonly hour: number;
  /** 1 or a day's. */
  readonly hours: number;
}

/**
 * Sealed rows that could not be read when something was to be merged into them. They are put aside, as a repair does, and hold
 * nothing: else one damaged row would keep the readings of all points in the log, for ever.
 */
export class DamagedRows {
  readonly #rows: (Row & { fault: string })[] = [];

  /** Adds the samples of a row, or none when it is damaged. */
  readInto(row: Row, encoded: Uint8Array, into: SampleBuffer): void {
    const { length } = into;
    try {
      decodeSegmentInto(hourStart(row.hour), encoded, into);
    } catch (error) {
      into.length = length;
      this.#rows.push({ ...row, fault: (error as Error).message });
    }
  }

  /** The samples of a row; none when it is damaged. */
  read(row: Row, encoded: Uint8Array): SampleColumns {
    const samples = new SampleBuffer();
    this.readInto(row, encoded, samples);
    return samples;
  }

  /**
   * Before anything is written in their places, inside the transaction.
   *
   * @returns how many
   */
  async putAside(client: ClientBase): Promise<number> {
    const rows = this.#rows.splice(0);
    for (const { pointId, hour, hours, fault } of rows) {
      await putAside(client, { pointId, hour, hours }, null);
      const from = hourStart(hour);
      await insertChange(client, { at: null, kind: 'repaired', pointId, detail: { problems: [fault], from, hours } });
    }
    return rows.length;
  }
}
