/**
 * Randomness without memory: the same seed, stream and tick always give the same number, in any order of calls. So the plant
 * comes out the same for any steps, and a saved state needs no generator beside it.
 */

/** Uniform in [0, 1). */
export function chance(seed: number, stream: number, tick: number): number {
  let hash = (seed ^ Math.imul(stream + 1, 0x9e3779b1)) | 0;
  hash = Math.imul(hash ^ (tick | 0), 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash ^ Math.imul(stream + 7, 0xc2b2ae35), 0x27d4eb2f);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x165667b1);
  hash ^= hash >>> 15;
  return (hash >>> 0) / 0x1_0000_0000;
}

/** Uniform in [−1, 1): the jitter of a sensor. */
export const jitter = (seed: number, stream: number, tick: number): number => chance(seed, stream, tick) * 2 - 1;

/** Wanders smoothly in [−1, 1], with a new direction about every `periodMs`: weather, traffic, mains voltage. */
export function drift(seed: number, stream: number, atMs: number, periodMs: number): number {
  const position = atMs / periodMs;
  const cell = Math.floor(position);
  const fraction = position - cell;
  const eased = fraction * fraction * (3 - 2 * fraction);
  const from = jitter(seed, stream, cell);
  return from + (jitter(seed, stream, cell + 1) - from) * eased;
}
