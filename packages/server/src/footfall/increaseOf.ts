/** Registers that begin again at zero when they are full. */
const registerSizes = [0x1_0000, 0x1_0000_0000];
/** So near to its end, and then to its beginning, a register has rolled over. */
const nearEnd = 0.02;

export interface Increase {
  count: number;
  resets: number;
  /** The last value, null when there was none. */
  end: number | null;
}

const rolledOver = (from: number, to: number): number | null =>
  registerSizes.find((size) => from < size && from > size * (1 - nearEnd) && to < size * nearEnd) ?? null;

/**
 * What a register counted over its values in order of time. A register that falls by more than half has begun again; one that
 * falls by less was corrected, and counts nothing. One that comes back to where it was had only a false value.
 *
 * @param before the last value known before them; null: the first of them is the beginning
 */
export function increaseOf(before: number | null, values: Iterable<number>): Increase {
  let last = before;
  let count = 0;
  let resets = 0;
  let fall: { from: number; count: number } | null = null;
  for (const value of values) {
    const from = last;
    last = value;
    if (from === null) continue;
    if (fall && value >= fall.from && value - from > fall.from / 2) {
      count = fall.count + value - fall.from;
      resets -= 1;
      fall = null;
    } else if (value >= from) {
      count += value - from;
    } else {
      const size = rolledOver(from, value);
      if (size !== null) count += size - from + value;
      else if (value < from / 2) {
        fall = { from, count };
        count += value;
        resets += 1;
      }
    }
  }
  return { count, resets, end: last };
}
