import type { Position } from './mapSite.ts';

const { PI, abs, sin, cos, sqrt } = Math;
/** Krasovsky 1940: half the longer axis in metres, and its eccentricity squared. */
const axis = 6_378_245;
const eccentricity = 0.006_693_421_622_965_943;

/** A sum of waves, as the datum has it: `[amplitude, period]` of each sine of π·value. */
const waves = (value: number, parts: readonly (readonly [amplitude: number, frequency: number])[]): number =>
  parts.reduce((sum, [amplitude, frequency]) => sum + ((amplitude * 2) / 3) * sin(value * frequency * PI), 0);

/** Where maps are drawn as they are on the earth: outside a rough box around mainland China. */
const isOutside = ({ latitude, longitude }: Position): boolean =>
  longitude < 72.004 || longitude > 137.8347 || latitude < 0.8293 || latitude > 55.8271;

/**
 * Where a position (WGS-84) stands on maps of mainland China, which are drawn in GCJ-02: up to 700 m aside. The formula is the one that
 * is publicly known; its result agrees with such maps to a few metres.
 */
export function gcj02Of(position: Position): Position {
  if (isOutside(position)) return position;
  const { latitude, longitude } = position;
  const [x, y] = [longitude - 105, latitude - 35];
  const fine = waves(x, [
    [20, 6],
    [20, 2],
  ]);
  const north =
    -100 +
    2 * x +
    3 * y +
    0.2 * y * y +
    0.1 * x * y +
    0.2 * sqrt(abs(x)) +
    fine +
    waves(y, [
      [20, 1],
      [40, 1 / 3],
      [160, 1 / 12],
      [320, 1 / 30],
    ]);
  const east =
    300 +
    x +
    2 * y +
    0.1 * x * x +
    0.1 * x * y +
    0.1 * sqrt(abs(x)) +
    fine +
    waves(x, [
      [20, 1],
      [40, 1 / 3],
      [150, 1 / 12],
      [300, 1 / 30],
    ]);
  const radians = (latitude * PI) / 180;
  const bend = 1 - eccentricity * sin(radians) ** 2;
  return {
    latitude: latitude + (north * 180) / (((axis * (1 - eccentricity)) / (bend * sqrt(bend))) * PI),
    longitude: longitude + (east * 180) / ((axis / sqrt(bend)) * cos(radians) * PI),
  };
}
