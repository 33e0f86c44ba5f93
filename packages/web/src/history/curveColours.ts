import type { Theme } from '../lib/theme.ts';

/**
 * Ten lines that can be told apart and none of which looks like a severity: no red, orange or yellow.
 * At least 3:1 against the surface of their theme.
 */
const palette: Readonly<Record<Theme, readonly string[]>> = {
  light: ['#0b6e8f', '#7a4fb5', '#2f7d4f', '#b0477f', '#4659c4', '#5d7312', '#7d5a44', '#2a8a86', '#5d6875', '#9a3fa8'],
  dark: ['#5bb8d6', '#b294e6', '#6cc192', '#e089b6', '#8f9ff2', '#aebf5c', '#c39a80', '#57c7c0', '#a3aebb', '#d78be3'],
};

/**
 * A place in the palette for each point, unlike all others of the chart. It follows the point: whatever order they come in,
 * and whichever of the others are there, a point keeps its colour, unless two of them want the same; then the one with the
 * higher id steps aside.
 *
 * @param pointIds as many as a curve takes; beyond the palette's ten colours they repeat
 */
export function palettePlaces(pointIds: readonly number[]): ReadonlyMap<number, number> {
  const size = palette.light.length;
  const places = new Map<number, number>();
  const taken = new Set<number>();
  for (const pointId of new Set([...pointIds].sort((a, b) => a - b))) {
    let place = pointId % size;
    while (taken.size < size && taken.has(place)) place = (place + 1) % size;
    taken.add(place);
    places.set(pointId, place);
  }
  return places;
}

export const curveColour = (theme: Theme, place: number): string => palette[theme][place % palette[theme].length]!;
