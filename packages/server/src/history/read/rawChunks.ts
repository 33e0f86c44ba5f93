import type { RawHistory } from './readHistory.ts';

/** A stretch of time of a long read: every sample of the points in [from, to), in the order of the points. */
export interface RawChunk {
  from: number;
  to: number;
  points: RawHistory[];
}

/** 17 bytes each: what a long read holds in memory at once, a few times over. */
const samplesAtOnce = 200_000;
const shortestMs = 60_000;
const longestMs = 32 * 86_400_000;
/** What the first chunk may be wrong by: points sampled each second. */
const firstSamplesASecond = 1;

/**
 * Reads [from, to) in stretches that follow each other without a gap, each about `samplesAtOnce` long: the width of the next
 * one follows from how dense the last one was. Between two of them others have their turn, and the reader may stop.
 *
 * @throws the signal's reason once it is aborted
 */
export async function* readInChunks(
  read: (from: number, to: number) => Promise<RawHistory[]>,
  pointCount: number,
  from: number,
  to: number,
  signal?: AbortSignal,
): AsyncGenerator<RawChunk> {
  let width = clamp((samplesAtOnce / Math.max(1, pointCount) / firstSamplesASecond) * 1000);
  for (let start = from; start < to; ) {
    signal?.throwIfAborted();
    const end = Math.min(to, start + width);
    const points = await read(start, end);
    yield { from: start, to: end, points };
    const samples = points.reduce((sum, point) => sum + point.length, 0);
    // At most four times as wide: a quiet night must not be followed by a whole month of a busy line.
    width = clamp(Math.min(width * 4, (width * samplesAtOnce) / Math.max(1, samples)));
    start = end;
  }
}

const clamp = (ms: number): number => Math.round(Math.min(longestMs, Math.max(shortestMs, ms)));
