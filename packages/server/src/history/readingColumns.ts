import type { ReadingColumns } from '../events.ts';

/** Collects readings one by one or by columns, then hands them over without a copy. */
export class ReadingColumnsBuilder {
  length = 0;
  #pointIds: Int32Array;
  #measuredAt: Float64Array;
  #values: Float64Array;
  #quality: Uint8Array;

  constructor(capacity = 256) {
    this.#pointIds = new Int32Array(capacity);
    this.#measuredAt = new Float64Array(capacity);
    this.#values = new Float64Array(capacity);
    this.#quality = new Uint8Array(capacity);
  }

  push(pointId: number, measuredAt: number, value: number, quality: number): void {
    const at = this.length;
    this.#reserve(at + 1);
    this.#pointIds[at] = pointId;
    this.#measuredAt[at] = measuredAt;
    this.#values[at] = value;
    this.#quality[at] = quality;
    this.length = at + 1;
  }

  append(columns: ReadingColumns): void {
    const { length } = columns;
    const at = this.length;
    this.#reserve(at + length);
    this.#pointIds.set(columns.pointIds.subarray(0, length), at);
    this.#measuredAt.set(columns.measuredAt.subarray(0, length), at);
    this.#values.set(columns.values.subarray(0, length), at);
    this.#quality.set(columns.quality.subarray(0, length), at);
    this.length = at + length;
  }

  /** Everything collected so far; the builder is empty afterwards and never touches the handed-over arrays again. */
  take(): ReadingColumns {
    const { length } = this;
    const taken = {
      length,
      pointIds: this.#pointIds.subarray(0, length),
      measuredAt: this.#measuredAt.subarray(0, length),
      values: this.#values.subarray(0, length),
      quality: this.#quality.subarray(0, length),
    };
    const capacity = Math.max(16, length);
    this.#pointIds = new Int32Array(capacity);
    this.#measuredAt = new Float64Array(capacity);
    this.#values = new Float64Array(capacity);
    this.#quality = new Uint8Array(capacity);
    this.length = 0;
    return taken;
  }

  #reserve(needed: number): void {
    if (needed <= this.#quality.length) return;
    const capacity = Math.max(needed, this.#quality.length * 2);
    this.#pointIds = enlarged(this.#pointIds, new Int32Array(capacity));
    this.#measuredAt = enlarged(this.#measuredAt, new Float64Array(capacity));
    this.#values = enlarged(this.#values, new Float64Array(capacity));
    this.#quality = enlarged(this.#quality, new Uint8Array(capacity));
  }
}

function enlarged<A extends Int32Array | Float64Array | Uint8Array>(from: A, into: A): A {
  into.set(from);
  return into;
}

/** The readings from index `start` up to, not including, `end`; shares memory with the original. */
export function sliceReadings(columns: ReadingColumns, start: number, end: number): ReadingColumns {
  return {
    length: end - start,
    pointIds: columns.pointIds.subarray(start, end),
    measuredAt: columns.measuredAt.subarray(start, end),
    values: columns.values.subarray(start, end),
    quality: columns.quality.subarray(start, end),
  };
}
