import { dayMs, minuteMs } from '../durations.ts';

/** Where the sun rises and sets: degrees, north and east positive. */
export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

const degree = Math.PI / 180;
/** The upper edge of the sun at the horizon, with the refraction of the air: NOAA. */
const zenith = 90.833;

/** Equation of time in minutes, and the sun's declination in radians. NOAA Solar Calculator, after Meeus. */
function sunAt(epochMs: number): { equationOfTime: number; declination: number } {
  // Julian centuries since 2000-01-01 12:00 UTC.
  const t = (epochMs / dayMs + 2_440_587.5 - 2_451_545) / 36_525;
  const meanLongitude = (280.46646 + t * (36_000.76983 + t * 0.0003032)) % 360;
  const meanAnomaly = (357.52911 + t * (35_999.05029 - 0.0001537 * t)) * degree;
  const eccentricity = 0.016708634 - t * (0.000042037 + 0.0000001267 * t);
  const centre =
    Math.sin(meanAnomaly) * (1.914602 - t * (0.004817 + 0.000014 * t)) +
    Math.sin(2 * meanAnomaly) * (0.019993 - 0.000101 * t) +
    Math.sin(3 * meanAnomaly) * 0.000289;
  const node = (125.04 - 1934.136 * t) * degree;
  const longitude = (meanLongitude + centre - 0.00569 - 0.00478 * Math.sin(node)) * degree;
  const meanObliquity = 23 + (26 + (21.448 - t * (46.815 + t * (0.00059 - t * 0.001813))) / 60) / 60;
  const obliquity = (meanObliquity + 0.00256 * Math.cos(node)) * degree;
  const y = Math.tan(obliquity / 2) ** 2;
  const l = meanLongitude * degree;
  const equation =
    y * Math.sin(2 * l) -
    2 * eccentricity * Math.sin(meanAnomaly) +
    4 * eccentricity * y * Math.sin(meanAnomaly) * Math.cos(2 * l) -
    0.5 * y * y * Math.sin(4 * l) -
    1.25 * eccentricity * eccentricity * Math.sin(2 * meanAnomaly);
  return {
    equationOfTime: (4 * equation) / degree,
    declination: Math.asin(Math.sin(obliquity) * Math.sin(longitude)),
  };
}

/**
 * When the sun rises or sets on a day, epoch ms; null: it does not, in the far north or south. Within a minute up to 65° of latitude.
 *
 * @param day midnight UTC of the day, epoch ms; the day is that of the place's own noon
 */
export function sunTime(what: 'sunrise' | 'sunset', { latitude, longitude }: Position, day: number): number | null {
  let at = day + (720 - 4 * longitude) * minuteMs;
  // Declination changes by up to a minute's worth from noon to sunset: found once at noon, then at the moment itself.
  for (let turn = 0; turn < 3; turn++) {
    const { equationOfTime, declination } = sunAt(at);
    const cosine =
      Math.cos(zenith * degree) / (Math.cos(latitude * degree) * Math.cos(declination)) -
      Math.tan(latitude * degree) * Math.tan(declination);
    if (Math.abs(cosine) > 1) return null;
    const halfDay = (4 * Math.acos(cosine)) / degree;
    const noon = 720 - 4 * longitude - equationOfTime;
    at = day + (what === 'sunrise' ? noon - halfDay : noon + halfDay) * minuteMs;
  }
  return at;
}
