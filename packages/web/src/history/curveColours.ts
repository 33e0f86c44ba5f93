import type { Theme } from '../lib/theme.ts';
import { tokens } from '../ui/index.ts';

/**
 * Ten lines that can be told apart, also by people who do not see red, green or blue as others do: neighbours in hue differ in
 * lightness. None looks like a severity: no red, orange or yellow. At least 3:1 against the grounds of their theme; a place
 * has one hue in both. The first is the accent: in a chart it means the main curve. Then blue, green, magenta, brown, violet,
 * olive, pink, dark green, grey.
 */
export const palette: Readonly<Record<Theme, readonly string[]>> = {
  light: [
    tokens.light.accent,
    ...['#472ecd', '#00903c', '#80038b', '#ac7c6e', '#9563fe', '#999a18', '#fd46b5', '#0f533a', '#805569'],
  ],
  dark: [
    tokens.dark.accent,
    ...['#4475e7', '#368119', '#9d53b3', '#e2c8b4', '#a88bfa', '#8abd17', '#ff80bf', '#28a97b', '#777d8a'],
  ],
};

/**
 * A place in the palette for each point, unlike all others of the chart. The main one has the accent; the place of any other
 * follows the point: whichever of the others are there, it keeps its colour, unless two of them want the same; then the one with
 * the higher id steps aside.
 *
 * @param main null: all are states, none is a curve
 * @param pointIds as many as a curve takes; beyond the palette's ten colours they repeat
 */
export function palettePlaces(main: number | null, pointIds: readonly number[]): ReadonlyMap<number, number> {
  const others = palette.light.length - 1;
  const places = new Map<number, number>(main === null ? [] : [[main, 0]]);
  const taken = new Set<number>();
  for (const pointId of new Set([...pointIds].sort((a, b) => a - b))) {
    if (pointId === main) continue;
    let place = pointId % others;
    while (taken.size < others && taken.has(place)) place = (place + 1) % others;
    taken.add(place);
    places.set(pointId, 1 + place);
  }
  return places;
}

export const curveColour = (theme: Theme, place: number): string => palette[theme][place % palette[theme].length]!;
