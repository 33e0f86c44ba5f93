import { minPeerDevices } from '@watchpost/contract';
import { median } from '../platform/statistics/statistics.ts';
import { beginOf, dayAt, dayInWords } from './calendarDay.ts';
import { recentDays } from './deviation.ts';

interface DayFigures {
  readonly device_id: number;
  readonly first_day: number;
  readonly daily: readonly (number | null)[];
}

/** The figures of one device beside the middle of those like it, for each day of its place in [from, to), epoch ms. Empty when it has none. */
export function daysOf(
  figures: readonly DayFigures[],
  deviceId: number,
  from: number,
  to: number,
  timeZone: string,
): { day: string; at: number; value: number | null; likeValue: number | null }[] {
  const own = figures.find(({ device_id }) => device_id === deviceId);
  if (!own) return [];
  const others = figures.filter(({ device_id }) => device_id !== deviceId);
  const on = (figure: DayFigures, day: number): number | null => figure.daily[day - figure.first_day] ?? null;
  const first = Math.max(dayAt(from, timeZone), own.first_day);
  return Array.from({ length: Math.max(0, dayAt(to - 1, timeZone) + 1 - first) }, (_, i) => {
    const day = first + i;
    const like = others.map((each) => on(each, day)).filter((value) => value !== null);
    return {
      day: dayInWords(day),
      at: beginOf(day, timeZone),
      value: on(own, day),
      likeValue: like.length < minPeerDevices ? null : median(like),
    };
  });
}

/** What a device showed in the last days of its place before `to`, epoch ms: what it was compared with. Null when nothing is known of them. */
export function lastOf(figures: readonly DayFigures[], deviceId: number, to: number, timeZone: string): number | null {
  const own = figures.find(({ device_id }) => device_id === deviceId);
  if (!own) return null;
  const end = dayAt(to - 1, timeZone) + 1 - own.first_day;
  const days = own.daily.slice(Math.max(0, end - recentDays), Math.max(0, end));
  return median(days.filter((value) => value !== null));
}
