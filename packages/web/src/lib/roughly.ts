import type { Dates } from './dates.ts';

/** In steps that a trend is good for: five minutes within two hours, hours within two days, then days. */
export function roughly(milliseconds: number, dates: Dates): string {
  const minutes = milliseconds / 60_000;
  if (minutes < 120) return dates.duration(Math.max(5, Math.round(minutes / 5) * 5) * 60);
  if (minutes < 2880) return dates.duration(Math.round(minutes / 60) * 3600);
  return dates.duration(Math.round(minutes / 1440) * 86_400);
}
