import { closeSync, mkdirSync, openSync, readSync, unlinkSync, write } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { firstIndexAtOrAfter, type SampleBuffer, type SampleColumns } from '../samples.ts';
import type { SampleChains } from './SampleChains.ts';
import type { TailPart } from './TailPart.ts';

const writeAt = promisify(write);

/** Time and value of 8 bytes, quality of one. */
const sampleBytes = 17;
/** Written at once. */
const pieceBytes = 1 << 20;
/** A point with more of them is searched in the file; with fewer, all are read. */
const readWhole = 2_048;

/**
 * Samples of the tail that were moved to a file: of each point in order of time, its times, then its values, then its qualities. Memory
 * holds 8 bytes a point. The file has no name: it is gone when it is closed, and with the process.
 */
export class SpilledPart implements TailPart {
  readonly size: number;
  readonly #fd: number;
  /** Ascending. */
  readonly #ids: Int32Array;
  /** How many samples lie before those of the point at this place; one place more for the end. */
  readonly #starts: Uint32Array;

  private constructor(fd: number, ids: Int32Array, starts: Uint32Array) {
    this.#fd = fd;
    this.#ids = ids;
    this.#starts = starts;
    this.size = starts.at(-1)!;
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
      const ids = chains.pointIds();
      const starts = new Uint32Array(ids.length + 1);
      let piece: Buffer[] = [];
      let [waiting, written] = [0, 0];
      const flush = async () => {
        const { length } = await writeAll(fd, Buffer.concat(piece), written);
        written += length;
        piece = [];
        waiting = 0;
      };
      for (const [i, id] of ids.entries()) {
        const samples = chains.samples(id);
        starts[i + 1] = starts[i]! + samples.length;
        const bytes = bytesOf(samples);
        piece.push(bytes);
        waiting += bytes.length;
        if (waiting >= pieceBytes) await flush();
      }
      await flush();
      return new SpilledPart(fd, ids, starts);
    } catch (error) {
      closeSync(fd);
      throw error;
    }
  }

  get byteLength(): number {
    return this.#ids.byteLength + this.#starts.byteLength;
  }

  has(pointId: number): boolean {
    return this.#placeOf(pointId) !== -1;
  }

  hasBefore(pointId: number, ms: number): boolean {
    const place = this.#placeOf(pointId);
    return place !== -1 && this.#timeAt(place, 0) < ms;
  }

  pointIds(): Int32Array {
    return this.#ids;
  }

  collect(pointId: number, fromMs: number, toMs: number, into: SampleBuffer): void {
    const place = this.#placeOf(pointId);
    if (place === -1) return;
    const count = this.#starts[place + 1]! - this.#starts[place]!;
    const isLong = count > readWhole;
    const first = isLong ? this.#firstAtOrAfter(place, count, fromMs) : 0;
    const end = isLong ? this.#firstAtOrAfter(place, count, toMs) : count;
    const samples = this.#read(place, count, first, end);
    const last = firstIndexAtOrAfter(samples, toMs);
    for (let i = firstIndexAtOrAfter(samples, fromMs); i < last; i++)
      into.push(samples.measuredAt[i]!, samples.values[i]!, samples.quality[i]!);
  }

  /** Lets go of the file. Nothing is read afterwards. */
  close(): void {
    closeSync(this.#fd);
  }

  /** −1: it has none. */
  #placeOf(pointId: number): number {
    let low = 0;
    for (let high = this.#ids.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if (this.#ids[middle]! < pointId) low = middle + 1;
      else high = middle;
    }
    return this.#ids[low] === pointId ? low : -1;
  }

  #firstAtOrAfter(place: number, count: number, ms: number): number {
    let low = 0;
    for (let high = count; low < high; ) {
      const middle = (low + high) >>> 1;
      if (this.#timeAt(place, middle) < ms) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #timeAt(place: number, index: number): number {
    const time = new Float64Array(1);
    this.#fill(time, this.#starts[place]! * sampleBytes + index * 8);
    return time[0]!;
  }

  #read(place: number, count: number, first: number, end: number): SampleColumns {
    const begin = this.#starts[place]! * sampleBytes;
    const length = end - first;
    const samples = {
      length,
      measuredAt: new Float64Array(length),
      values: new Float64Array(length),
      quality: new Uint8Array(length),
    };
    this.#fill(samples.measuredAt, begin + first * 8);
    this.#fill(samples.values, begin + (count + first) * 8);
    this.#fill(samples.quality, begin + count * 16 + first);
    return samples;
  }

  #fill(array: Float64Array | Uint8Array, position: number): void {
    const read = readSync(this.#fd, array, 0, array.byteLength, position);
    if (read !== array.byteLength) throw new Error('A part of the history that is not sealed yet was cut short');
  }
}

function openNameless(folder: string): number {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${process.pid}-${performance.now()}`);
  const fd = openSync(file, 'wx+', 0o600);
  unlinkSync(file);
  return fd;
}

async function writeAll(fd: number, bytes: Buffer, position: number): Promise<{ length: number }> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await writeAt(fd, bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
  return bytes;
}

function bytesOf({ length, measuredAt, values, quality }: SampleColumns): Buffer {
  const bytes = Buffer.allocUnsafe(length * sampleBytes);
  const copy = ({ buffer, byteOffset }: Float64Array | Uint8Array, size: number, at: number) =>
    Buffer.from(buffer, byteOffset, length * size).copy(bytes, at);
  copy(measuredAt, 8, 0);
  copy(values, 8, length * 8);
  copy(quality, 1, length * 16);
  return bytes;
}
