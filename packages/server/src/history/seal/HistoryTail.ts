import type { ReadingColumns } from '../../events.ts';
import { hourStart } from '../hours.ts';
import { inTimeOrder, SampleBuffer, type SampleColumns } from '../samples.ts';
import { NamelessFile } from './NamelessFile.ts';
import { noteDropped } from './noteDropped.ts';
import { type Block, SampleChains } from './SampleChains.ts';
import { SpilledPart } from './SpilledPart.ts';
import type { TailPart } from './TailPart.ts';

/** Where the tail keeps what it does not want in memory. */
export interface Spill {
  readonly folder: string;
  /** How many samples stay in memory until they are moved; more with many points, as each move costs 16 bytes of memory a point. */
  readonly samples: number;
  /** They could not be moved, and stay in memory. Told once until a move succeeds. */
  readonly onFailed: (error: unknown) => void;
}

interface Newest {
  readonly measuredAt: number;
  readonly value: number;
  readonly quality: number;
}

/** Of two samples of one moment the one that is told later. */
function keepNewer(newest: Map<number, Newest>, pointId: number, sample: Newest): void {
  const best = newest.get(pointId);
  if (best === undefined || sample.measuredAt >= best.measuredAt) newest.set(pointId, sample);
}

/** In typed arrays: time, value and quality. */
const bytesOfSample = 17;

/** With fewer samples of a point, a move would take too much memory beside what it gives back. */
const samplesOfPoint = 8;

/**
 * What is committed to the log but not yet sealed, kept by the hour of the commit, because the log is sealed and dropped
 * by that hour: then the tail forgets exactly what the segments have taken over. What is more than some seconds of a busy
 * server is moved to a file (0209).
 */
export class HistoryTail {
  /** Of each hour its parts, in the order of the commits; the last may still grow. */
  readonly #hours = new Map<number, TailPart[]>();
  readonly #growing = new Map<number, SampleChains>();
  /** Of each hour the file with its moved parts, and the newest moved sample of each point. */
  readonly #files = new Map<number, { readonly file: NamelessFile; readonly newest: Map<number, Newest> }>();
  #moveFailed = false;
  readonly #spare: Block[] = [];
  #sealedBefore = Number.NEGATIVE_INFINITY;
  readonly #spill: Spill | null;
  #spilling: Promise<void> = Promise.resolve();

  /** @param spill null: all of it stays in memory */
  constructor(spill: Spill | null = null) {
    this.#spill = spill;
  }

