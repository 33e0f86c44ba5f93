import { median } from '../trend/statistics.ts';
import { leastLike } from './departure.ts';

const dayMs = 86_400_000;

interface DayFigures {
  readonly device_id: number;
  readonly first_day: number;
  readonly daily: readonly (number | null)[];
}

/** The figures of one device beside the middle of those like it, day by day in [from, to), epoch ms. Empty when it has none. */
export function daysOf(
  figures: readonly DayFigures[],
  deviceId: number,
  from: number,
  to: number,
): { at: number; value: number | null; likeValue: number | null }[] {
  const own = figures.find(({ device_id }) => device_id === deviceId);
  if (!own) return [];
  const others = figures.filter(({ device_id }) => device_id !== deviceId);
  const on = (figure: DayFigures, day: number): number | null => figure.daily[day - figure.first_day] ?? null;
  const first = Math.max(Math.floor(from / dayMs), own.first_day);
  return Array.from({ length: Math.max(0, Math.floor(to / dayMs) - first) }, (_, i) => {
    const day = first + i;
    const like = others.map((each) => on(each, day)).filter((value) => value !== null);
    return { at: day * dayMs, value: on(own, day), likeValue: like.length < leastLike ? null : median(like) };
  });
}
