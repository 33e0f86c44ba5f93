import type { Theme } from '../lib/theme.ts';

/**
 * Ten lines that can be told apart, also by people who do not see red, green or blue as others do: neighbours in hue differ in
 * lightness. None looks like a severity: no red, orange or yellow. At least 3:1 against the grounds of their theme; a place
 * has one hue in both. Blue, green, magenta, brown, sky, violet, olive, pink, teal, grey.
 */
export const palette: Readonly<Record<Theme, readonly string[]>> = {
  light: ['#303bde', '#198223', '#80038b', '#b08376', '#2f9acd', '#9563fe', '#8f9817', '#fd46b5', '#055e4c', '#6a6882'],
  dark: ['#4475e7', '#3a8615', '#9d53b3', '#e2c8b4', '#62c7fc', '#a88bfa', '#8cba18', '#fd86c6', '#23ad90', '#777d8a'],
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
