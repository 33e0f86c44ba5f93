import { closeSync, mkdirSync, openSync, readSync, unlinkSync, write } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { decodeSegmentInto, encodeSegment } from '../codec/segmentCodec.ts';
import { firstIndexAtOrAfter, SampleBuffer, sliceSamples } from '../samples.ts';
import type { SampleChains } from './SampleChains.ts';
import type { TailPart } from './TailPart.ts';

const writeAt = promisify(write);

/** Encoded before others have their turn: 5 ms of work. */
const samplesOfTurn = 32_768;
/** A point with more of them has several segments, so that a short stretch of a long upload is read alone. */
const samplesOfSegment = 4_096;

/** Where the segments lie in the file: point, time of the first sample and end, by point and time. */
interface SegmentIndex {
  readonly ids: Int32Array;
  readonly firsts: Float64Array;
  readonly ends: Float64Array;
}

/**
 * Samples of the tail that were moved to a file, encoded as sealed ones are. Memory holds 20 bytes a segment, mostly one a point.
 * The file has no name: it is gone when it is closed, and with the process.
 */
export class SpilledPart implements TailPart {
  readonly size: number;
  readonly #fd: number;
  readonly #index: SegmentIndex;

  private constructor(fd: number, index: SegmentIndex, size: number) {
    this.#fd = fd;
    this.#index = index;
    this.size = size;
  }

  /**
   * Copies them, a piece at a time, so that others have their turn. They must not change meanwhile.
   *
   * @param folder made when it is missing
   * @throws when the file cannot be written
   */
  static async of(chains: SampleChains, folder: string): Promise<SpilledPart> {
    const fd = openNameless(folder);
    try {
      const ids: number[] = [];
      const firsts: number[] = [];
      const ends: number[] = [];
      let piece: Uint8Array[] = [];
      let [written, end, size, sizeWritten] = [0, 0, 0, 0];
      const flush = async () => {
        await writeAll(fd, Buffer.concat(piece), written);
        piece = [];
        written = end;
        sizeWritten = size;
      };
      for (const id of chains.pointIds()) {
        const samples = chains.samples(id);
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
      const index = { ids: Int32Array.from(ids), firsts: Float64Array.from(firsts), ends: Float64Array.from(ends) };
      return new SpilledPart(fd, index, size);
    } catch (error) {
      closeSync(fd);
      throw error;
    }
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

  /** Lets go of the file. Nothing is read afterwards. */
  close(): void {
    closeSync(this.#fd);
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

  #read(place: number): SampleBuffer {
    const { firsts, ends } = this.#index;
    const begin = ends[place - 1] ?? 0;
    const bytes = new Uint8Array(ends[place]! - begin);
    if (readSync(this.#fd, bytes, 0, bytes.length, begin) !== bytes.length)
      throw new Error('A part of the history that is not sealed yet was cut short');
    const samples = new SampleBuffer();
    decodeSegmentInto(firsts[place]!, bytes, samples);
    return samples;
  }
}

function openNameless(folder: string): number {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${process.pid}-${performance.now()}`);
  const fd = openSync(file, 'wx+', 0o600);
  unlinkSync(file);
  return fd;
}

async function writeAll(fd: number, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await writeAt(fd, bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}
