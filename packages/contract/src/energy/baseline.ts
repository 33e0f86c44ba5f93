import type { Bilingual } from '../call.ts';

/** What the energy of a day may depend on. Degree days come from a temperature outside; the others are entered by day. */
export const energyVariables = {
  cdd: { zh: '制冷度日', en: 'Cooling degree days' },
  hdd: { zh: '采暖度日', en: 'Heating degree days' },
  openHours: { zh: '营业时长（h）', en: 'Opening hours (h)' },
  turnover: { zh: '营业额（元）', en: 'Turnover (¥)' },
  throughput: { zh: '出入库量', en: 'Goods handled' },
} as const satisfies Record<string, Bilingual>;
export type EnergyVariable = keyof typeof energyVariables;
/** Entered by people, one number a day. */
export const enteredVariables = ['openHours', 'turnover', 'throughput'] as const satisfies EnergyVariable[];
export type EnteredVariable = (typeof enteredVariables)[number];
export const needsTemperature = (variables: readonly EnergyVariable[]): boolean =>
  variables.some((each) => each === 'cdd' || each === 'hdd');

export const baselineStates = {
  draft: { zh: '草稿', en: 'Draft' },
  approved: { zh: '使用中', en: 'In use' },
  retired: { zh: '已停用', en: 'Retired' },
} as const satisfies Record<string, Bilingual>;
export type BaselineState = keyof typeof baselineStates;

/**
 * When a baseline is fit for proof. ISO 50006:2023 leaves the numbers to the user; these are those of ASHRAE Guideline 14 for daily
 * figures, with the usual tests of each variable.
 */
export const baselineRules = {
  /** Days. */
  minDays: 60,
  /** Measured of expected quarters of a day that counts. */
  minCoverage: 0.95,
  /** Half hours with a temperature, of a day that counts: 20 h. */
  minHalfHours: 40,
  minR2: 0.75,
  /** Scatter about the line over the mean, CV(RMSE). */
  maxCv: 0.2,
  /** Mean error of days that the line was not drawn through, over the mean. */
  maxNmbe: 0.05,
  minT: 2,
  maxVif: 5,
} as const;

/** Why a baseline proves nothing. */
export const baselineFaults = {
  fewDays: { zh: '有效天数不足 60 天', en: 'fewer than 60 days count' },
  weak: { zh: '相关性不足（R² < 0.75）', en: 'it explains too little (R² < 0.75)' },
  scattered: { zh: '离散过大（CV > 20%）', en: 'days scatter too much (CV > 20 %)' },
  biased: { zh: '预测有偏差（NMBE > 5%）', en: 'it is off on days it does not know (NMBE > 5 %)' },
  uncertain: { zh: '有变量不显著（|t| < 2）', en: 'a variable may have no effect (|t| < 2)' },
  entangled: { zh: '变量之间相关（VIF > 5）', en: 'variables say the same (VIF > 5)' },
} as const satisfies Record<string, Bilingual>;
export type BaselineFault = keyof typeof baselineFaults;

/** Usual base temperature of heating, °C (JGJ 134). That of cooling is found by the fit where none is entered. */
export const usualHeatingBase = 18;

/** Degree days of a day from its temperatures, °C, at equal distances; their mean stands for what is missing. */
export function degreeDays(kind: 'cdd' | 'hdd', temperatures: readonly number[], base: number): number {
  const above = kind === 'cdd' ? 1 : -1;
  return temperatures.reduce((sum, each) => sum + Math.max(0, above * (each - base)), 0) / temperatures.length;
}

/** CUSUM of ISO 50006: drift allowed a day and height of the alarm, in standard deviations. */
export const cusumSlack = 0.5;
export const cusumAlarm = 5;
