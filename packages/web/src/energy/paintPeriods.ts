import { quarterMinutes, type TariffPeriod } from '@watchpost/contract';

export const quartersOfDay = 1440 / quarterMinutes;

/** The class of each quarter of a day; 0 where no period says one. Of periods that overlap the later in the list counts. */
export function quartersOf(periods: readonly TariffPeriod[]): number[] {
  const classes = Array.from({ length: quartersOfDay }, () => 0);
  for (const { From, To, Class } of periods)
    classes.fill(Class, Math.max(0, From / quarterMinutes), Math.min(quartersOfDay, To / quarterMinutes));
  return classes;
}

/** Quarters as periods, those of one class beside each other as one. Quarters without a class have none. */
export function periodsOf(classes: readonly number[]): TariffPeriod[] {
  const periods: TariffPeriod[] = [];
  for (const [i, Class] of classes.entries()) {
    const last = periods.at(-1);
    const From = i * quarterMinutes;
    if (Class === 0) continue;
    if (last && last.Class === Class && last.To === From) last.To = From + quarterMinutes;
    else periods.push({ From, To: From + quarterMinutes, Class });
  }
  return periods;
}

/** Paints the quarters between two, both included and in either order, with a class. */
export function paintPeriods(
  periods: readonly TariffPeriod[],
  one: number,
  other: number,
  timeClass: number,
): TariffPeriod[] {
  const classes = quartersOf(periods);
  classes.fill(timeClass, Math.max(0, Math.min(one, other)), Math.min(quartersOfDay, Math.max(one, other) + 1));
  return periodsOf(classes);
}
