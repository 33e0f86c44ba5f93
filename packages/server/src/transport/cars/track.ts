/** Where something was at a time, WGS-84. */
export interface Fix {
  /** Epoch ms. */
  readonly time: number;
  readonly latitude: number;
  readonly longitude: number;
  /** km/h; null: not said. */
  readonly speed: number | null;
}

export interface Stop {
  readonly from: number;
  readonly to: number;
  readonly latitude: number;
  readonly longitude: number;
  /** It goes on at the end of what is known. */
  readonly isOpen: boolean;
}

/** From one longer stop or silence to the next. */
export interface Trip {
  readonly from: number;
  readonly to: number;
  readonly distanceMetres: number;
  /** It goes on at the end of what is known. */
  readonly isOpen: boolean;
}

export interface Track {
  readonly distanceMetres: number;
  readonly drivingMs: number;
  readonly stops: readonly Stop[];
  readonly trips: readonly Trip[];
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
  /** Every fix that can be true, in order of time. */
  readonly fixes: readonly Fix[];
  /** How many cannot. */
  readonly dropped: number;
}

/** Mean radius of the earth, IUGG. */
const earthRadiusMetres = 6_371_008.8;
/** Along a meridian. */
export const metresADegree = (Math.PI / 180) * earthRadiusMetres;
/** Closer together than this a parked receiver wanders; unless it says itself that it moves. */
const movedMetres = 25;
const movingKmh = 5;
/** Nothing on the road is faster. */
const fastestKmh = 160;
const stopRadiusMetres = 100;
const stopMs = 3 * 60_000;
/** A shorter stop is part of a trip; a shorter stretch is none. */
const tripCutMs = 5 * 60_000;
const tripMs = 5 * 60_000;
const tripMetres = 500;
/** A longer time without a position: where the vehicle was is not known. */
export const gapMs = 3_600_000;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Along the great circle. */
export function metresBetween(a: Pick<Fix, 'latitude' | 'longitude'>, b: Pick<Fix, 'latitude' | 'longitude'>): number {
  const [phiA, phiB] = [radians(a.latitude), radians(b.latitude)];
  const h =
    Math.sin((phiB - phiA) / 2) ** 2 +
    Math.cos(phiA) * Math.cos(phiB) * Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  return 2 * earthRadiusMetres * Math.asin(Math.min(1, Math.sqrt(h)));
}

/**
 * No less than the way between two places, metres, without a sine: the long way around the date line is too much, and never too little.
 * Most positions of a week lie so close to the one before that nothing more exact is asked for.
 */
const atMostBetween = (a: Fix, b: Fix): number =>
  metresADegree * (Math.abs(a.latitude - b.latitude) + Math.abs(a.longitude - b.longitude));

/** Whether the way between two fixes is longer than so many metres. */
const isFartherThan = (a: Fix, b: Fix, metres: number): boolean =>
  atMostBetween(a, b) > metres &&
  (metresADegree * Math.abs(a.latitude - b.latitude) > metres || metresBetween(a, b) > metres);

const kmhBetween = (a: Fix, b: Fix): number => {
  const hours = (b.time - a.time) / 3_600_000;
  return hours <= 0 ? Number.POSITIVE_INFINITY : metresBetween(a, b) / 1000 / hours;
};

/** 0/0 is what a receiver says that does not know. */
const canBe = ({ latitude, longitude }: Fix): boolean =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && !(Math.abs(latitude) < 1e-6 && Math.abs(longitude) < 1e-6);

const metresAMs = fastestKmh / 3_600;

