import { dayKinds } from '../alarms/ruleDefinition.ts';
import type { Bilingual } from '../call.ts';

/**
 * Time classes of a tariff, the cheapest first: the four of spec §9, and below them the one that several provinces add; 0: energy that
 * no tariff prices. Lists by class have its number as their place.
 */
export const timeClasses = [5, 1, 2, 3, 4] as const;
export type TimeClass = (typeof timeClasses)[number];
export const timeClassWords: Readonly<Record<0 | TimeClass, Bilingual>> = {
  0: { zh: '未计价', en: 'Not priced' },
  1: { zh: '低谷', en: 'Off-peak' },
  2: { zh: '平段', en: 'Flat' },
  3: { zh: '高峰', en: 'Peak' },
  4: { zh: '尖峰', en: 'Rush hour' },
  5: { zh: '深谷', en: 'Deep off-peak' },
};

/** What a day counts as in the calendar of its project. */
export const dayKindWords: Readonly<Record<(typeof dayKinds)[number], Bilingual>> = {
  1: { zh: '周一', en: 'Mon' },
  2: { zh: '周二', en: 'Tue' },
  3: { zh: '周三', en: 'Wed' },
  4: { zh: '周四', en: 'Thu' },
  5: { zh: '周五', en: 'Fri' },
  6: { zh: '周六', en: 'Sat' },
  7: { zh: '周日', en: 'Sun' },
  8: { zh: '节假日', en: 'Holiday' },
};

export const quarterMinutes = 15;
const dayMinutes = 1440;

export interface TariffPeriod {
  /** Minutes of the local day, multiples of 15; the end is not included. */
  From: number;
  To: number;
  Class: number;
}
/** On these days of these months the day is divided so. */
export interface TariffSeason {
  MonthList: readonly number[];
  DayKindList: readonly number[];
  PeriodList: readonly TariffPeriod[];
}

export type TariffFault =
  | { readonly kind: 'tooFewClasses' }
  | { readonly kind: 'notCovered' | 'coveredTwice'; readonly month: number; readonly dayKind: number }
  | { readonly kind: 'periods'; readonly season: number }
  | { readonly kind: 'priceMissing'; readonly timeClass: TimeClass };

/** What keeps a tariff from pricing every quarter of every day exactly once; null: nothing. */
export function tariffFault(seasons: readonly TariffSeason[], pricedClasses: ReadonlySet<number>): TariffFault | null {
  const used = new Set<number>();
  for (const [season, { PeriodList }] of seasons.entries()) {
    let end = 0;
    for (const { From, To, Class } of PeriodList.toSorted((a, b) => a.From - b.From)) {
      if (From !== end || To <= From || From % quarterMinutes !== 0 || To % quarterMinutes !== 0)
        return { kind: 'periods', season };
      end = To;
      used.add(Class);
    }
    if (end !== dayMinutes) return { kind: 'periods', season };
  }
  for (let month = 1; month <= 12; month++)
    for (const dayKind of dayKinds) {
      const times = seasons.filter(
        ({ MonthList, DayKindList }) => MonthList.includes(month) && DayKindList.includes(dayKind),
      ).length;
      if (times !== 1) return { kind: times === 0 ? 'notCovered' : 'coveredTwice', month, dayKind };
    }
  if (used.size < 2) return { kind: 'tooFewClasses' };
  const unpriced = timeClasses.find((each) => used.has(each) && !pricedClasses.has(each));
  return unpriced === undefined ? null : { kind: 'priceMissing', timeClass: unpriced };
}

/** The class of each quarter of the local day, 96 of them; null: the tariff says nothing of such days. */
export function classesOfDay(seasons: readonly TariffSeason[], month: number, dayKind: number): number[] | null {
  const season = seasons.find(
    ({ MonthList, DayKindList }) => MonthList.includes(month) && DayKindList.includes(dayKind),
  );
  if (!season) return null;
  return Array.from({ length: dayMinutes / quarterMinutes }, (_, i) => {
    const minute = i * quarterMinutes;
    return season.PeriodList.find(({ From, To }) => From <= minute && minute < To)?.Class ?? 0;
  });
}

