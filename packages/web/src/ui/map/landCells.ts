/** Side of a square of fine land, degrees. Its corners lie off the round meridians, near which much is built. */
export const cellDegrees = 30;
const firstWest = -195;
const firstSouth = -105;

/** A square of the grid: its south-western corner in degrees. */
export interface LandCell {
  readonly west: number;
  readonly south: number;
}

const corners = (from: number, to: number, first: number): number[] => {
  const at = first + Math.floor((from - first) / cellDegrees) * cellDegrees;
  return Array.from({ length: Math.max(0, Math.ceil((to - at) / cellDegrees)) }, (_, n) => at + n * cellDegrees);
};

/** The squares that a view touches, in degrees. */
export const cellsWithin = ([west, south, east, north]: readonly [number, number, number, number]): LandCell[] =>
  corners(Math.max(west, -180), Math.min(east, 180), firstWest).flatMap((west) =>
    corners(Math.max(south, -90), Math.min(north, 90), firstSouth).map((south) => ({ west, south })),
  );

/** All squares of the earth. */
export const landCells = cellsWithin([-180, -90, 180, 90]);

/** Coordinates are kept in whole steps: 400 m, a third of what Natural Earth knows at 1:50,000,000. */
export const stepsPerDegree = 250;

/** A square's land is cut so far outside it, that neighbours leave no seam between them. */
export const overlapDegrees = 0.1;

/**
 * Land of a square: polygons of rings, the first of which is the coast and the others lakes. A ring is longitude and latitude of its
 * first corner and then what each further one adds, in steps.
 */
export type CellLand = readonly (readonly (readonly number[])[])[];

/** Where the file of a square lies. The name says its version: it is kept for ever. */
export const cellAddress = ({ west, south }: LandCell): string => `/assets/land-50m-2.0.2/${west}.${south}.json`;

type Position = readonly [longitude: number, latitude: number];

/** Where the land ends within a square and not where the square does: each as a line of positions. */
export function coastsOf(rings: readonly (readonly Position[])[], { west, south }: LandCell): Position[][] {
  const edges = [west - overlapDegrees, west + cellDegrees + overlapDegrees];
  const ends = [south - overlapDegrees, south + cellDegrees + overlapDegrees];
  const near = (a: number, b: number) => Math.abs(a - b) < 1 / stepsPerDegree;
  const isCut = ([a, b]: Position, [c, d]: Position) =>
    edges.some((edge) => near(a, edge) && near(c, edge)) || ends.some((end) => near(b, end) && near(d, end));
  const lines: Position[][] = [];
  for (const ring of rings) {
    let line: Position[] = [];
    for (const [n, at] of ring.entries()) {
      const before = ring[n - 1];
      if (before && isCut(before, at)) {
        if (line.length > 1) lines.push(line);
        line = [];
      }
      line.push(at);
    }
    if (line.length > 1) lines.push(line);
  }
  return lines;
}

/** The rings of a file in degrees. */
export const ringsOf = (polygon: CellLand[number]): Position[][] =>
  polygon.map((steps) => {
    const ring: Position[] = [];
    let [x, y] = [0, 0];
    for (let n = 0; n + 1 < steps.length; n += 2) {
      x += steps[n]!;
      y += steps[n + 1]!;
      ring.push([x / stepsPerDegree, y / stepsPerDegree]);
    }
    return ring;
  });

/** The part of a polygon that lies within a square, as the file keeps it; empty: none does. */
export function cutOut(polygon: readonly (readonly Position[])[], { west, south }: LandCell): number[][] {
  const [left, right] = [west - overlapDegrees, west + cellDegrees + overlapDegrees];
  const [low, high] = [south - overlapDegrees, south + cellDegrees + overlapDegrees];
  const rings: number[][] = [];
  for (const ring of polygon) {
    let cut: readonly Position[] = ring;
    for (const [axis, limit, sign] of [
      [0, left, 1],
      [0, right, -1],
      [1, low, 1],
      [1, high, -1],
    ] as const)
      cut = beyondLine(cut, axis, limit, sign);
    if (cut.length >= 3) rings.push(inSteps([...cut, cut[0]!]));
    // Without its outer ring the rest lies in no land.
    else if (ring === polygon[0]) return [];
  }
  return rings;
}

/** What of a ring lies on one side of a line (Sutherland and Hodgman). */
function beyondLine(ring: readonly Position[], axis: 0 | 1, limit: number, sign: 1 | -1): Position[] {
  const kept: Position[] = [];
  const isIn = (at: Position) => (at[axis] - limit) * sign >= 0;
  for (const [n, at] of ring.entries()) {
    const before = ring.at(n - 1)!;
    if (isIn(at) !== isIn(before)) {
      const share = (limit - before[axis]) / (at[axis] - before[axis]);
      kept.push([before[0] + (at[0] - before[0]) * share, before[1] + (at[1] - before[1]) * share]);
    }
    if (isIn(at)) kept.push(at);
  }
  return kept;
}

function inSteps(ring: readonly Position[]): number[] {
  const steps: number[] = [];
  let [lastX, lastY] = [0, 0];
  for (const [longitude, latitude] of ring) {
    const [x, y] = [Math.round(longitude * stepsPerDegree), Math.round(latitude * stepsPerDegree)];
    if (steps.length > 0 && x === lastX && y === lastY) continue;
    steps.push(x - lastX, y - lastY);
    [lastX, lastY] = [x, y];
  }
  return steps;
}
