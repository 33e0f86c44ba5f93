/** A small generator with a seed, so that a run can be repeated (as far as processes can). */
export function seededRandom(from: number): { random(): number; between(low: number, high: number): number } {
  let seed = from >>> 0;
  const random = (): number => {
    seed = (seed + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { random, between: (low, high) => low + (high - low) * random() };
}
