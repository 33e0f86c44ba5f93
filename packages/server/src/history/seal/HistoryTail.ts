import type { ReadingColumns } from '../../events.ts';
import { hourStart } from '../hours.ts';
import { inTimeOrder, SampleBuffer, type SampleColumns } from '../samples.ts';
import { SampleChains } from './SampleChains.ts';

/**
 * What is committed to the log but not yet sealed, kept by the hour of the commit, because the log is sealed and dropped
 * by that hour: then the tail forgets exactly what the segments have taken over.
 */
export class HistoryTail {
  readonly #hours = new Map<number, SampleChains>();
  #sealedBefore = Number.NEGATIVE_INFINITY;

  /**
   * @param committedHour hour of the log row that holds these readings. Readings of an hour already dropped are ignored:
   *   the segments have them.
   */
  add(committedHour: number, columns: ReadingColumns): void {
    if (committedHour < this.#sealedBefore) return;
    let chains = this.#hours.get(committedHour);
    if (chains === undefined) {
      chains = new SampleChains(hourStart(committedHour));
      this.#hours.set(committedHour, chains);
    }
    chains.add(columns);
  }

  /** The point's unsealed samples measured in [fromMs, toMs) by ascending time, each time once, the last committed winning. */
  read(pointId: number, fromMs: number, toMs: number): SampleColumns {
    const buffer = new SampleBuffer(64);
    for (const hour of this.#ascending()) this.#hours.get(hour)!.collect(pointId, fromMs, toMs, buffer);
    return inTimeOrder(buffer);
  }

  /** Whether it holds any sample of the point. */
  has(pointId: number): boolean {
    return [...this.#hours.values()].some((chains) => chains.has(pointId));
  }

  /** Whether it holds a sample of the point that was measured before a time, epoch ms. */
  hasBefore(pointId: number, ms: number): boolean {
    return [...this.#hours.values()].some((chains) => chains.hasBefore(pointId, ms));
  }

  /** Forgets all log hours up to and including this one; call it once their segments are committed. */
  dropThrough(committedHour: number): void {
    this.#sealedBefore = Math.max(this.#sealedBefore, committedHour + 1);
    for (const hour of this.#hours.keys()) if (hour <= committedHour) this.#hours.delete(hour);
  }

  /** The newest sample of each point that has any, by measured time. */
  latest(): Map<number, { measuredAt: number; value: number; quality: number }> {
    const newest = new Map<number, { measuredAt: number; value: number; quality: number }>();
    const buffer = new SampleBuffer(64);
    for (const hour of this.#ascending()) {
      const chains = this.#hours.get(hour)!;
      for (const pointId of chains.pointIds()) {
        buffer.length = 0;
        chains.collect(pointId, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, buffer);
        let best = newest.get(pointId);
        for (let i = 0; i < buffer.length; i++) {
          const measuredAt = buffer.measuredAt[i]!;
          if (best === undefined || measuredAt >= best.measuredAt) {
            best = { measuredAt, value: buffer.values[i]!, quality: buffer.quality[i]! };
          }
        }
        newest.set(pointId, best!);
      }
    }
    return newest;
  }

  get sampleCount(): number {
    let count = 0;
    for (const chains of this.#hours.values()) count += chains.size;
    return count;
  }

  get byteLength(): number {
    let bytes = 0;
    for (const chains of this.#hours.values()) bytes += chains.byteLength;
    return bytes;
  }

  #ascending(): number[] {
    return [...this.#hours.keys()].sort((a, b) => a - b);
  }
}
