import { jitter } from '../physics/noise.ts';

/** A communication card of the demo's carrier. */
export interface DemoCard {
  /** ICCID, 20 digits. */
  number: string;
  state: 'inUse' | 'oneWayShutdown' | 'shutdown' | 'dormancy' | 'testingPeriod' | 'silentPeriod';
  /** What its plan gives in a month; null: unlimited. */
  limitMegabytes: number | null;
  /** On an average day. */
  dailyMegabytes: number;
  /** At the beginning of each month, such as a gateway that fetches its firmware; 0: nothing. */
  monthlyMegabytes: number;
  /** `YYYY-MM-DD`; null: no end is agreed. */
  expiresOn: string | null;
}

const card = (
  number: string,
  state: DemoCard['state'],
  plan: Partial<Omit<DemoCard, 'number' | 'state'>> = {},
): DemoCard => ({
  number,
  state,
  limitMegabytes: 500,
  dailyMegabytes: 0,
  monthlyMegabytes: 0,
  expiresOn: '2029-06-30',
  ...plan,
});

/** Every card on the account: those in gateways, and spare ones in a drawer, one in each state that carries nothing. */
export const demoCards: readonly DemoCard[] = [
  card('89860426102590018801', 'inUse', { dailyMegabytes: 9.4 }),
  card('89860426102590018802', 'inUse', { limitMegabytes: 200, dailyMegabytes: 0.4, monthlyMegabytes: 168 }),
  card('89860426102590018803', 'inUse', { limitMegabytes: 2000, dailyMegabytes: 31 }),
  card('89860426102590018804', 'testingPeriod', { limitMegabytes: 30, dailyMegabytes: 0.5, expiresOn: null }),
  card('89860426102590018806', 'silentPeriod'),
  card('89860426102590018811', 'inUse', { limitMegabytes: 300, dailyMegabytes: 5.8 }),
  card('89860426102590018812', 'inUse', { limitMegabytes: null, dailyMegabytes: 6.3 }),
  card('89860426102590018891', 'inUse', { limitMegabytes: 300, dailyMegabytes: 4.9 }),
  card('89860426102590018821', 'dormancy'),
  card('89860426102590018822', 'shutdown', { expiresOn: '2026-03-31' }),
  card('89860426102590018823', 'oneWayShutdown', { expiresOn: '2026-08-31' }),
];

const dayMs = 86_400_000;
/** The carrier counts by the days of China, which knows no summer time. */
const chinaMs = 8 * 3_600_000;

/** What a card has used at a time: a little each minute, more on some days than on others, from nothing each month. */
export function usageOfCard(card: DemoCard, nowMs: number): { monthMegabytes: number; dayMegabytes: number } {
  const local = new Date(nowMs + chinaMs);
  const today = Math.floor(local.getTime() / dayMs);
  const stream = Number(card.number.slice(-4));
  const wholeDay = (day: number): number => card.dailyMegabytes * (1 + 0.25 * jitter(stream, 0, day));
  const dayMegabytes = wholeDay(today) * (local.getTime() / dayMs - today);
  let monthMegabytes = card.monthlyMegabytes + dayMegabytes;
  for (let back = 1; back < local.getUTCDate(); back++) monthMegabytes += wholeDay(today - back);
  return { monthMegabytes, dayMegabytes };
}