/** Micro-¥ (1e-6) of so many Wh at a price in 1e-8 ¥/kWh, rounded half up; beyond 2^53 in between, so in `bigint`. */
export function costMicro(wh: bigint, priceE8: bigint): bigint {
  const product = wh * priceE8;
  return product >= 0n ? (product + 50_000n) / 100_000n : -((-product + 49_999n) / 100_000n);
}
/** Fen (¥0.01) of micro-¥, rounded half up. */
export const fenOfMicro = (micro: bigint): bigint =>
  micro >= 0n ? (micro + 5_000n) / 10_000n : -((-micro + 4_999n) / 10_000n);

/**
 * Grams of CO2 a kWh, averages of the national grid as the environment ministry publishes them a year or two later; a company may
 * enter others. Coal: GB/T 2589-2020, equivalent value.
 */
export const nationalCo2GramsPerKwh: Readonly<Record<number, number>> = { 2022: 536.6, 2023: 530.6 };
export const coalGramsPerKwh = 122.9;

/** The factor of a year: what is entered for it, else the last published before it, which makes figures provisional. */
export function co2FactorOf(
  year: number,
  entered: ReadonlyMap<number, number>,
): { gramsPerKwh: number; isProvisional: boolean } {
  const all = new Map<number, number>([
    ...Object.entries(nationalCo2GramsPerKwh).map(([each, grams]) => [Number(each), grams] as const),
    ...entered,
  ]);
  const exact = all.get(year);
  if (exact !== undefined) return { gramsPerKwh: exact, isProvisional: false };
  const years = [...all.keys()].sort((a, b) => a - b);
  const nearest = years.findLast((each) => each < year) ?? years[0]!;
  return { gramsPerKwh: all.get(nearest)!, isProvisional: true };
}

/** What the register did that was not plain counting. */
export const energyEventKinds = {
  rollover: { zh: '示数翻转', en: 'Register rolled over' },
  reset: { zh: '示数归零', en: 'Register restarted' },
  jump: { zh: '示数跳变', en: 'Register jumped' },
  reverse: { zh: '示数倒走', en: 'Register ran backwards' },
} as const satisfies Record<string, Bilingual>;
export type EnergyEventKind = keyof typeof energyEventKinds;
export const energyEventStates = {
  open: { zh: '待处理', en: 'Open' },
  accepted: { zh: '已计入', en: 'Counted' },
  dismissed: { zh: '不计入', en: 'Not counted' },
} as const satisfies Record<string, Bilingual>;
export type EnergyEventState = keyof typeof energyEventStates;
/** A roll-over is counted by itself; of the others people decide, and may think again. */
export const energyEventNext: Readonly<Record<EnergyEventState, readonly EnergyEventState[]>> = {
  open: ['accepted', 'dismissed'],
  accepted: ['dismissed'],
  dismissed: ['accepted'],
};

/** Spec §9. */
export const recalculationMonths = 3;
export const energyQueryDays = 731;

/** How the month of a project stands. */
export const closingStates = {
  running: { zh: '未结束', en: 'Not over' },
  open: { zh: '未关账', en: 'Open' },
  closed: { zh: '已关账', en: 'Closed' },
} as const satisfies Record<string, Bilingual>;
export type ClosingState = keyof typeof closingStates;

export const tariffStatuses = {
  draft: { zh: '草稿', en: 'Draft' },
  provisional: { zh: '暂估', en: 'Provisional' },
  final: { zh: '正式', en: 'Final' },
} as const satisfies Record<string, Bilingual>;
export type TariffStatus = keyof typeof tariffStatuses;
/** A final version never changes: a correction is a further version of the same first day. */
export const tariffStatusNext: Readonly<Record<TariffStatus, readonly TariffStatus[]>> = {
  draft: ['provisional', 'final'],
  provisional: ['final'],
  final: [],
};
