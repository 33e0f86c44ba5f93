import type { PassengerFlow } from '@watchpost/contract';

/** A day counts when so much of it is known, %. */
const completePercent = 90;
/** Above this share of missed people the counters need to be checked. */
export const tolerableDrift = 0.05;

/**
 * Which share of the people who came in the counters have not seen leave, by the median of whole days: at night nobody is inside, so
 * what remains is the counters' error. Null: there is no whole day.
 */
export function driftOf(days: PassengerFlow['DayList'], today: string): number | null {
  const shares = days
    .filter(({ Day, KnownPercent }) => Day < today && KnownPercent >= completePercent)
    .flatMap(({ In, Out }) => (In === null || Out === null || In === 0 ? [] : [(In - Out) / In]))
    .sort((a, b) => a - b);
  if (shares.length === 0) return null;
  const middle = shares.length >> 1;
  return shares.length % 2 === 1 ? shares[middle]! : (shares[middle - 1]! + shares[middle]!) / 2;
}

/** How many are inside: in less out, less what the counters usually miss. Never below zero. */
export const insideOf = (into: number, out: number, drift: number | null): number =>
  Math.max(0, Math.round(into * (1 - (drift ?? 0)) - out));
