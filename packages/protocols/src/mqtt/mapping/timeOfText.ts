import { timeOf } from '../payload.ts';

const dateAndTime =
  /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})[T ]?(\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;

/** Minutes ahead of UTC: `+08:00`, `-0330`, `Z`. */
function offsetOf(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))];
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/**
 * Epoch ms from what a gateway calls a time; null when it is none, or a day that no calendar has.
 *
 * Examples: `1650006388943`, `"1650006388"`, `"2026-11-21 20:30:00"`, `"2026-11-21T20:30:00+08:00"`, `"20261121203000"`.
 *
 * @param utcOffsetMinutes of a date that names no zone
 */
export function timeOfText(value: unknown, utcOffsetMinutes: number): number | null {
  // Fourteen digits are a date before they are milliseconds of the year 2612.
  const parts = typeof value === 'string' ? dateAndTime.exec(value.trim()) : null;
  if (!parts) return timeOf(value);
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const milliseconds = Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3));
  const local = Date.UTC(year, month - 1, day, hour, minute, second, milliseconds);
  const back = new Date(local);
  const isReal =
    back.getUTCMonth() === month - 1 && back.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  const offset = parts[8] === undefined ? utcOffsetMinutes : offsetOf(parts[8]);
  return isReal && local - offset * 60_000 >= 0 ? local - offset * 60_000 : null;
}
