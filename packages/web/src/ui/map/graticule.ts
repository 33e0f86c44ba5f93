import type { Bounds } from './siteGroups.ts';

/** Degrees between two lines, widest first. */
const steps = [60, 30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
/** Pixels between two lines at least: a grid to read positions by, not a texture. */
const minGap = 130;
/** Where the Mercator map ends. */
const lastLatitude = 85;

export interface Graticule {
  readonly latitudes: readonly number[];
  readonly longitudes: readonly number[];
  /** Digits after the point that tell two neighbouring lines apart. */
  readonly decimals: number;
}

/** The lines of latitude and longitude of a view: without borders and names they are what a place is found by. */
export function graticuleOf([west, south, east, north]: Bounds, zoom: number): Graticule {
  const pixelsPerDegree = (256 * 2 ** zoom) / 360;
  const step = [...steps].reverse().find((each) => each * pixelsPerDegree >= minGap) ?? steps[0]!;
  const between = (from: number, to: number): number[] => {
    const lines: number[] = [];
    // By whole multiples, so that 0.1 + 0.2 never shows.
    for (let n = Math.ceil(from / step - 1e-9); n * step <= to + 1e-9; n += 1)
      lines.push(Number((n * step).toFixed(6)));
    return lines;
  };
  return {
    latitudes: between(Math.max(south, -lastLatitude), Math.min(north, lastLatitude)),
    longitudes: between(Math.max(west, -180), Math.min(east, 180)),
    decimals: Math.max(0, -Math.floor(Math.log10(step) + 1e-9)),
  };
}

/** `30° N`, `120.5° E`, `0°`. */
export function degrees(value: number, axis: 'latitude' | 'longitude', decimals: number): string {
  const letter = value === 0 ? '' : axis === 'latitude' ? (value > 0 ? ' N' : ' S') : value > 0 ? ' E' : ' W';
  return `${Math.abs(value).toFixed(decimals)}°${letter}`;
}
