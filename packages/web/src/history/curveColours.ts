import type { Theme } from '../lib/theme.ts';

/**
 * Ten lines that can be told apart, also by people who do not see red, green or blue as others do: neighbours in hue differ in
 * lightness. None looks like a severity: no red, orange or yellow. At least 3:1 against the grounds of their theme; a place
 * has one hue in both. Blue, green, magenta, brown, sky, violet, olive, pink, teal, grey.
 */
export const palette: Readonly<Record<Theme, readonly string[]>> = {
  light: ['#1c1ba0', '#1a601e', '#6a0a66', '#453020', '#2098db', '#8f46cb', '#8f9817', '#e856ab', '#1f8a73', '#595870'],
  dark: ['#3f6fe0', '#9cf67c', '#f4a7fb', '#af8e6e', '#349eb6', '#9e8eff', '#5d7f00', '#af5674', '#26d1ad', '#e0dfee'],
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
