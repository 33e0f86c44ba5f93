/** What the drill `sealing` writes: every step follows from its number alone, so that both processes know it. */
export interface Step {
  number: number;
  /** Through the log, or as the past of one point. */
  kind: 'readings' | 'fill';
  /** Where the clock stands, epoch ms. */
  now: number;
  rows: { pointId: number; measuredAt: number; value: number }[];
}

export const pointIds = [1, 2, 3, 4, 5, 6] as const;
export const samplingIntervalMs = 60_000;

const minute = 60_000;
const day = 1440 * minute;
const begin = Date.UTC(2026, 9, 30);
/** So that hours and days end while the drill runs, and late readings reach into sealed ones. */
const minutesPerStep = 17;
const latestDays = 3;

/** A number from 0 to 1 that follows from three whole ones. */
function chance(a: number, b: number, c: number): number {
  let mixed =
    Math.imul(a + 0x6d2b79f5, 0x85ebca6b) ^ Math.imul(b + 0x27d4eb2f, 0xc2b2ae35) ^ Math.imul(c + 1, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

export const nowAt = (number: number): number => begin + number * minutesPerStep * minute;

/** No two steps have a point and time in common: each has a millisecond of its own within the minute. */
export function stepOf(seed: number, number: number): Step {
  const now = nowAt(number);
  const own = number % minute;
  const isFill = number % 7 === 6;
  const rows = Array.from({ length: isFill ? 3_000 : 400 }, (_, i) => {
    const pointId = isFill ? pointIds[number % pointIds.length]! : pointIds[i % pointIds.length]!;
    const isLate = isFill || chance(seed, number, i) < 0.2;
    const minutesAgo = isLate
      ? Math.floor(chance(seed, number, i + 10_000) * latestDays * 1440)
      : Math.floor(i / pointIds.length) % minutesPerStep;
    const measuredAt = Math.floor((now - (minutesAgo + 1) * minute) / minute) * minute + own;
    return { pointId, measuredAt, value: number + i / 10_000 };
  });
  return { number, kind: isFill ? 'fill' : 'readings', now, rows };
}

/** Long before the first and long after the last step. */
export const wholeRange = (steps: number) => ({ from: begin - 10 * day, to: nowAt(steps) + 10 * day });
