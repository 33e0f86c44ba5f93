import { readCalendarRows } from './calendar.store.ts';

/** By day (`YYYY-MM-DD`), what it counts as where that is not its weekday: 1–7 like that one, 8 a holiday. */
export type DayKinds = ReadonlyMap<string, number>;

/** By project, as `readCalendarRows` finds them. */
export const readCalendars = async (...of: Parameters<typeof readCalendarRows>): Promise<Map<number, DayKinds>> =>
  new Map((await readCalendarRows(...of)).map(({ project_id, days }) => [project_id, dayKindsOf(days)]));

/** The days of one row. */
export const dayKindsOf = (days: string): DayKinds =>
  new Map(
    days.split(',').flatMap((each) => {
      const [day, countsAs] = each.split('=');
      return day && countsAs ? [[day, Number(countsAs)] as const] : [];
    }),
  );