const isTooFast = (a: Fix | undefined, b: Fix | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  !(b.time > a.time && atMostBetween(a, b) <= metresAMs * (b.time - a.time)) &&
  kmhBetween(a, b) > fastestKmh;

/** Without fixes that are nowhere, and without jumps: too far from the one before and from the one after, which agree. */
function believable(fixes: readonly Fix[]): Fix[] {
  const placed = fixes.filter(canBe);
  const kept: Fix[] = [];
  let before: Fix | undefined;
  for (let i = 0; i < placed.length; i++) {
    const fix = placed[i]!;
    const after = placed[i + 1];
    const next = placed[i + 2];
    const isJump = before
      ? isTooFast(before, fix) && (after === undefined || isTooFast(fix, after))
      : isTooFast(fix, after) && next !== undefined && !isTooFast(after, next);
    if (isJump) continue;
    kept.push(fix);
    before = fix;
  }
  return kept;
}

/**
 * Distance, stops and gaps of fixes in order of time.
 *
 * A leg counts when it is 25 m long or the vehicle says that it moves; a stop is three minutes within 100 m; a gap is an hour
 * without a position: the way across it counts, the time is neither driving nor a stop.
 */
export function trackOf(sent: readonly Fix[]): Track {
  const fixes = believable(sent);
  const gaps: { from: number; to: number }[] = [];
  const stops: Stop[] = [];
  let distanceMetres = 0;
  /** Metres driven until each fix. */
  const driven = new Float64Array(fixes.length);
  let counted = fixes[0];
  /** Where the present stretch of standing began, and the newest fix of it. */
  let anchor = fixes[0];
  let newest = fixes[0];
  const endStanding = (isOpen: boolean): void => {
    if (!anchor || !newest || newest.time - anchor.time < stopMs) return;
    const { latitude, longitude, time: from } = anchor;
    stops.push({ from, to: newest.time, latitude, longitude, isOpen });
  };
  for (let i = 1; i < fixes.length; i++) {
    const fix = fixes[i]!;
    const isGap = fix.time - newest!.time > gapMs;
    if (isGap) gaps.push({ from: newest!.time, to: fix.time });
    const isMoving = (fix.speed ?? 0) >= movingKmh;
    if (isMoving || atMostBetween(counted!, fix) >= movedMetres) {
      const leg = metresBetween(counted!, fix);
      if (isMoving || leg >= movedMetres) {
        distanceMetres += leg;
        counted = fix;
      }
    }
    driven[i] = distanceMetres;
    if (isGap || isFartherThan(anchor!, fix, stopRadiusMetres)) {
      endStanding(false);
      anchor = fix;
    }
    newest = fix;
  }
  endStanding(true);
  const trips = tripsOf(fixes, driven, stops, gaps);
  const known = fixes.length < 2 ? 0 : newest!.time - fixes[0]!.time;
  const sum = (list: readonly { from: number; to: number }[]) =>
    list.reduce((total, { from, to }) => total + to - from, 0);
  return {
    distanceMetres,
    drivingMs: Math.max(0, known - sum(stops) - sum(gaps)),
    stops,
    trips,
    gaps,
    fixes,
    dropped: sent.length - fixes.length,
  };
}

/** What lies between stops of five minutes and silences, where it is 500 m and five minutes long. */
function tripsOf(
  fixes: readonly Fix[],
  driven: Float64Array,
  stops: readonly Stop[],
  gaps: readonly { readonly from: number; readonly to: number }[],
): Trip[] {
  const trips: Trip[] = [];
  const cuts = [...stops.filter(({ from, to }) => to - from >= tripCutMs), ...gaps].sort((a, b) => a.from - b.from);
  let [first, i] = [0, 0];
  const until = (time: number): number => {
    while (i < fixes.length - 1 && fixes[i]!.time < time) i++;
    return i;
  };
  const add = (last: number, isOpen: boolean): void => {
    const { time: from } = fixes[first]!;
    const { time: to } = fixes[last]!;
    const distanceMetres = driven[last]! - driven[first]!;
    if (to - from >= tripMs && distanceMetres >= tripMetres) trips.push({ from, to, distanceMetres, isOpen });
  };
  for (const { from, to } of cuts) {
    add(until(from), false);
    first = until(to);
  }
  if (fixes.length > 0) add(fixes.length - 1, true);
  return trips;
}

/**
 * A line with fewer corners: what is left out lies within `tolerance` metres of it (Douglas and Peucker).
 *
 * @param keep places that stay in any case
 * @returns places in the list that stay, in ascending order
 */
export function simplify(fixes: readonly Fix[], tolerance: number, keep: ReadonlySet<number> = new Set()): number[] {
  if (fixes.length < 3) return fixes.map((_, i) => i);
  // Flat about the first fix: over one vehicle's range the error is far below the tolerance.
  const origin = fixes[0]!;
  const shrink = Math.cos(radians(origin.latitude));
  const xs = new Float64Array(fixes.length);
  const ys = new Float64Array(fixes.length);
  for (let i = 0; i < fixes.length; i++) {
    xs[i] = (fixes[i]!.longitude - origin.longitude) * metresADegree * shrink;
    ys[i] = (fixes[i]!.latitude - origin.latitude) * metresADegree;
  }
  const stays = new Uint8Array(fixes.length);
  const ends = [0, ...[...keep].filter((i) => i > 0 && i < fixes.length - 1).sort((a, b) => a - b), fixes.length - 1];
  const pieces: [number, number][] = ends.slice(1).map((end, i) => [ends[i]!, end]);
  for (const end of ends) stays[end] = 1;
  for (let piece = pieces.pop(); piece; piece = pieces.pop()) {
    const [first, last] = piece;
    let farthest = 0;
    let most = tolerance * tolerance;
    const fromX = xs[first]!;
    const fromY = ys[first]!;
    const dx = xs[last]! - fromX;
    const dy = ys[last]! - fromY;
    const length = dx * dx + dy * dy;
    for (let i = first + 1; i < last; i++) {
      // Square of the distance from the line between the ends: without a root it is twice as quick.
      const x = xs[i]! - fromX;
      const y = ys[i]! - fromY;
      const along = length === 0 ? 0 : (x * dx + y * dy) / length;
      const share = along < 0 ? 0 : along > 1 ? 1 : along;
      const offX = x - share * dx;
      const offY = y - share * dy;
      const distance = offX * offX + offY * offY;
      if (distance > most) {
        most = distance;
        farthest = i;
      }
    }
    if (farthest === 0) continue;
    stays[farthest] = 1;
    pieces.push([first, farthest], [farthest, last]);
  }
  const left: number[] = [];
  for (let i = 0; i < stays.length; i++) if (stays[i] === 1) left.push(i);
  return left;
}

export interface TrackBounds {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

/** The rectangle of degrees that holds every fix; across the date line it is the whole band. Null: there is none. */
export function boundsOf(fixes: readonly Fix[]): TrackBounds | null {
  if (fixes.length === 0) return null;
  const bounds = { south: 90, north: -90, west: 180, east: -180 };
  for (const { latitude, longitude } of fixes) {
    bounds.south = Math.min(bounds.south, latitude);
    bounds.north = Math.max(bounds.north, latitude);
    bounds.west = Math.min(bounds.west, longitude);
    bounds.east = Math.max(bounds.east, longitude);
  }
  return bounds;
}
