import { insidePolygon } from '@watchpost/contract';

/** A temperature that is known, where it is measured; metres from the upper left corner of the plan. */
export interface Probe {
  readonly x: number;
  readonly y: number;
  /** °C */
  readonly value: number;
  /** In the middle of its limits, °C; null: it has none on one of both sides. */
  readonly middle: number | null;
}

/** A heat map in shapes: what is measured by how far it lies from the middle of its zone, and what is not. */
export interface HeatMap {
  /** By whole kelvin from the middle, -6 to 6: the `d` of a path in metres. */
  readonly steps: ReadonlyMap<number, string>;
  /** Inside a zone, and too far from everything that measures. */
  readonly unknown: string;
}

export const mostKelvin = 6;
/** Farther than this from its nearest probe nothing is said. */
export const reachMetres = 8;
const columns = 96;
/** Nearer than a tenth of a millimetre one is at the probe, m². */
const atProbe = 1e-8;

/**
 * Temperature between probes by inverse distance, squared, within each zone by its own probes alone: walls part them. It always
 * lies between the lowest and the highest of them, so a warm spot that no probe stands in stays unseen; what is far from all of
 * them is said to be unknown.
 *
 * @param zones corners in metres
 * @param size of the plan in metres
 */
export function heatMap(
  zones: readonly (readonly (readonly [number, number])[])[],
  probes: readonly Probe[],
  { width, height }: { width: number; height: number },
): HeatMap {
  const cell = width / columns;
  const steps = new Map<number, string>();
  let unknown = '';
  for (const corners of zones) {
    const own = probes.filter(({ x, y }) => insidePolygon(corners, x, y));
    const middle = middleOf(own);
    for (let row = 0; row * cell < height; row++) {
      const y = (row + 0.5) * cell;
      let run: { from: number; said: number | null } | null = null;
      for (let column = 0; column <= columns; column++) {
        const x = (column + 0.5) * cell;
        const isInside = column < columns && insidePolygon(corners, x, y);
        const said = isInside ? stepAt(own, middle, x, y) : undefined;
        if (run && said === run.said) continue;
        if (run) {
          const d = `M${metres(run.from * cell)} ${metres(row * cell)}h${metres((column - run.from) * cell)}v${metres(cell)}h${metres((run.from - column) * cell)}z`;
          if (run.said === null) unknown += d;
          else steps.set(run.said, (steps.get(run.said) ?? '') + d);
        }
        run = said === undefined ? null : { from: column, said };
      }
    }
  }
  return { steps, unknown };
}

const metres = (length: number): string => String(Math.round(length * 1000) / 1000);

/** What a zone should be at: the middle of its probes' limits, else their median. */
function middleOf(probes: readonly Probe[]): number {
  const wanted = probes.flatMap(({ middle }) => middle ?? []);
  const from = wanted.length > 0 ? wanted : probes.map(({ value }) => value);
  const sorted = from.toSorted((a, b) => a - b);
  return sorted.length === 0 ? 0 : (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
}

/** Whole kelvin from the middle; null: nothing is known there. */
function stepAt(probes: readonly Probe[], middle: number, x: number, y: number): number | null {
  const value = valueAt(probes, x, y);
  if (value === null) return null;
  // Minus zero is none.
  return Math.round(Math.min(mostKelvin, Math.max(-mostKelvin, value - middle))) + 0;
}

/** The temperature at a place, °C; null: too far from every probe. */
export function valueAt(probes: readonly Probe[], x: number, y: number): number | null {
  let [sum, weights, nearest] = [0, 0, Number.POSITIVE_INFINITY];
  for (const probe of probes) {
    const squared = (probe.x - x) ** 2 + (probe.y - y) ** 2;
    if (squared < atProbe) return probe.value;
    nearest = Math.min(nearest, squared);
    sum += probe.value / squared;
    weights += 1 / squared;
  }
  return nearest > reachMetres ** 2 ? null : sum / weights;
}
