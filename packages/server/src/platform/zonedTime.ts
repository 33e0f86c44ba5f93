/**
 * Local times of a place and moments, with `Intl` alone. Zones are IANA names such as `Asia/Shanghai`; local times are
 * written `YYYY-MM-DD HH:mm:ss`.
 */

import { dayMs } from '@watchpost/contract';
import { momentOfClock } from '@watchpost/contract/momentOfClock';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(timeZone, format);
  }
  return format;
}

/**
 * How far local clocks are ahead of UTC on days of UTC on which they do not change; NaN: they do. `Intl` takes some
 * microseconds, and a file of a million rows asks a million times.
 */
const offsetsOfDays = new Map<string, Map<number, number>>();
/** Years of four digits on both sides of 1970; what lies beyond is left to `Intl`. */
const farthestMs = 600_000 * dayMs;
/** Of one zone; some years. Then all of them are looked up again. */
const maxDays = 5_000;

function offsetOfDay(day: number, timeZone: string): number {
  let offsets = offsetsOfDays.get(timeZone);
  if (!offsets || offsets.size >= maxDays) {
    offsets = new Map();
    offsetsOfDays.set(timeZone, offsets);
  }
  let offset = offsets.get(day);
  if (offset === undefined) {
    const begin = day * dayMs;
    offset = readClock(localByIntl(begin, timeZone))! - begin;
    // Clocks change once a day at most, so a day that ends as it began is all the same.
    if (readClock(localByIntl(begin + dayMs, timeZone))! - begin - dayMs !== offset) offset = Number.NaN;
    offsets.set(day, offset);
  }
  return offset;
}

/**
 * The local time of a moment, to the second below it, as if its clock hung in Greenwich: epoch ms.
 *
 * @throws RangeError for an unknown zone
 */
export function clockOfEpoch(epochMs: number, timeZone: string): number {
  const offset = Math.abs(epochMs) < farthestMs ? offsetOfDay(Math.floor(epochMs / dayMs), timeZone) : Number.NaN;
  if (Number.isNaN(offset)) return readClock(localByIntl(epochMs, timeZone)) ?? Number.NaN;
  return Math.floor(epochMs / 1000) * 1000 + offset;
}

/**
 * The local time of a moment, to the second below it.
 *
 * @throws RangeError for an unknown zone
 *
 * Example: `localOfEpoch(1795258800000, 'Asia/Shanghai')` is `2026-11-21 19:00:00`.
 */
export function localOfEpoch(epochMs: number, timeZone: string): string {
  const offset = Math.abs(epochMs) < farthestMs ? offsetOfDay(Math.floor(epochMs / dayMs), timeZone) : Number.NaN;
  if (Number.isNaN(offset)) return localByIntl(epochMs, timeZone);
  const text = new Date(Math.floor(epochMs / 1000) * 1000 + offset).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 19)}`;
}

function localByIntl(epochMs: number, timeZone: string): string {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(epochMs)) part[type] = value;
  return `${part.year?.padStart(4, '0')}-${part.month}-${part.day} ${part.hour}:${part.minute}:${part.second}`;
}

const pattern = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)(?::(\d\d))?$/;

/** The text read as if its clock stood in UTC, epoch ms; null when there is no such day or time. */
function readClock(local: string): number | null {
  const match = pattern.exec(local);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1).map((digits) => Number(digits ?? 0));
  const utc = Date.UTC(year!, month! - 1, day!, hour, minute, second);
  // 30 February would quietly become 2 March.
  const isSame =
    new Date(utc).toISOString().slice(0, 16) === `${local.slice(0, 10)}T${local.slice(11, 16)}` && second! < 60;
  return isSame ? utc : null;
}

/** How far local clocks are ahead of UTC at a moment, in ms. */
export const offsetAt = (epochMs: number, timeZone: string): number => {
  const second = Math.floor(epochMs / 1000) * 1000;
  return clockOfEpoch(second, timeZone) - second;
};

const offsetPattern = /Z$|[+-]\d\d:\d\d$/;

/** `+02:00` in ms. */
function readOffset(offset: string): number {
  if (offset === 'Z') return 0;
  const [hours, minutes] = offset.slice(1).split(':').map(Number) as [number, number];
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/**
 * The moment a local time names, in epoch ms; null when the text is no such time (30 February).
 *
 * Where clocks change, by the rule of `momentOfClock`, unless the text says how far its clock is ahead of UTC.
 *
 * @param local `YYYY-MM-DD HH:mm` with optional seconds, blank or `T` between, and an optional offset such as `+02:00`
 * @throws RangeError for an unknown zone
 */
export function epochOfLocal(local: string, timeZone: string): number | null {
  const offset = offsetPattern.exec(local)?.[0] ?? '';
  const clock = readClock(local.slice(0, local.length - offset.length));
  if (clock === null) return null;
  if (offset !== '') return clock - readOffset(offset);
  return momentOfClock(clock, (epochMs) => offsetAt(epochMs, timeZone));
}

/**
 * The last millisecond of a stretch that ends at a local time: the end counts, `10:00` the whole of that minute, `10:00:30` of
 * that second. Null when the text is no such time.
 */
export function endOfLocal(local: string, timeZone: string): number | null {
  const epochMs = epochOfLocal(local, timeZone);
  return epochMs === null ? null : epochMs + (local.replace(offsetPattern, '').length === 16 ? 59_999 : 999);
}

/** A day of the calendar so many days later, earlier below zero; days are written `YYYY-MM-DD`. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** The weekday of a day of the calendar, 1 Monday to 7 Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

/** The moment a day of the calendar begins, or one so many days after it. */
export const startOfDay = (day: string, timeZone: string, daysLater = 0): Date =>
  new Date(epochOfLocal(`${dayAfter(day, daysLater)} 00:00`, timeZone)!);

/** Days between two local times by the calendar, also across a change of clocks; null when either is no time. */
export function localDaysBetween(from: string, to: string): number | null {
  const [start, end] = [readClock(from), readClock(to)];
  return start === null || end === null ? null : (end - start) / dayMs;
}
