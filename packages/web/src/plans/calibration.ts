import type { Size } from '../ui/canvas/geometry.ts';

type Share = readonly [x: number, y: number];

/** What the form of a plan takes, metres. */
const smallest = 1;
const largest = 5000;

/**
 * How wide a base map is when a line on it has a known length.
 *
 * @param from, to ends of the line as shares of the base map
 * @param drawing the base map, pixels
 * @param metres the length of the line
 * @returns metres, by the centimetre; null: the ends are one place, or the width is none that a plan may have
 */
export function metresWideOf(from: Share, to: Share, drawing: Size, metres: number): number | null {
  const pixels = Math.hypot((to[0] - from[0]) * drawing.width, (to[1] - from[1]) * drawing.height);
  if (pixels < 1 || !(metres > 0)) return null;
  const wide = Math.round((metres * drawing.width * 100) / pixels) / 100;
  return wide >= smallest && wide <= largest ? wide : null;
}
