import type { Position } from './mapSite.ts';

/** Six digits are a tenth of a metre. */
const digits = 6;

export const rounded = ({ latitude, longitude }: Position): Position => ({
  latitude: Number(latitude.toFixed(digits)),
  // The world is round: a click beyond its edge is on the other side.
  longitude: Number((((((longitude + 180) % 360) + 360) % 360) - 180).toFixed(digits)),
});

/** "30.2741, 120.1551" as map programs copy it; also with degrees' letters and a Chinese comma. Null: no position. */
export function positionInText(words: string): Position | null {
  const match = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*°?\s*([NS])?\s*[,，;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*°?\s*([EW])?\s*$/i.exec(
    words,
  );
  if (!match) return null;
  const latitude = Number(match[1]) * (match[2]?.toUpperCase() === 'S' ? -1 : 1);
  const longitude = Number(match[3]) * (match[4]?.toUpperCase() === 'W' ? -1 : 1);
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}
