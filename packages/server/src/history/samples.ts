/** Samples of one point as parallel columns; `ReadingColumns` without the point. Arrays may be longer than `length`. */
export interface SampleColumns {
  length: number;
  /** Epoch milliseconds, whole. */
  measuredAt: Float64Array;
  /** NaN when there is no number. */
  values: Float64Array;
  quality: Uint8Array;
}

/** A growable `SampleColumns`, reused between points so that reading allocates once. */
export class SampleBuffer implements SampleColumns {
  length = 0;
  measuredAt: Float64Array;
  values: Float64Array;
  quality: Uint8Array;

  constructor(capacity = 256) {
    this.measuredAt = new Float64Array(capacity);
    this.values = new Float64Array(capacity);
    this.quality = new Uint8Array(capacity);
  }

  /** Makes room for `count` more samples without changing `length`. */
  reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.quality.length) return;
    const capacity = Math.max(needed, this.quality.length * 2);
    const { measuredAt, values, quality } = this;
    this.measuredAt = new Float64Array(capacity);
    this.measuredAt.set(measuredAt);
    this.values = new Float64Array(capacity);
    this.values.set(values);
    this.quality = new Uint8Array(capacity);
    this.quality.set(quality);
  }

  push(measuredAt: number, value: number, quality: number): void {
    if (this.length === this.quality.length) this.reserve(1);
    this.measuredAt[this.length] = measuredAt;
    this.values[this.length] = value;
    this.quality[this.length] = quality;
    this.length++;
  }

  /** An independent copy of exactly `length` samples. */
  copy(): SampleColumns {
    const { length } = this;
    return {
      length,
      measuredAt: this.measuredAt.slice(0, length),
      values: this.values.slice(0, length),
      quality: this.quality.slice(0, length),
    };
  }
}

/** Samples from index `start` up to, not including, `end`; shares memory. */
export function sliceSamples(samples: SampleColumns, start: number, end: number): SampleColumns {
  return {
    length: end - start,
    measuredAt: samples.measuredAt.subarray(start, end),
    values: samples.values.subarray(start, end),
    quality: samples.quality.subarray(start, end),
  };
}

/** The same samples by ascending time, each time once: of several with the same time, the last given stays. */
export function inTimeOrder(samples: SampleColumns): SampleColumns {
  const { length, measuredAt } = samples;
  let ordered = true;
  for (let i = 1; i < length && ordered; i++) ordered = measuredAt[i]! > measuredAt[i - 1]!;
  if (ordered) return samples;
  const order = Uint32Array.from({ length }, (_, i) => i).sort((a, b) => measuredAt[a]! - measuredAt[b]! || a - b);
  const result = new SampleBuffer(length);
  for (let i = 0; i < length; i++) {
    const at = order[i]!;
    if (i + 1 < length && measuredAt[order[i + 1]!] === measuredAt[at]) continue;
    result.push(measuredAt[at]!, samples.values[at]!, samples.quality[at]!);
  }
  return result;
}

/** Both, by ascending time; where both have the same time, `newer` stays. Both must be in time order. */
export function mergeSamples(older: SampleColumns, newer: SampleColumns): SampleColumns {
  if (older.length === 0) return newer;
  if (newer.length === 0) return older;
  const merged = new SampleBuffer(older.length + newer.length);
  let o = 0;
  for (let n = 0; n < newer.length; n++) {
    const at = newer.measuredAt[n]!;
    while (o < older.length && older.measuredAt[o]! < at) {
      merged.push(older.measuredAt[o]!, older.values[o]!, older.quality[o]!);
      o++;
    }
    if (o < older.length && older.measuredAt[o] === at) o++;
    merged.push(at, newer.values[n]!, newer.quality[n]!);
  }
  for (; o < older.length; o++) merged.push(older.measuredAt[o]!, older.values[o]!, older.quality[o]!);
  return merged;
}

/** First index whose time is at or after `at`; `length` when none is. The samples must be in time order. */
export function firstIndexAtOrAfter(samples: SampleColumns, at: number): number {
  let low = 0;
  let high = samples.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (samples.measuredAt[middle]! < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
