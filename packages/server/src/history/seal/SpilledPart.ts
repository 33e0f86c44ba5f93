import { decodeSegmentInto, encodeSegment } from '../codec/segmentCodec.ts';
import { firstIndexAtOrAfter, SampleBuffer, sliceSamples } from '../samples.ts';
import type { NamelessFile } from './NamelessFile.ts';
import type { SampleChains } from './SampleChains.ts';
import type { TailPart } from './TailPart.ts';

/** Encoded before others have their turn: 5 ms of work. */
const samplesOfTurn = 32_768;
/** A point with more of them has several segments, so that a short stretch of a long upload is read alone. */
const samplesOfSegment = 4_096;

/** Where the segments lie in the part, after one another: point, time of the first sample and end, by point and time. */
interface SegmentIndex {
  readonly ids: Int32Array;
  readonly firsts: Float64Array;
  readonly ends: Uint32Array;
}

type OnNewest = (pointId: number, measuredAt: number, value: number, quality: number) => void;

/** Samples of the tail that were moved to a file, encoded as sealed ones are. Memory holds 16 bytes a segment, mostly one a point. */
export class SpilledPart implements TailPart {
  readonly size: number;
  readonly #file: NamelessFile;
  /** Where its first segment begins in the file. */
  readonly #begin: number;
  readonly #index: SegmentIndex;
  readonly #buffer = new SampleBuffer(64);

  private constructor(file: NamelessFile, begin: number, index: SegmentIndex, size: number) {
    this.#file = file;
    this.#begin = begin;
    this.#index = index;
    this.size = size;
  }

  /**
   * Adds them to a file, a piece at a time, so that others have their turn. They must not change meanwhile.
   *
   * @param onNewest told the newest sample of each point
   * @throws when the file cannot be written; it is as long as before then
   */
  static async of(chains: SampleChains, file: NamelessFile, onNewest: OnNewest): Promise<SpilledPart> {
    const begin = file.length;
    try {
      return await SpilledPart.#added(chains, file, onNewest);
    } catch (error) {
      file.shortenTo(begin);
      throw error;
    }
  }

  static async #added(chains: SampleChains, file: NamelessFile, onNewest: OnNewest): Promise<SpilledPart> {
    const begin = file.length;
    const ids: number[] = [];
    const firsts: number[] = [];
    const ends: number[] = [];
    let piece: Uint8Array[] = [];
    const buffer = new SampleBuffer(64);
    let [end, size, sizeWritten] = [0, 0, 0];
    const flush = async () => {
      await file.append(Buffer.concat(piece));
      piece = [];
      sizeWritten = size;
    };
    for (const id of chains.pointIds()) {
      const samples = chains.samples(id, buffer);
      const last = samples.length - 1;
      onNewest(id, samples.measuredAt[last]!, samples.values[last]!, samples.quality[last]!);
      for (let from = 0; from < samples.length; from += samplesOfSegment) {
        const some = sliceSamples(samples, from, Math.min(from + samplesOfSegment, samples.length));
        const first = some.measuredAt[0]!;
        const bytes = encodeSegment(first, some);
        piece.push(bytes);
        end += bytes.length;
        size += some.length;
        ids.push(id);
        firsts.push(first);
        ends.push(end);
        if (size - sizeWritten >= samplesOfTurn) await flush();
      }
    }
    await flush();
    const index = { ids: Int32Array.from(ids), firsts: Float64Array.from(firsts), ends: Uint32Array.from(ends) };
    return new SpilledPart(file, begin, index, size);
  }

  get byteLength(): number {
    const { ids, firsts, ends } = this.#index;
    return ids.byteLength + firsts.byteLength + ends.byteLength;
  }

  has(pointId: number): boolean {
    return this.#index.ids[this.#firstPlaceOf(pointId)] === pointId;
  }

  hasBefore(pointId: number, ms: number): boolean {
    const { ids, firsts } = this.#index;
    const place = this.#firstPlaceOf(pointId);
    return ids[place] === pointId && firsts[place]! < ms;
  }

  /** Ascending. */
  pointIds(): Int32Array {
    const { ids } = this.#index;
    return ids.filter((id, place) => id !== ids[place - 1]);
  }

  collect(pointId: number, fromMs: number, toMs: number, into: SampleBuffer): void {
    const { ids, firsts } = this.#index;
    for (let place = this.#firstPlaceOf(pointId); ids[place] === pointId && firsts[place]! < toMs; place++) {
      if (ids[place + 1] === pointId && firsts[place + 1]! <= fromMs) continue;
      const samples = this.#read(place);
      const end = firstIndexAtOrAfter(samples, toMs);
      for (let i = firstIndexAtOrAfter(samples, fromMs); i < end; i++)
        into.push(samples.measuredAt[i]!, samples.values[i]!, samples.quality[i]!);
    }
  }

  /** Of the first segment of this point, or of the next one that has any. */
  #firstPlaceOf(pointId: number): number {
    const { ids } = this.#index;
    let low = 0;
    for (let high = ids.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if (ids[middle]! < pointId) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Good until the next one is read. */
  #read(place: number): SampleBuffer {
    const { firsts, ends } = this.#index;
    const begin = ends[place - 1] ?? 0;
    this.#buffer.length = 0;
    decodeSegmentInto(firsts[place]!, this.#file.read(this.#begin + begin, ends[place]! - begin), this.#buffer);
    return this.#buffer;
  }
}
