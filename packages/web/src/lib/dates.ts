import type { Language } from '@watchpost/contract';
import { momentOfClock } from '@watchpost/contract/momentOfClock';
import { useMemo } from 'react';
import { useLanguage } from './language.ts';
import { dash } from './numbers.ts';
import { observableValue, useObservable } from './ObservableValue.ts';

export { serverNow, useNow } from './serverClock.ts';

const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** Zone of the current project, for example `Asia/Shanghai`; kept by the session. */
export const projectTimeZone = observableValue<string>(browserZone);

interface Parts {
  year: string;
  month: string;
  day: string;
  hour: string;
  minute: string;
  second: string;
}

const zoneFormats = new Map<string, Intl.DateTimeFormat>();
function partsIn(epochMs: number, timeZone: string): Parts {
  let format = zoneFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    zoneFormats.set(timeZone, format);
  }
  return Object.fromEntries(format.formatToParts(epochMs).map(({ type, value }) => [type, value])) as unknown as Parts;
}

type When = number | null | undefined;

/** `2026-11-21 09:48`, in the zone; a dash for null. Spec §9. */
export function formatDateTime(epochMs: When, timeZone: string): string {
  if (epochMs === null || epochMs === undefined || !Number.isFinite(epochMs)) return dash;
  const { year, month, day, hour, minute } = partsIn(epochMs, timeZone);
  return `${year}-${month}-${day} ${hour}:${minute}`;
}

/** `2026-11-21 09:48:07`: also how the wire wants a time of the project's zone (`localTime`). */
export function formatDateTimeSeconds(epochMs: When, timeZone: string): string {
  if (epochMs === null || epochMs === undefined || !Number.isFinite(epochMs)) return dash;
  return `${formatDateTime(epochMs, timeZone)}:${partsIn(epochMs, timeZone).second}`;
}

/** `09:48:07` when it is today in the zone, `11-20 09:48` in the same year, else the full date and time. */
export function formatTimeShort(epochMs: When, timeZone: string, now: number): string {
  if (epochMs === null || epochMs === undefined || !Number.isFinite(epochMs)) return dash;
  const at = partsIn(epochMs, timeZone);
  const today = partsIn(now, timeZone);
  if (at.year !== today.year) return formatDateTime(epochMs, timeZone);
  if (at.month === today.month && at.day === today.day) return `${at.hour}:${at.minute}:${at.second}`;
  return `${at.month}-${at.day} ${at.hour}:${at.minute}`;
}

/** `09:49` today, `11-21 09:49` on another day: the minute by which something will have happened, never too early. */
export function formatByMinute(epochMs: number, timeZone: string, now: number): string {
  const at = Math.ceil(epochMs / 60_000) * 60_000;
  return formatTimeShort(at, timeZone, now).replace(/^(\d\d:\d\d):\d\d$/, '$1');
}

/**
 * The moment that a wall clock in the zone shows as `YYYY-MM-DD HH:mm[:ss]`, where clocks change as the server reads it; null
 * when the text is no time.
 */
export function epochOfLocalTime(text: string, timeZone: string): number | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)(?::(\d\d))?$/.exec(text.trim());
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const clock = Date.UTC(year, month - 1, day, hour, minute, second || 0);
  // 30 February would quietly become 2 March.
  const read = new Date(clock).toISOString();
  if (read.slice(0, 16) !== `${text.trim().slice(0, 10)}T${match[4]}:${match[5]}` || second > 59) return null;
  return momentOfClock(clock, (epochMs) => {
    const whole = Math.floor(epochMs / 1000) * 1000;
    const p = partsIn(whole, timeZone);
    return Date.UTC(+p.year, +p.month - 1, +p.day, +p.hour, +p.minute, +p.second) - whole;
  });
}

/**
 * The wall-clock time of a moment as calls take it, to the second below it; with its offset where the clock alone would mean
 * another one, as in the second of two equal hours.
 */
export function momentOnTheWire(epochMs: number, timeZone: string): string {
  const local = formatDateTimeSeconds(epochMs, timeZone);
  const second = Math.floor(epochMs / 1000) * 1000;
  if (epochOfLocalTime(local, timeZone) === second) return local;
  const minutes = Math.round((Date.parse(`${local.replace(' ', 'T')}Z`) - second) / 60_000);
  const part = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, '0');
  return `${local}${minutes < 0 ? '-' : '+'}${part(minutes / 60)}:${part(minutes % 60)}`;
}

