import { z } from 'zod';
import { say } from '../inputWords.ts';
import { day, id, integer } from '../scalars.ts';

/** How a shift treats holidays. */
export const onHolidays = {
  alike: { zh: '与平日相同', en: 'As on other days' },
  never: { zh: '节假日不值班', en: 'Not on holidays' },
  only: { zh: '仅节假日', en: 'On holidays only' },
} as const;
export type OnHolidays = keyof typeof onHolidays;

/** `HH:mm`; 24:00 is the end of the day. */
const clock = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/);

/** Whose turn it is, on which days of which weeks. By the clock of the project. */
export const DutyShift = z
  .object({
    UserId: id,
    WeekdayList: z
      .array(integer.pipe(z.number().min(1).max(7)))
      .min(1)
      .max(7)
      .describe('on which it begins; 1 Monday'),
    From: clock.or(z.literal('')).describe('both empty: the whole day'),
    Until: clock.or(z.literal('')).describe('at or before From: it ends on the next day'),
    EveryWeeks: integer.pipe(z.number().min(1).max(12)).default(1),
    FirstWeek: day.describe('a day of the first week that counts'),
    OnHolidays: z.enum(Object.keys(onHolidays) as [OnHolidays, ...OnHolidays[]]).default('alike'),
  })
  .refine(({ From, Until }) => (From === '') === (Until === ''), {
    path: ['Until'],
    error: say({ zh: '请同时填写开始和结束时间', en: 'Give both a beginning and an end, or neither' }),
  })
  .refine(({ From }) => From !== '24:00', {
    path: ['From'],
    error: say({ zh: '开始时间最晚 23:59', en: 'A shift begins at 23:59 at the latest' }),
  });
export type DutyShift = z.infer<typeof DutyShift>;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const [dayMinutes, weekMinutes, weekMs] = [1440, 10_080, 604_800_000];

/** Weeks since a Monday long ago. */
const weekOf = (day: string): number => Math.floor((Date.parse(day) - Date.UTC(1970, 0, 5)) / weekMs);

/** When a shift runs within the week it begins in, as minutes since Monday; the end may lie in the week after. */
function stretches({ WeekdayList, From, Until }: DutyShift): [number, number][] {
  const [from, until] = From === '' ? [0, dayMinutes] : [minutesOf(From), minutesOf(Until)];
  return WeekdayList.map((weekday): [number, number] => {
    const begins = (weekday - 1) * dayMinutes;
    return [begins + from, begins + (until > from ? until : until + dayMinutes)];
  });
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/** Whether two shifts may run at one time, in a week of ordinary days. */
function meet(one: DutyShift, other: DutyShift): boolean {
  if ((one.OnHolidays === 'only') !== (other.OnHolidays === 'only')) return false;
  const apart = weekOf(other.FirstWeek) - weekOf(one.FirstWeek);
  const every = divisor(one.EveryWeeks, other.EveryWeeks);
  // On holidays only: on any weekday.
  const isAnyDay = one.OnHolidays === 'only';
  const [first, second] = [one, other].map((shift) =>
    stretches(isAnyDay ? { ...shift, WeekdayList: [1, 2, 3, 4, 5, 6, 7] } : shift),
  ) as [[number, number][], [number, number][]];
  return [-1, 0, 1].some(
    (weeks) =>
      (apart - weeks) % every === 0 &&
      first.some(([from, until]) =>
        second.some(([start, end]) => start + weeks * weekMinutes < until && from < end + weeks * weekMinutes),
      ),
  );
}

/** Whether somebody is on duty in this shift although an earlier one already has them. */
export const isDoubled = (shifts: readonly DutyShift[], at: number): boolean =>
  shifts.slice(0, at).some((earlier) => earlier.UserId === shifts[at]!.UserId && meet(earlier, shifts[at]!));
