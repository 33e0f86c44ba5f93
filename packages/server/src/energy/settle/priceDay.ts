import { classesOfDay, costMicro, quarterMs } from '@watchpost/contract';
import { clockOfEpoch } from '../../platform/zonedTime.ts';
import type { QuarterFlag } from './quarters.ts';
import type { TariffVersion } from './settle.store.ts';

/** What passed through a meter on a local day. */
export interface EnergyDay {
  readonly day: string;
  /** Epoch ms. */
  readonly from: number;
  readonly quarters: readonly number[];
  readonly flags: string;
  readonly expected: number;
  readonly measured: number;
  readonly estimated: number;
  readonly suspectWh: number;
  /** By time class; first what no tariff prices. */
  readonly wh: readonly number[];
  readonly costMicro: readonly bigint[];
  readonly peakW: number | null;
  readonly peakAt: number | null;
  readonly tariffVersionId: number | null;
  readonly isProvisional: boolean;
}

/** The version that prices a day of a meter: of its own tariff, else of the project's. Days are `YYYY-MM-DD`. */
export function versionOfDay(versions: readonly TariffVersion[], meterId: number, day: string): TariffVersion | null {
  const inForce = versions.filter(
    ({ from_day, until_day, valid_from }) =>
      from_day <= day && (until_day === null || day < until_day) && valid_from <= day,
  );
  const own = inForce.filter(({ meter_id }) => meter_id === meterId);
  const [best] = (own.length > 0 ? own : inForce.filter(({ meter_id }) => meter_id === null)).sort((a, b) =>
    a.valid_from < b.valid_from ? 1 : a.valid_from > b.valid_from ? -1 : b.id - a.id,
  );
  return best ?? null;
}

/** 1 to 7, Monday to Sunday. */
export const weekdayOf = (day: string): number => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;

/** The time class of each quarter of a local day, 0 where no price is given. The clock says it: in the hour that comes twice both have it. */
export function classesOfQuarters(
  { day, from, quarters }: Pick<EnergyDay, 'day' | 'from' | 'quarters'>,
  { version, dayKind, timeZone }: { version: TariffVersion | null; dayKind: number; timeZone: string },
): number[] {
  const classes = version && classesOfDay(version.seasons, Number(day.slice(5, 7)), dayKind);
  return quarters.map((_, i) => {
    const slot = Math.floor((clockOfEpoch(from + i * quarterMs, timeZone) % 86_400_000) / quarterMs);
    return classes?.[slot] ?? 0;
  });
}

/** Sums of a day by time class, and what they cost. */
export function priceDay(
  {
    day,
    from,
    quarters,
    flags,
    expected,
    suspectWh,
  }: Pick<EnergyDay, 'day' | 'from' | 'quarters' | 'flags' | 'expected' | 'suspectWh'>,
  context: Parameters<typeof classesOfQuarters>[1],
): EnergyDay {
  const { version } = context;
  const classes = classesOfQuarters({ day, from, quarters }, context);
  const wh = [0, 0, 0, 0, 0, 0];
  let peak: { w: number; at: number } | null = null;
  for (const [i, each] of quarters.entries()) {
    wh[classes[i]!]! += each;
    if ((flags[i] as QuarterFlag) === 'm' && (peak === null || each * 4 > peak.w))
      peak = { w: each * 4, at: from + i * quarterMs };
  }
  const count = (flag: QuarterFlag) => [...flags].filter((each) => each === flag).length;
  return {
    day,
    from,
    quarters,
    flags,
    expected,
    measured: count('m'),
    estimated: count('e'),
    suspectWh,
    wh,
    costMicro: [1, 2, 3, 4, 5].map((timeClass) =>
      costMicro(BigInt(wh[timeClass]!), BigInt(version?.prices_e8[timeClass - 1] ?? 0)),
    ),
    peakW: peak?.w ?? null,
    peakAt: peak?.at ?? null,
    tariffVersionId: version?.id ?? null,
    isProvisional: version?.status === 'provisional',
  };
}