/** Which clock it is, and how far it stood from UTC at a moment: `Asia/Shanghai · UTC+8`, `Asia/Kolkata · UTC+5:30`. */
export function zoneInWords(timeZone: string, epochMs: number): string {
  const second = Math.floor(epochMs / 1000) * 1000;
  const p = partsIn(second, timeZone);
  const minutes = (Date.UTC(+p.year, +p.month - 1, +p.day, +p.hour, +p.minute, +p.second) - second) / 60_000;
  const hours = Math.floor(Math.abs(minutes) / 60);
  const rest = Math.abs(minutes) % 60;
  const offset =
    minutes === 0 ? '' : `${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
  return timeZone === 'UTC' ? 'UTC' : `${timeZone.replaceAll('_', ' ')} · UTC${offset}`;
}

/** A whole number of days, of years where it comes to that: `90 days`, `5 years`. */
export function daysInWords(days: number, language: Language): string {
  const years = Math.round(days / 365.25);
  if (years >= 2 && Math.abs(days - years * 365.25) <= 1) return language === 'en' ? `${years} years` : `${years} 年`;
  return language === 'en' ? `${days} day${days === 1 ? '' : 's'}` : `${days} 天`;
}

const units = {
  zh: { s: ' 秒', min: ' 分钟', h: ' 小时', d: ' 天' },
  en: { s: ' s', min: ' min', h: ' h', d: ' d' },
} as const;

/** How long, in at most two units: `18 min`, `2 h 5 min`, `3 d 4 h`; `18 分钟`. Negative counts as zero. */
export function formatDuration(seconds: number | null | undefined, language: Language): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return dash;
  const word = units[language];
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 60) return `${whole}${word.s}`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}${word.min}`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours}${word.h}${minutes % 60 > 0 ? ` ${minutes % 60}${word.min}` : ''}`;
  const days = Math.floor(hours / 24);
  return `${days}${word.d}${hours % 24 > 0 ? ` ${hours % 24}${word.h}` : ''}`;
}

/** How long ago, in one unit: `3 s ago`, `3 秒前`; the future and the last second are "now" / 刚刚. A dash for null. */
export function formatAge(epochMs: When, now: number, language: Language): string {
  if (epochMs === null || epochMs === undefined || !Number.isFinite(epochMs)) return dash;
  const seconds = Math.floor((now - epochMs) / 1000);
  if (seconds < 1) return language === 'zh' ? '刚刚' : 'now';
  const word = units[language];
  const [count, unit] =
    seconds < 60
      ? [seconds, word.s]
      : seconds < 3600
        ? [Math.floor(seconds / 60), word.min]
        : seconds < 86_400
          ? [Math.floor(seconds / 3600), word.h]
          : [Math.floor(seconds / 86_400), word.d];
  return language === 'zh' ? `${count}${unit}前` : `${count}${unit} ago`;
}

/** The formats above, in the project's zone and the user's language. */
export interface Dates {
  readonly timeZone: string;
  dateTime(epochMs: When): string;
  dateTimeSeconds(epochMs: When): string;
  short(epochMs: When, now: number): string;
  byMinute(epochMs: number, now: number): string;
  age(epochMs: When, now: number): string;
  duration(seconds: number | null | undefined): string;
}

/** Formats of the current project: `const dates = useDates(); dates.dateTime(alarm.ALARM_EPOCH)`. */
export function useDates(): Dates {
  const timeZone = useObservable(projectTimeZone);
  const language = useLanguage();
  return useMemo(
    () => ({
      timeZone,
      dateTime: (epochMs) => formatDateTime(epochMs, timeZone),
      dateTimeSeconds: (epochMs) => formatDateTimeSeconds(epochMs, timeZone),
      short: (epochMs, now) => formatTimeShort(epochMs, timeZone, now),
      byMinute: (epochMs, now) => formatByMinute(epochMs, timeZone, now),
      age: (epochMs, now) => formatAge(epochMs, now, language),
      duration: (seconds) => formatDuration(seconds, language),
    }),
    [timeZone, language],
  );
}
