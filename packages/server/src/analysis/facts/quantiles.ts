/** Seconds as the database packs them: big-endian integers of four bytes. */
export function unpackSeconds(packed: readonly Buffer[]): Int32Array {
  const seconds = new Int32Array(packed.reduce((sum, { length }) => sum + length, 0) / 4);
  let next = 0;
  for (const some of packed) for (let at = 0; at < some.length; at += 4) seconds[next++] = some.readInt32BE(at);
  return seconds;
}

/**
 * Median and 90th percentile in whole seconds, between the two nearest values as `percentile_cont` says them; null: there are none.
 *
 * @param seconds is sorted in place
 */
export function medianAndP90(seconds: Int32Array): { median: number | null; p90: number | null } {
  if (seconds.length === 0) return { median: null, p90: null };
  seconds.sort();
  const at = (part: number): number => {
    const place = (seconds.length - 1) * part;
    const low = seconds[Math.floor(place)]!;
    return Math.round(low + (seconds[Math.ceil(place)]! - low) * (place - Math.floor(place)));
  };
  return { median: at(0.5), p90: at(0.9) };
}
