import type { ReadingColumns } from '../../events.ts';
import { inTimeOrder, type SampleBuffer, type SampleColumns } from '../samples.ts';
import type { TailPart } from './TailPart.ts';

/**
 * Readings of many points in memory, 17 bytes each: appended to shared blocks in order of arrival, and chained backwards
 * per point. Adding costs the same however many points there are, and a point costs nothing but its samples. A point with many
 * of them gets an order by time when it is read, 4 to 6 bytes a sample, so that a short stretch of a long upload is found at once.
 */
export class SampleChains implements TailPart {
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
  /** Of points of which much was added and read. */
  readonly #orders = new Map<number, Order>();

  readonly #spare: Block[];

  /**
   * @param baseMs a time near the samples, epoch ms: times are kept as 32-bit offsets from it
   * @param spare blocks of chains that are no longer needed: new ones wait long for the memory of old ones to be collected
   */
  constructor(baseMs: number, spare: Block[] = []) {
    this.#baseMs = baseMs;
    this.#spare = spare;
  }

  /** Gives its blocks to others. Nothing is added or read afterwards. */
  release(): void {
    this.#spare.push(...this.#blocks.splice(0));
  }

  get byteLength(): number {
    let bytes = this.#blocks.length * blockSize * 17 + this.#heads.size * pageSize * 4;
    for (const { indices } of this.#orders.values()) bytes += indices.buffer.byteLength;
    return bytes;
  }

  add(columns: ReadingColumns): void {
    const { length, pointIds, measuredAt, values, quality } = columns;
    let page: Int32Array = noPage;
    let pageNumber = -1;
    let index = this.size;
    for (let i = 0; i < length; ) {
      if ((index & (blockSize - 1)) === 0 && index >>> blockBits === this.#blocks.length)
        this.#blocks.push(this.#spare.pop() ?? newBlock());
      const block = this.#blocks[index >>> blockBits]!;
      const { offsets, previous } = block;
      const blockValues = block.values;
      const blockQuality = block.quality;
      let place = index & (blockSize - 1);
      for (; i < length && place < blockSize; i++) {
        const pointId = pointIds[i]!;
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
    return this.#head(pointId) !== -1;
  }

  pointIds(): Int32Array {
    const ids = new Int32Array(this.pointCount);
    let at = 0;
    for (const pageNumber of [...this.#heads.keys()].sort((a, b) => a - b)) {
      const page = this.#heads.get(pageNumber)!;
      for (let i = 0; i < pageSize; i++) if (page[i] !== -1) ids[at++] = pageNumber * pageSize + i;
    }
    return ids;
  }

  hasBefore(pointId: number, ms: number): boolean {
    const { ordered, newer } = this.#partsOf(pointId, true);
    const isBefore = (index: number) => this.#timeAt(index) < ms;
    return (ordered.length > 0 && isBefore(ordered[0]!)) || newer.some(isBefore);
  }

  collect(pointId: number, fromMs: number, toMs: number, into: SampleBuffer): void {
    const isWhole = fromMs === Number.NEGATIVE_INFINITY && toMs === Number.POSITIVE_INFINITY;
    const { ordered, newer } = this.#partsOf(pointId, !isWhole);
    for (let i = this.#firstFrom(ordered, fromMs); i < ordered.length; i++) {
      const at = this.#timeAt(ordered[i]!);
      if (at >= toMs) break;
      this.#push(ordered[i]!, at, into);
    }
    for (let i = newer.length - 1; i >= 0; i--) {
      const at = this.#timeAt(newer[i]!);
      if (at >= fromMs && at < toMs) this.#push(newer[i]!, at, into);
    }
  }

  /** All samples of a point by ascending time, each time once, the last given winning. @param buffer to be overwritten */
  samples(pointId: number, buffer: SampleBuffer): SampleColumns {
    buffer.length = 0;
    this.collect(pointId, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, buffer);
    return inTimeOrder(buffer);
  }

  /** The point's samples: those with an order by it, and those since, the newest first, of which there are few beside the others. */
  #partsOf(pointId: number, isWorthOrder: boolean): { ordered: Uint32Array; newer: readonly number[] } {
    const known = this.#orders.get(pointId) ?? noOrder;
    const head = this.#head(pointId);
    const newer: number[] = [];
    for (let index = head; index > known.head; index = this.#previous(index)) newer.push(index);
    if (newer.length <= maxUnordered || !isWorthOrder) return { ordered: known.indices, newer };
    // What lies before others moves them all: it waits until it is worth that.
    const goesOn = this.#timeAt(newer.at(-1)!) >= this.#timeAt(known.indices.at(-1) ?? newer.at(-1)!);
    if (!goesOn && newer.length <= known.indices.length / 16) return { ordered: known.indices, newer };
    const indices = this.#merged(known.indices, this.#byTime(newer.reverse()));
    this.#orders.set(pointId, { head, indices });
    return { ordered: indices, newer: [] };
  }

  /** By time, those of one moment as they were. */
  #byTime(indices: number[]): number[] {
    const times = Float64Array.from(indices, (index) => this.#timeAt(index));
    if (times.every((at, i) => i === 0 || at >= times[i - 1]!)) return indices;
    const places = Uint32Array.from(indices, (_, i) => i).sort((a, b) => times[a]! - times[b]! || a - b);
    return Array.from(places, (place) => indices[place]!);
  }

  /** Both by time, and so the result; of one moment `before` goes first. What is later than all of `before` costs only itself. */
  #merged(before: Uint32Array, after: readonly number[]): Uint32Array {
    const length = before.length + after.length;
    const first = this.#timeAt(after[0]!);
    if (before.length === 0 || this.#timeAt(before.at(-1)!) <= first) {
      const hasRoom = before.byteOffset + 4 * length <= before.buffer.byteLength;
      const buffer = hasRoom ? before.buffer : new ArrayBuffer(4 * Math.ceil(length * 1.5));
      const longer = new Uint32Array(buffer, 0, length);
      if (!hasRoom) longer.set(before);
      longer.set(after, before.length);
      return longer;
    }
    const merged = new Uint32Array(length);
    for (let i = 0, a = 0, b = 0; i < length; i++) {
      const takesBefore =
        b >= after.length || (a < before.length && this.#timeAt(before[a]!) <= this.#timeAt(after[b]!));
      merged[i] = takesBefore ? before[a++]! : after[b++]!;
    }
    return merged;
  }

  #firstFrom(ordered: Uint32Array, ms: number): number {
    let low = 0;
    for (let high = ordered.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if (this.#timeAt(ordered[middle]!) < ms) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #head(pointId: number): number {
    return this.#heads.get(pointId >>> pageBits)?.[pointId & (pageSize - 1)] ?? -1;
  }

  #previous(index: number): number {
    return this.#blocks[index >>> blockBits]!.previous[index & (blockSize - 1)]!;
  }

  #timeAt(index: number): number {
    const offset = this.#blocks[index >>> blockBits]!.offsets[index & (blockSize - 1)]!;
    return offset === farMark ? this.#farTimes.get(index)! : this.#baseMs + offset;
  }

  #push(index: number, at: number, into: SampleBuffer): void {
    const { values, quality } = this.#blocks[index >>> blockBits]!;
    const place = index & (blockSize - 1);
    into.push(at, values[place]!, quality[place]!);
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

export interface Block {
  offsets: Int32Array;
  values: Float64Array;
  quality: Uint8Array;
  previous: Int32Array;
}

/** The samples of a point by time, up to the one that was its newest then. */
interface Order {
  readonly head: number;
  readonly indices: Uint32Array;
}

const noOrder: Order = { head: -1, indices: new Uint32Array(0) };
/** What is cheap to walk for each read: an hour at a sample a second. An uploaded year is not. */
const maxUnordered = 4_096;

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
