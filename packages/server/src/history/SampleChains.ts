import type { ReadingColumns } from './readingColumns.ts';
import { inTimeOrder, SampleBuffer, type SampleColumns } from './samples.ts';

/**
 * Readings of many points in memory, 17 bytes each: appended to shared blocks in order of arrival, and chained backwards
 * per point. Adding costs the same however many points there are, and a point costs nothing but its samples.
 */
export class SampleChains {
  /** How many samples were added, repeated times included. */
  size = 0;
  /** How many points have samples. */
  pointCount = 0;
  readonly #baseMs: number;
  readonly #blocks: Block[] = [];
  /** Index of each point's newest sample, by page of point ids; −1: none. */
  readonly #heads = new Map<number, Int32Array>();
  /** Times more than 24 days from the base, by index. */
  readonly #farTimes = new Map<number, number>();

  /** @param baseMs a time near the samples, epoch ms: times are kept as 32-bit offsets from it */
  constructor(baseMs: number) {
    this.#baseMs = baseMs;
  }

  /** Bytes of memory held, but for bookkeeping. */
  get byteLength(): number {
    return this.#blocks.length * blockSize * 17 + this.#heads.size * pageSize * 4;
  }

  add(columns: ReadingColumns): void {
    this.#add(columns, null);
  }

  /** Adds only the readings of points whose id leaves `remainder` when divided by `divisor`. */
  addShare(columns: ReadingColumns, divisor: number, remainder: number): void {
    this.#add(columns, divisor === 1 ? null : (pointId) => pointId % divisor === remainder);
  }

  #add(columns: ReadingColumns, wanted: ((pointId: number) => boolean) | null): void {
    const { length, pointIds, measuredAt, values, quality } = columns;
    let index = this.size;
    let page: Int32Array | undefined;
    let pageNumber = -1;
    for (let i = 0; i < length; i++) {
      const pointId = pointIds[i]!;
      if (wanted !== null && !wanted(pointId)) continue;
      if (pointId >>> pageBits !== pageNumber) {
        pageNumber = pointId >>> pageBits;
        page = this.#page(pageNumber);
      }
      const place = index & (blockSize - 1);
      if (place === 0) this.#blocks.push(newBlock());
      const block = this.#blocks[index >>> blockBits]!;
      const at = Math.trunc(measuredAt[i]!);
      const offset = at - this.#baseMs;
      if (offset > -0x80000000 && offset <= 0x7fffffff) block.offsets[place] = offset;
      else {
        block.offsets[place] = -0x80000000;
        this.#farTimes.set(index, at);
      }
      // Adding zero turns negative zero into zero, as the codecs do.
      block.values[place] = values[i]! + 0;
      block.quality[place] = quality[i]!;
      const inPage = pointId & (pageSize - 1);
      const previous = page![inPage]!;
      block.previous[place] = previous;
      if (previous === -1) this.pointCount++;
      page![inPage] = index;
      index++;
    }
    this.size = index;
  }

  /** Ids of all points with samples, ascending. */
  pointIds(): Int32Array {
    const ids = new Int32Array(this.pointCount);
    let at = 0;
    for (const pageNumber of [...this.#heads.keys()].sort((a, b) => a - b)) {
      const page = this.#heads.get(pageNumber)!;
      for (let i = 0; i < pageSize; i++) if (page[i] !== -1) ids[at++] = pageNumber * pageSize + i;
    }
    return ids;
  }

  /** Appends the point's samples measured in [fromMs, toMs) in order of arrival. */
  collect(pointId: number, fromMs: number, toMs: number, into: SampleBuffer): void {
    const start = into.length;
    for (let index = this.#heads.get(pointId >>> pageBits)?.[pointId & (pageSize - 1)] ?? -1; index !== -1; ) {
      const block = this.#blocks[index >>> blockBits]!;
      const place = index & (blockSize - 1);
      const offset = block.offsets[place]!;
      const at = offset === -0x80000000 ? this.#farTimes.get(index)! : this.#baseMs + offset;
      if (at >= fromMs && at < toMs) into.push(at, block.values[place]!, block.quality[place]!);
      index = block.previous[place]!;
    }
    into.measuredAt.subarray(start, into.length).reverse();
    into.values.subarray(start, into.length).reverse();
    into.quality.subarray(start, into.length).reverse();
  }

  /** All samples of a point by ascending time, each time once, the last given winning. */
  samples(pointId: number): SampleColumns {
    const buffer = new SampleBuffer(64);
    this.collect(pointId, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, buffer);
    return inTimeOrder(buffer);
  }

  #page(pageNumber: number): Int32Array {
    let page = this.#heads.get(pageNumber);
    if (page === undefined) {
      page = new Int32Array(pageSize).fill(-1);
      this.#heads.set(pageNumber, page);
    }
    return page;
  }
}

interface Block {
  offsets: Int32Array;
  values: Float64Array;
  quality: Uint8Array;
  previous: Int32Array;
}

const blockBits = 15;
const blockSize = 1 << blockBits;
const pageBits = 10;
const pageSize = 1 << pageBits;

const newBlock = (): Block => ({
  offsets: new Int32Array(blockSize),
  values: new Float64Array(blockSize),
  quality: new Uint8Array(blockSize),
  previous: new Int32Array(blockSize),
});
