import { metresADegree, metresBetween } from '../cars/track.ts';

export interface Place {
  /** Degrees, WGS-84. */
  readonly latitude: number;
  readonly longitude: number;
}

/** The area of a fence: a circle, or the inside of a polygon whose last corner is joined with its first. */
export type FenceShape =
  | { readonly kind: 'circle'; readonly centre: Place; readonly radiusMetres: number }
  | { readonly kind: 'polygon'; readonly corners: readonly Place[] };

type Flat = readonly [x: number, y: number];

/** Degrees from one longitude to another by the shorter way, so that a fence may lie across the date line. */
export const turned = (from: number, to: number): number => ((((to - from + 180) % 360) + 360) % 360) - 180;

/** Metres to the east and north of a place. Over the largest fence the error is far below that of a receiver. */
const flatAbout =
  (origin: Place) =>
  ({ latitude, longitude }: Place): Flat => [
    turned(origin.longitude, longitude) * metresADegree * Math.cos((origin.latitude * Math.PI) / 180),
    (latitude - origin.latitude) * metresADegree,
  ];

/** A margin around a fence that has to be crossed before it counts as left, metres. */
const leastMargin = 30;
const marginShare = 0.1;

export interface Fence {
  /** Metres to its edge; negative inside. */
  readonly beyond: (place: Place) => number;
  readonly marginMetres: number;
  /** Whether a place may be inside or in its margin: much quicker than `beyond`. */
  readonly isNear: (place: Place) => boolean;
}

/** How far a place lies from the edge of a fence. */
export function fenceOf(shape: FenceShape): Fence {
  if (shape.kind === 'circle') {
    const { centre, radiusMetres } = shape;
    const marginMetres = Math.max(leastMargin, radiusMetres * marginShare);
    const reach = (radiusMetres + marginMetres) / metresADegree;
    // Near a pole every longitude is near.
    const reachEast = reach / Math.max(1e-6, Math.cos(((Math.abs(centre.latitude) + reach) * Math.PI) / 180));
    return {
      beyond: (place) => metresBetween(centre, place) - radiusMetres,
      marginMetres,
      isNear: ({ latitude, longitude }) =>
        Math.abs(latitude - centre.latitude) <= reach && Math.abs(turned(centre.longitude, longitude)) <= reachEast,
    };
  }
  const [origin] = shape.corners;
  const flat = flatAbout(origin!);
  const corners = shape.corners.map(flat);
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const marginMetres = Math.max(leastMargin, marginShare * Math.sqrt(Math.abs(areaOf(corners)) / Math.PI));
  return {
    beyond: (place) => {
      const at = flat(place);
      const distance = Math.min(
        ...corners.map((corner, i) => fromEdge(at, corner, corners[(i + 1) % corners.length]!)),
      );
      return isWithin(at, corners) ? -distance : distance;
    },
    marginMetres,
    isNear: (place) => {
      const [x, y] = flat(place);
      return (
        x >= west - marginMetres && x <= east + marginMetres && y >= south - marginMetres && y <= north + marginMetres
      );
    },
  };
}

function areaOf(corners: readonly Flat[]): number {
  return corners.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = corners[(i + 1) % corners.length]!;
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);
}

function isWithin([x, y]: Flat, corners: readonly Flat[]): boolean {
  let isInside = false;
  for (const [i, [ax, ay]] of corners.entries()) {
    const [bx, by] = corners[(i + 1) % corners.length]!;
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isInside = !isInside;
  }
  return isInside;
}

function fromEdge([x, y]: Flat, [ax, ay]: Flat, [bx, by]: Flat): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}

const turn = ([ax, ay]: Flat, [bx, by]: Flat, [cx, cy]: Flat): number =>
  Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
const isBetween = ([x, y]: Flat, [ax, ay]: Flat, [bx, by]: Flat): boolean =>
  Math.min(ax, bx) <= x && x <= Math.max(ax, bx) && Math.min(ay, by) <= y && y <= Math.max(ay, by);

function doMeet(a: Flat, b: Flat, c: Flat, d: Flat): boolean {
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (abc !== abd && cda !== cdb) return true;
  return (
    (abc === 0 && isBetween(c, a, b)) ||
    (abd === 0 && isBetween(d, a, b)) ||
    (cda === 0 && isBetween(a, c, d)) ||
    (cdb === 0 && isBetween(b, c, d))
  );
}

/** Whether edges of a polygon cross or touch each other, or it has no area: then it has no inside. */
export function crossesItself(corners: readonly Place[]): boolean {
  const flat = corners.map(flatAbout(corners[0]!));
  const count = flat.length;
  if (Math.abs(areaOf(flat)) < 1) return true;
  for (let i = 0; i < count; i++)
    for (let j = i + 1; j < count; j++) {
      const isNeighbour = j === i + 1 || (i === 0 && j === count - 1);
      if (!isNeighbour && doMeet(flat[i]!, flat[(i + 1) % count]!, flat[j]!, flat[(j + 1) % count]!)) return true;
    }
  return false;
}

/** The middle of a shape, and metres from it to its farthest edge. */
export function middleOf(shape: FenceShape): Place & { readonly reachMetres: number } {
  if (shape.kind === 'circle') return { ...shape.centre, reachMetres: shape.radiusMetres };
  const [origin] = shape.corners;
  const east = shape.corners.map(({ longitude }) => turned(origin!.longitude, longitude));
  const latitudes = shape.corners.map(({ latitude }) => latitude);
  const middle = {
    latitude: (Math.min(...latitudes) + Math.max(...latitudes)) / 2,
    longitude: turned(0, origin!.longitude + (Math.min(...east) + Math.max(...east)) / 2),
  };
  return { ...middle, reachMetres: Math.max(...shape.corners.map((corner) => metresBetween(middle, corner))) };
}
