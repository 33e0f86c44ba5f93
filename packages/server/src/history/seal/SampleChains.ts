import type { ReadingColumns } from '../../events.ts';
import { inTimeOrder, SampleBuffer, type SampleColumns } from '../samples.ts';

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

  /**
   * @param share adds only the readings of points whose id leaves `remainder` when divided by `divisor`
   */
  add(columns: ReadingColumns, share = { divisor: 1, remainder: 0 }): void {
    const { length, pointIds, measuredAt, values, quality } = columns;
    const { divisor, remainder } = share;
    let page: Int32Array = noPage;
    let pageNumber = -1;
    let index = this.size;
    for (let i = 0; i < length; ) {
      if ((index & (blockSize - 1)) === 0 && index >>> blockBits === this.#blocks.length) this.#blocks.push(newBlock());
      const block = this.#blocks[index >>> blockBits]!;
      const { offsets, previous } = block;
      const blockValues = block.values;
      const blockQuality = block.quality;
      let place = index & (blockSize - 1);
      for (; i < length && place < blockSize; i++) {
        const pointId = pointIds[i]!;
        if (divisor !== 1 && pointId % divisor !== remainder) continue;
        if (pointId >>> pageBits !== pageNumber) {
          pageNumber = pointId >>> pageBits;
          page = this.#page(pageNumber);
        }
        const offset = Math.trunc(measuredAt[i]!) - this.#baseMs;
        if (offset > farMark && offset <= 0x7fffffff) offsets[place] = offset;
        else {
          offsets[place] = farMark;
          this.#farTimes.set(index, Math.trunc(measuredAt[i]!));
        }
        // Adding zero turns negative zero into zero, as the codecs do.
        blockValues[place] = values[i]! + 0;
        blockQuality[place] = quality[i]!;
        const inPage = pointId & (pageSize - 1);
        const before = page[inPage]!;
        if (before === -1) this.pointCount++;
        previous[place] = before;
        page[inPage] = index;
        place++;
        index++;
      }
    }
    this.size = index;
  }

  has(pointId: number): boolean {
    return (this.#heads.get(pointId >>> pageBits)?.[pointId & (pageSize - 1)] ?? -1) !== -1;
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
      const at = offset === farMark ? this.#farTimes.get(index)! : this.#baseMs + offset;
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

/** Offset that says: look among the far times. */
const farMark = -0x80000000;
const noPage = new Int32Array(0);
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
