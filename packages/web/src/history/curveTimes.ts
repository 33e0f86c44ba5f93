import { formatDateTimeSeconds } from '../lib/dates.ts';

/** Clock at short steps, date at long ones; midnight says its date. */
function axisTime(epochMs: number, stepMs: number, timeZone: string): string {
  const full = formatDateTimeSeconds(epochMs, timeZone);
  const day = full.slice(5, 10);
  if (stepMs >= 86_400_000) return day;
  const clock = full.slice(11, stepMs < 60_000 ? 19 : 16);
  return clock === '00:00' ? day : clock;
}

/**
 * Of the marks of an axis. Where they are days of several years, the first of each says which; where no midnight is among them,
 * the first says the day.
 */
export function axisTimes(splits: readonly number[], stepMs: number, timeZone: string): string[] {
  const years = splits.map((split) => formatDateTimeSeconds(split, timeZone).slice(0, 4));
  const tellsYears = stepMs >= 86_400_000 && new Set(years).size > 1;
  const times = splits.map((split) => axisTime(split, stepMs, timeZone));
  const tellsDay = times.some((said) => !said.includes(':'));
  return splits.map((split, index) => {
    const said = times[index]!;
    if (!tellsDay && index === 0) return `${formatDateTimeSeconds(split, timeZone).slice(5, 10)} ${said}`;
    return tellsYears && years[index] !== years[index - 1] ? `${years[index]}-${said}` : said;
  });
}
