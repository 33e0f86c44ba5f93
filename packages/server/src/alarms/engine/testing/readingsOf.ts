import type { Readings } from '../batch.ts';

export interface Sample {
  readonly pointId: number;
  readonly at: number;
  readonly value: number;
  readonly quality?: number;
}

/** Columns from samples, for tests. */
export const readingsOf = (samples: readonly Sample[]): Readings => ({
  length: samples.length,
  pointIds: Int32Array.from(samples, (sample) => sample.pointId),
  measuredAt: Float64Array.from(samples, (sample) => sample.at),
  values: Float64Array.from(samples, (sample) => sample.value),
  quality: Uint8Array.from(samples, (sample) => sample.quality ?? 0),
});
