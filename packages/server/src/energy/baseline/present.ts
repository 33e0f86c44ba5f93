import type { BaselineFit } from '@watchpost/contract';
import type { BaselineValues } from './baseline.store.ts';
import { faultsOf } from './fitBaseline.ts';
import type { Performance } from './performance.ts';

const rounded = (value: number, decimals: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals;

type Fitted = Pick<BaselineValues, 'fit' | 'variables' | 'base_cool' | 'base_heat'>;

export const presentFit = ({ fit, variables, base_cool, base_heat }: Fitted): BaselineFit => ({
  DayCount: fit.n,
  LeftOutDays: fit.leftOut,
  R2: rounded(fit.r2, 3),
  CvPercent: rounded(fit.cv * 100, 1),
  NmbePercent: rounded(fit.nmbe * 100, 1),
  StandardErrorWh: Math.round(fit.s),
  BaseWh: Math.round(fit.coefficients[0]!),
  BaseCool: variables.includes('cdd') ? base_cool : null,
  BaseHeat: variables.includes('hdd') ? base_heat : null,
  TermList: variables.map((Variable, i) => ({
    Variable,
    WhPerUnit: rounded(fit.coefficients[i + 1]!, 3),
    T: rounded(fit.t[i]!, 1),
    Vif: variables.length === 1 ? null : rounded(fit.vif[i]!, 1),
  })),
  FaultList: faultsOf(fit),
});

const percent = (part: number, of: number): number | null => (of > 0 ? rounded((part / of) * 100, 1) : null);

/** @param leftOut days with readings that do not count; `isTemperatureMissing`: the temperature that it follows is gone */
export const presentPerformance = (
  { wh, expectedWh, bandWh, days }: Performance,
  leftOut: number,
  isTemperatureMissing: boolean,
) => ({
  Wh: wh,
  ExpectedWh: expectedWh,
  Enpi: percent(wh, expectedWh),
  EnpiBand: percent(bandWh, expectedWh),
  DayCount: days.length,
  LeftOutDays: leftOut,
  IsTemperatureMissing: isTemperatureMissing,
});
