import type { Language, PassengerFlow } from '@watchpost/contract';
import { hourMs } from '@watchpost/contract';
import { inLanguage } from '../platform/inLanguage.ts';
import { dayAfter, localOfEpoch, startOfDay, weekdayOf } from '../platform/zonedTime.ts';
import type { CountedHours } from './countByHour.ts';
import type { CounterPointRow } from './store.ts';

export interface Counter {
  device: CounterPointRow;
  in: CountedHours;
  out: CountedHours | null;
}

interface Range {
  from: string;
  days: number;
  timeZone: string;
  now: number;
}

/** A day counts as usual when so much of it is known. */
const usualShare = 0.9;
const roundTenth = (value: number): number => Math.round(value * 10) / 10;
const percent = (known: number, expected: number): number =>
  expected === 0 ? 100 : Math.min(100, roundTenth((known / expected) * 100));

export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** One day of all counters together. */
interface Day {
  in: number;
  out: number;
  /** By hour of the place's clocks. */
  hours: ClockHour[];
  known: number;
}

interface ClockHour {
  in: number;
  /** Hours of counters. */
  known: number;
  /** How often clocks show it on this day: not at all when they go forward over it, twice when they go back. */
  times: number;
}

const emptyDay = (): Day => ({
  in: 0,
  out: 0,
  hours: Array.from({ length: 24 }, () => ({ in: 0, known: 0, times: 0 })),
  known: 0,
});

/** What the counters counted, by day, weekday and hour, and counter. */
export function presentFlow(counters: readonly Counter[], range: Range, language: Language): PassengerFlow {
  const { timeZone, now } = range;
  const local = (at: number) => localOfEpoch(at, timeZone);
  const days = new Map<string, Day>(
    Array.from({ length: range.days }, (_, i) => [dayAfter(range.from, i), emptyDay()]),
  );
  const today = local(now).slice(0, 10);
  const hoursNow = Number(local(now).slice(11, 13));
  const end = startOfDay(range.from, timeZone, range.days).getTime();
  for (let at = startOfDay(range.from, timeZone).getTime(); at < end; at += hourMs) {
    const clock = local(at);
    const day = days.get(clock.slice(0, 10));
    if (day) day.hours[Number(clock.slice(11, 13))]!.times += 1;
  }
  let unplaced = 0;
  for (const counter of counters) {
    for (const [at, count] of counter.in.hours) {
      const day = days.get(local(at).slice(0, 10));
      if (!day) continue;
      const hour = day.hours[Number(local(at).slice(11, 13))]!;
      day.in += count;
      hour.in += count;
      hour.known += 1;
      day.known += 1;
    }
    for (const [at, count] of counter.out?.hours ?? []) {
      const day = days.get(local(at).slice(0, 10));
      if (day) day.out += count;
    }
    for (const direction of ['in', 'out'] as const)
      for (const gap of counter[direction]?.gaps ?? []) {
        const day = local(gap.from).slice(0, 10);
        if (day === local(gap.to).slice(0, 10)) days.get(day)![direction] += gap.count;
        else if (direction === 'in') unplaced += gap.count;
      }
  }
  /** Up to which hour of the clock a day is over. */
  const clockHoursOf = (name: string): number => (name === today ? hoursNow : name > today ? 0 : 24);
  /** So many hours before an hour of the clock: 23 or 25 in all where clocks change. */
  const hoursBefore = ({ hours }: Day, clockHour: number): number =>
    hours.slice(0, clockHour).reduce((sum, { times }) => sum + times, 0);
  const hoursOf = (name: string, day: Day): number => hoursBefore(day, clockHoursOf(name));
  const knownOver = (name: string, day: Day): number =>
    name === today ? day.hours.slice(0, hoursNow).reduce((sum, { known }) => sum + known, 0) : day.known;
  const hasOut = counters.some(({ out }) => out !== null);
  const isWhole = ({ hours }: Day, hour: number): boolean =>
    counters.length > 0 && hours[hour]!.times > 0 && hours[hour]!.known >= counters.length * hours[hour]!.times;
  /** Of one hour, also where clocks show it twice. */
  const inOfHour = ({ hours }: Day, hour: number): number => hours[hour]!.in / hours[hour]!.times;
  const expectedHours = [...days].reduce((sum, [name, day]) => sum + hoursOf(name, day), 0);
  const sum = (counted: CountedHours): number =>
    [...counted.hours.values(), ...counted.gaps.map(({ count }) => count)].reduce((all, each) => all + each, 0);

  const current = days.get(today);
  const alike = [...days].filter(([day]) => day < today && weekdayOf(day) === weekdayOf(today)).map(([, day]) => day);
  const untilNow = (day: Day) => day.hours.slice(0, hoursNow);
  const usual = alike.filter(
    (day) =>
      untilNow(day).reduce((all, { known }) => all + known, 0) >=
      usualShare * hoursBefore(day, hoursNow) * counters.length,
  );
  const sumUntilNow = (day: Day) => untilNow(day).reduce((all, each) => all + each.in, 0);

  return {
    CounterList: counters.map((counter) => ({
      Mtid: counter.device.device_id,
      MName: inLanguage(counter.device.name, counter.device.name_en, language),
      LocationId: counter.device.area_id,
      LocationName:
        counter.device.area_name === null
          ? null
          : inLanguage(counter.device.area_name, counter.device.area_name_en, language),
      In: counter.in.hours.size === 0 ? null : sum(counter.in),
      Out: counter.out === null || counter.out.hours.size === 0 ? null : sum(counter.out),
      KnownPercent: percent([...counter.in.hours.keys()].filter((at) => at + hourMs <= now).length, expectedHours),
      Resets: counter.in.resets + (counter.out?.resets ?? 0),
    })),
    DayList: [...days].map(([name, day]) => ({
      Day: name,
      In: day.known === 0 ? null : day.in,
      Out: day.known === 0 || !hasOut ? null : day.out,
      KnownPercent: counters.length === 0 ? 0 : percent(knownOver(name, day), hoursOf(name, day) * counters.length),
    })),
    MatrixList: Array.from({ length: 7 * 24 }, (_, i) => {
      const [weekday, hour] = [Math.floor(i / 24) + 1, i % 24];
      const known = [...days]
        .filter(([name, day]) => weekdayOf(name) === weekday && hour < clockHoursOf(name) && isWhole(day, hour))
        .map(([, day]) => inOfHour(day, hour));
      return {
        Weekday: weekday,
        Hour: hour,
        In: known.length === 0 ? null : roundTenth(known.reduce((all, each) => all + each, 0) / known.length),
        Days: known.length,
      };
    }),
    UnplacedIn: unplaced,
    Today: current
      ? {
          Day: today,
          In: current.known === 0 ? null : current.in,
          Out: current.known === 0 || !hasOut ? null : current.out,
          Hours: hoursNow,
          ComparedIn: current.known === 0 ? null : sumUntilNow(current),
          UsualIn: hoursNow === 0 ? null : median(usual.map(sumUntilNow)),
          UsualDays: usual.length,
          HourList: current.hours.map((each, hour) => ({
            Hour: hour,
            In: each.known === 0 ? null : each.in,
            UsualIn: median(alike.filter((day) => isWhole(day, hour)).map((day) => inOfHour(day, hour))),
          })),
        }
      : null,
  };
}
