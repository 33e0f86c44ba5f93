/** Numbers without a hole, with the times of the first and the last sample, epoch ms. */
export interface MemoryRange {
  readonly run: number;
  readonly first: number;
  readonly last: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

export interface MemorySample {
  readonly sequence: number;
  /** Epoch ms, corrected. */
  readonly at: number;
}

/** Which run samples belong to: a tag that begins to count anew says lower numbers of a later time. */
export function runOf(known: readonly MemoryRange[], samples: readonly MemorySample[]): number {
  const run = known.reduce((newest, range) => Math.max(newest, range.run), 1);
  const ofRun = known.filter((range) => range.run === run);
  const highest = Math.max(...ofRun.map(({ last }) => last));
  const latest = Math.max(...ofRun.map(({ lastAt }) => lastAt));
  const isAnew = ofRun.length > 0 && samples.every(({ sequence, at }) => sequence < highest && at > latest);
  return isAnew ? run + 1 : run;
}

/**
 * Ranges of one run with more samples: numbers that follow each other become one range.
 *
 * @returns the ranges by number, and how many numbers are new
 */
export function withSamples(
  known: readonly MemoryRange[],
  samples: readonly MemorySample[],
  run: number,
): { ranges: MemoryRange[]; added: number } {
  const countOf = (ranges: readonly MemoryRange[]) =>
    ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  const all = [
    ...known,
    ...samples.map(({ sequence, at }) => ({ run, first: sequence, last: sequence, firstAt: at, lastAt: at })),
  ].sort((a, b) => a.first - b.first || b.last - a.last);
  const ranges: MemoryRange[] = [];
  for (const range of all) {
    const before = ranges.at(-1);
    if (!before || range.first > before.last + 1) ranges.push(range);
    else if (range.last > before.last)
      ranges[ranges.length - 1] = { ...before, last: range.last, lastAt: range.lastAt };
  }
  return { ranges, added: countOf(ranges) - countOf(known) };
}

export interface Hole {
  /** First and last number that is missing. */
  readonly first: number;
  readonly last: number;
  readonly from: number;
  readonly to: number;
}

/** Numbers of evenly spaced samples within a stretch; null: none. */
function numbersIn(
  { first, last, firstAt, lastAt }: Omit<MemoryRange, 'run'>,
  { from, to }: { from: number; to: number },
): { first: number; last: number } | null {
  const cycle = last === first ? 1 : (lastAt - firstAt) / (last - first);
  const low = cycle <= 0 ? first : Math.max(first, first + Math.ceil((from - firstAt) / cycle));
  const high = cycle <= 0 ? last : Math.min(last, first + Math.floor((to - 1 - firstAt) / cycle));
  return high < low ? null : { first: low, last: high };
}

/**
 * What is missing of a stretch of time, by number.
 *
 * @param ranges of all runs
 * @returns how many numbers there are in it, and its holes by time
 */
export function holesWithin(
  ranges: readonly MemoryRange[],
  stretch: { readonly from: number; readonly to: number },
): { expected: number; holes: Hole[] } {
  let expected = 0;
  const holes: Hole[] = [];
  for (const ofRun of Map.groupBy(ranges, ({ run }) => run).values()) {
    const ordered = [...ofRun].sort((a, b) => a.first - b.first);
    for (const [i, range] of ordered.entries()) {
      const heard = numbersIn(range, stretch);
      if (heard) expected += heard.last - heard.first + 1;
      const next = ordered[i + 1];
      if (!next) continue;
      const cycle = (next.firstAt - range.lastAt) / (next.first - range.last);
      const hole = {
        first: range.last + 1,
        last: next.first - 1,
        firstAt: range.lastAt + cycle,
        lastAt: next.firstAt - cycle,
      };
      const missing = numbersIn(hole, stretch);
      if (!missing) continue;
      expected += missing.last - missing.first + 1;
      holes.push({ ...missing, from: Math.max(stretch.from, range.lastAt), to: Math.min(stretch.to, next.firstAt) });
    }
  }
  return { expected, holes: holes.sort((a, b) => a.from - b.from) };
}