  /**
   * @param committedHour hour of the log row that holds these readings. Readings of an hour already dropped are ignored:
   *   the segments have them.
   */
  add(committedHour: number, columns: ReadingColumns): void {
    if (committedHour < this.#sealedBefore) return;
    const chains = this.#growing.get(committedHour) ?? this.#newPart(committedHour);
    chains.add(columns);
    noteDropped(columns.length * bytesOfSample);
    if (this.#spill === null) return;
    if (chains.size < Math.max(this.#spill.samples, chains.pointCount * samplesOfPoint)) return;
    this.#growing.delete(committedHour);
    const spill = this.#spill;
    this.#spilling = this.#spilling.then(() => this.#move(committedHour, chains, spill));
  }

  /** When what is too much has been moved, so that more may come. */
  settled(): Promise<void> {
    return this.#spilling;
  }

  /** Forgets everything and lets go of files. Nothing is added afterwards. */
  async close(): Promise<void> {
    this.dropThrough(Number.POSITIVE_INFINITY);
    await this.#spilling;
  }

  /** The point's unsealed samples measured in [fromMs, toMs) by ascending time, each time once, the last committed winning. */
  read(pointId: number, fromMs: number, toMs: number): SampleColumns {
    const buffer = new SampleBuffer(64);
    for (const part of this.#ascending()) part.collect(pointId, fromMs, toMs, buffer);
    noteDropped(2 * buffer.length * bytesOfSample);
    return inTimeOrder(buffer);
  }

  /** Ids of all points with samples, ascending. */
  pointIds(): Int32Array {
    return Int32Array.from(new Set(this.#ascending().flatMap((part) => [...part.pointIds()]))).sort();
  }

  /** Whether it holds any sample of the point. */
  has(pointId: number): boolean {
    return this.#ascending().some((part) => part.has(pointId));
  }

  /** Whether it holds a sample of the point that was measured before a time, epoch ms. */
  hasBefore(pointId: number, ms: number): boolean {
    return this.#ascending().some((part) => part.hasBefore(pointId, ms));
  }

  /** Forgets all log hours up to and including this one; call it once their segments are committed. */
  dropThrough(committedHour: number): void {
    this.#sealedBefore = Math.max(this.#sealedBefore, committedHour + 1);
    for (const hour of this.#hours.keys()) {
      if (hour > committedHour) continue;
      this.#hours.delete(hour);
      this.#growing.delete(hour);
    }
    // After the move under way, which may be adding to one of them.
    this.#spilling = this.#spilling.then(() => this.#closeFiles());
  }

  /** The newest sample of each point that has any, by measured time. */
  latest(): Map<number, Newest> {
    const newest = new Map<number, Newest>();
    for (const moved of this.#files.values())
      for (const [pointId, sample] of moved.newest) keepNewer(newest, pointId, sample);
    const buffer = new SampleBuffer(64);
    for (const part of this.#ascending()) {
      // Reading all of a file would take seconds at a start.
      if (part instanceof SpilledPart) continue;
      for (const pointId of part.pointIds()) {
        buffer.length = 0;
        part.collect(pointId, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, buffer);
        for (let i = 0; i < buffer.length; i++)
          keepNewer(newest, pointId, {
            measuredAt: buffer.measuredAt[i]!,
            value: buffer.values[i]!,
            quality: buffer.quality[i]!,
          });
      }
    }
    return newest;
  }

  get sampleCount(): number {
    return this.#ascending().reduce((count, part) => count + part.size, 0);
  }

  get byteLength(): number {
    return this.#ascending().reduce((bytes, part) => bytes + part.byteLength, 0);
  }

  #newPart(hour: number): SampleChains {
    const chains = new SampleChains(hourStart(hour), this.#spare);
    this.#growing.set(hour, chains);
    const parts = this.#hours.get(hour);
    if (parts) parts.push(chains);
    else this.#hours.set(hour, [chains]);
    return chains;
  }

  async #move(hour: number, chains: SampleChains, spill: Spill): Promise<void> {
    // Sealed meanwhile.
    if (!this.#hours.get(hour)?.includes(chains)) return;
    try {
      const { file, newest } = this.#files.get(hour) ?? { file: new NamelessFile(spill.folder), newest: new Map() };
      this.#files.set(hour, { file, newest });
      const moved = await SpilledPart.of(chains, file, (pointId, measuredAt, value, quality) =>
        keepNewer(newest, pointId, { measuredAt, value, quality }),
      );
      this.#moveFailed = false;
      const parts = this.#hours.get(hour) ?? [];
      const place = parts.indexOf(chains);
      if (place !== -1) parts[place] = moved;
      chains.release();
    } catch (error) {
      if (!this.#moveFailed) spill.onFailed(error);
      this.#moveFailed = true;
    }
  }

  #closeFiles(): void {
    for (const [hour, { file }] of this.#files) {
      if (this.#hours.has(hour)) continue;
      this.#files.delete(hour);
      try {
        file.close();
      } catch (error) {
        this.#spill?.onFailed(error);
      }
    }
  }

  /** All parts, in the order of the commits. */
  #ascending(): TailPart[] {
    return [...this.#hours.keys()].sort((a, b) => a - b).flatMap((hour) => this.#hours.get(hour)!);
  }
}
