import { expect, it } from 'vitest';
import {
  epochOfLocalTime,
  formatAge,
  formatDateTime,
  formatDateTimeSeconds,
  formatDuration,
  formatTimeShort,
  zoneInWords,
} from './dates.ts';

const noon = Date.UTC(2026, 10, 21, 4, 0, 7);

it('shows times in the zone of the project, wherever the browser is', () => {
  expect(formatDateTime(noon, 'Asia/Shanghai')).toBe('2026-11-21 12:00');
  expect(formatDateTime(noon, 'America/New_York')).toBe('2026-11-20 23:00');
  expect(formatDateTimeSeconds(noon, 'Asia/Shanghai')).toBe('2026-11-21 12:00:07');
  expect(formatDateTime(Date.UTC(2026, 10, 20, 16), 'Asia/Shanghai')).toBe('2026-11-21 00:00');
});

it('says whose clock it is, with its distance from UTC at that moment', () => {
  expect(zoneInWords('Asia/Shanghai', noon)).toBe('Asia/Shanghai · UTC+8');
  expect(zoneInWords('Asia/Kolkata', noon)).toBe('Asia/Kolkata · UTC+5:30');
  expect(zoneInWords('America/New_York', noon)).toBe('America/New York · UTC−5');
  expect(zoneInWords('Europe/Berlin', Date.UTC(2026, 6, 1))).toBe('Europe/Berlin · UTC+2');
  expect(zoneInWords('UTC', noon)).toBe('UTC');
});

it('shows a dash for a time that never was', () => {
  expect(formatDateTime(null, 'Asia/Shanghai')).toBe('–');
  expect(formatAge(null, noon, 'zh')).toBe('–');
  expect(formatDuration(null, 'en')).toBe('–');
});

it('reads a wall clock of the zone, also around a change to summer time', () => {
  expect(epochOfLocalTime('2026-11-21 12:00:07', 'Asia/Shanghai')).toBe(noon);
  expect(epochOfLocalTime('2026-07-01 12:00', 'Europe/Berlin')).toBe(Date.UTC(2026, 6, 1, 10));
  expect(epochOfLocalTime('2026-03-29 03:30', 'Europe/Berlin')).toBe(Date.UTC(2026, 2, 29, 1, 30));
  expect(epochOfLocalTime('2026-03-29 01:30', 'Europe/Berlin')).toBe(Date.UTC(2026, 2, 29, 0, 30));
  expect(epochOfLocalTime('tomorrow', 'Asia/Shanghai')).toBeNull();
  // As the server reads them: the first of two equal hours, and an hour that is skipped from before the change.
  expect(epochOfLocalTime('2026-10-25 02:30', 'Europe/Berlin')).toBe(Date.UTC(2026, 9, 25, 0, 30));
  expect(epochOfLocalTime('2026-11-01 01:30', 'America/New_York')).toBe(Date.UTC(2026, 10, 1, 5, 30));
  expect(epochOfLocalTime('2026-03-29 02:30', 'Europe/Berlin')).toBe(Date.UTC(2026, 2, 29, 1, 30));
  expect(epochOfLocalTime('2026-02-30 00:00', 'Asia/Shanghai')).toBeNull();
});

it('leaves out what goes without saying', () => {
  expect(formatTimeShort(noon - 3_600_000, 'Asia/Shanghai', noon)).toBe('11:00:07');
  expect(formatTimeShort(noon - 86_400_000, 'Asia/Shanghai', noon)).toBe('11-20 12:00');
  expect(formatTimeShort(noon - 400 * 86_400_000, 'Asia/Shanghai', noon)).toBe('2025-10-17 12:00');
});

it('says how long ago in both languages', () => {
  expect(formatAge(noon - 3_000, noon, 'en')).toBe('3 s ago');
  expect(formatAge(noon - 3_000, noon, 'zh')).toBe('3 秒前');
  expect(formatAge(noon - 42 * 60_000, noon, 'zh')).toBe('42 分钟前');
  expect(formatAge(noon - 3 * 86_400_000, noon, 'en')).toBe('3 d ago');
  expect(formatAge(noon + 5_000, noon, 'zh')).toBe('刚刚');
});

it('says how long in at most two units', () => {
  expect(formatDuration(18 * 60, 'en')).toBe('18 min');
  expect(formatDuration(2 * 3600 + 5 * 60, 'en')).toBe('2 h 5 min');
  expect(formatDuration(3 * 86_400 + 4 * 3600, 'zh')).toBe('3 天 4 小时');
});
