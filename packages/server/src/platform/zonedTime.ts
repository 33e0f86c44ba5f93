const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  let format = formats.get(timeZone);
  if (!format) {
    // The Swedish locale writes YYYY-MM-DD HH:mm:ss.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    formats.set(timeZone, format);
  }
  return format;
};

/** `YYYY-MM-DD HH:mm:ss` on the clock of that zone. */
export const toZonedTime = (epochMs: number, timeZone: string): string => formatOf(timeZone).format(epochMs);

/** How far the zone's clock is ahead of UTC at that moment, in ms. */
const offsetAt = (epochMs: number, timeZone: string): number => {
  const whole = Math.floor(epochMs / 1000) * 1000;
  return Date.parse(`${toZonedTime(whole, timeZone).replace(' ', 'T')}Z`) - whole;
};

/**
 * Epoch milliseconds of a time on the clock of a zone. A time that occurs twice (the clock goes back) is the first of the
 * two; one that does not occur (it goes forward) is as much later as the clock jumps.
 *
 * @param text `YYYY-MM-DD HH:mm` with optional seconds, `T` instead of the space allowed
 * @returns null for a date that does not exist, such as 30 February
 */
export function fromZonedTime(text: string, timeZone: string): number | null {
  const iso = text.replace(' ', 'T');
  const asUtc = Date.parse(`${iso.length === 16 ? `${iso}:00` : iso}Z`);
  if (Number.isNaN(asUtc) || new Date(asUtc).toISOString().slice(0, 10) !== text.slice(0, 10)) return null;
  // The offset before and after any change nearby; a day is further than any change lasts.
  const candidates = [-86_400_000, 86_400_000].map((shift) => asUtc - offsetAt(asUtc + shift, timeZone));
  const exact = candidates.filter((epochMs) => epochMs + offsetAt(epochMs, timeZone) === asUtc);
  return exact.length > 0 ? Math.min(...exact) : candidates[0]!;
}
