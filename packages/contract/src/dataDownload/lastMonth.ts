/**
 * The calendar month before that of a day: from its first midnight to the first of the month after it, local times.
 *
 * @param local of today, `YYYY-MM-DD`, with or without a time
 */
export function lastMonth(local: string): { start: string; end: string } {
  const [year, month] = local.split('-').map(Number) as [number, number];
  const firstOf = (y: number, m: number) => `${y}-${String(m).padStart(2, '0')}-01 00:00:00`;
  return { start: month === 1 ? firstOf(year - 1, 12) : firstOf(year, month - 1), end: firstOf(year, month) };
}
