/** A value and when it was measured, epoch ms. */
export interface Point {
  readonly at: number;
  readonly value: number;
}

/**
 * The lowest and the highest value of the last while, kept in little: of each only what may still come to be it. A sample that
 * is not lower than a later one will never be the lowest again. A sample costs about the same however long the while is.
 *
 * As good as immutable: each sample makes a new one, and one that is dropped leaves no trace in the one it came of.
 */
export interface RecentWindow {
  /** The newest sample; it stands apart, because a delay that falls due before it is judged without it. */
  readonly newest: Point;
  /** Of the samples before it; null when none of them is left. */
  readonly lows: Rising | null;
  /** The same of the values with their sign turned. */
  readonly highs: Rising | null;
}

/** The window with one more sample, later than all in it, and without those before `from`. */
export function withNewest(window: RecentWindow | null, newest: Point, from: number): RecentWindow {
  if (window === null || window.newest.at < from) return { newest, lows: null, highs: null };
  const { at, value } = window.newest;
  return { newest, lows: added(window.lows, at, value, from), highs: added(window.highs, at, -value, from) };
}

/** The lowest and highest value from one time to another, both included; null when there is none. */
export function extremesOf(
  window: RecentWindow | null,
  from: number,
  to: number,
): { readonly lowest: number; readonly highest: number } | null {
  if (window === null) return null;
  const { at, value } = window.newest;
  const isNewestIn = at >= from && at <= to;
  const low = firstValue(window.lows, from);
  const high = firstValue(window.highs, from);
  if (low === null || high === null) return isNewestIn ? { lowest: value, highest: value } : null;
  return isNewestIn
    ? { lowest: Math.min(low, value), highest: Math.max(-high, value) }
    : { lowest: low, highest: -high };
}

/**
 * Samples in order of time whose values only rise: each is the lowest of all since it. Versions share one ring, which holds one of
 * them at a time; each of the others knows which place it has otherwise than the next, so that the ring can be led back to it.
 */
interface Rising {
  readonly ring: Ring;
  /** Counted since the ring was made; the place in it is the remainder. `end` is the first beyond. */
  readonly first: number;
  readonly end: number;
  /** Null: the ring holds this one. */
  otherwise: { readonly than: Rising; readonly place: number; readonly at: number; readonly value: number } | null;
}

interface Ring {
  /** Their number is a power of two. */
  readonly at: Float64Array;
  readonly value: Float64Array;
}

const smallestRing = 4;

function added(before: Rising | null, at: number, value: number, from: number): Rising {
  if (before === null) return moved(null, 0, 0, smallestRing, at, value);
  lead(before);
  const end = firstPlace(before, before.ring.value, value);
  const first = Math.min(firstPlace(before, before.ring.at, from), end);
  const held = end - first + 1;
  const size = before.ring.at.length;
  if (held > size) return moved(before.ring, first, end, size * 2, at, value);
  if (size > smallestRing && held * 4 < size) return moved(before.ring, first, end, size / 2, at, value);
  const { ring } = before;
  const place = end & (size - 1);
  const next: Rising = { ring, first, end: end + 1, otherwise: null };
  before.otherwise = { than: next, place, at: ring.at[place]!, value: ring.value[place]! };
  ring.at[place] = at;
  ring.value[place] = value;
  return next;
}

/** A ring of its own for what is left and one more. */
function moved(from: Ring | null, first: number, end: number, size: number, at: number, value: number): Rising {
  const ring: Ring = { at: new Float64Array(size), value: new Float64Array(size) };
  const held = end - first;
  for (let i = 0; from !== null && i < held; i++) {
    const place = (first + i) & (from.at.length - 1);
    ring.at[i] = from.at[place]!;
    ring.value[i] = from.value[place]!;
  }
  ring.at[held] = at;
  ring.value[held] = value;
  return { ring, first: 0, end: held + 1, otherwise: null };
}

/** Makes the ring hold this version. */
function lead(version: Rising): void {
  const way: Rising[] = [];
  let held = version;
  for (; held.otherwise !== null; held = held.otherwise.than) way.push(held);
  const { ring } = version;
  for (const each of way.reverse()) {
    const { place, at, value } = each.otherwise!;
    held.otherwise = { than: each, place, at: ring.at[place]!, value: ring.value[place]! };
    ring.at[place] = at;
    ring.value[place] = value;
    each.otherwise = null;
    held = each;
  }
}

/** The first of those held whose time, or value, is not below another: both only rise. */
function firstPlace({ ring, first, end }: Rising, column: Float64Array, least: number): number {
  const places = ring.at.length - 1;
  let low = first;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (column[middle & places]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

function firstValue(version: Rising | null, from: number): number | null {
  if (version === null) return null;
  lead(version);
  const first = firstPlace(version, version.ring.at, from);
  return first === version.end ? null : version.ring.value[first & (version.ring.at.length - 1)]!;
}
