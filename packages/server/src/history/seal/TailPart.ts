import type { SampleBuffer } from '../samples.ts';

/** Samples of many points that were committed after one another. */
export interface TailPart {
  /** How many samples. */
  readonly size: number;
  /** Bytes of memory held, but for bookkeeping. */
  readonly byteLength: number;
  has(pointId: number): boolean;
  /** Whether a sample of the point was measured before a time. */
  hasBefore(pointId: number, ms: number): boolean;
  /** Ids of all points with samples, ascending. */
  pointIds(): Int32Array;
  /** Appends the point's samples measured in [fromMs, toMs), those of one moment in order of arrival. */
  collect(pointId: number, fromMs: number, toMs: number, into: SampleBuffer): void;
}
