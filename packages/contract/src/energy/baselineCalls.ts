import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { say } from '../inputWords.ts';
import { decimal, orNone } from '../points/fields.ts';
import { clearable } from '../projects/fields.ts';
import { day, freeText, id, integer } from '../scalars.ts';
import { baselineFaults, baselineStates, energyVariables, enteredVariables, usualHeatingBase } from './baseline.ts';
import { month } from './fields.ts';
import { editors, keysOf, periodBody, readers, whole } from './wire.ts';

const variable = z.enum(keysOf(energyVariables));
const baseTemperature = decimal.refine((value) => value >= -30 && value <= 40, {
  error: say({ zh: '请输入 −30 到 40 ℃ 之间的基准温度', en: 'A base temperature from −30 to 40 °C' }),
});
const amount = decimal.refine((value) => value >= 0 && value <= 1e12, {
  error: say({ zh: '请输入 0 到 1000000000000 之间的数', en: 'A number from 0 to 1000000000000' }),
});

export const BaselineForm = z.object({
  ProjectId: id,
  MeterId: clearable(id).describe('none: what supplies the project'),
  ...periodBody,
  VariableList: z
    .array(variable)
    .min(1, { error: say({ zh: '请至少选择一个变量', en: 'Choose at least one variable' }) })
    .max(4, { error: say({ zh: '最多选择四个变量', en: 'Four variables at most' }) }),
  OutdoorPointId: clearable(id).describe('a temperature of the project; none: the weather of its place'),
  BaseCool: orNone(baseTemperature).describe('°C; null: where the line fits best'),
  BaseHeat: baseTemperature.default(usualHeatingBase).describe('°C'),
  StaticFactors: freeText(500).default('').describe('what was as it is now: area, opening days, equipment'),
});

export const BaselineFit = z.object({
  DayCount: whole,
  LeftOutDays: whole.describe('without enough readings, or without one of the variables'),
  R2: z.number(),
  CvPercent: z.number(),
  NmbePercent: z.number(),
  StandardErrorWh: z.number().describe('of a day'),
  BaseWh: z.number().describe('of a day on which all variables are 0'),
  BaseCool: z.number().nullable().describe('°C'),
  BaseHeat: z.number().nullable(),
  TermList: z.array(
    z.object({
      Variable: variable,
      WhPerUnit: z.number(),
      T: z.number(),
      Vif: z.number().nullable().describe('null: it is the only variable'),
    }),
  ),
  FaultList: z.array(z.enum(keysOf(baselineFaults))).describe('empty: fit for proof'),
});
export type BaselineFit = z.infer<typeof BaselineFit>;

export const EnergyBaselineRow = z.object({
  BaselineId: whole,
  MeterId: whole.nullable(),
  MeterName: z.string().nullable().describe('null: what supplies the project'),
  Start: day,
  End: day,
  OutdoorPointId: whole.nullable().describe('null: none, or none of the project any more'),
  OutdoorPointName: z.string().nullable(),
  StaticFactors: z.string(),
  State: z.enum(keysOf(baselineStates)),
  Fit: BaselineFit,
});
export type EnergyBaselineRow = z.infer<typeof EnergyBaselineRow>;

/** Energy against what the baseline expects of the same days. */
export const energyPerformance = {
  Wh: whole.describe('of the days that count'),
  ExpectedWh: whole,
  Enpi: z.number().nullable().describe('energy over expected, per cent; null: no day counts'),
  EnpiBand: z.number().nullable().describe('± at 90 % confidence'),
  DayCount: whole,
  LeftOutDays: whole,
  IsTemperatureMissing: z
    .boolean()
    .describe('the temperature that it follows is none of the project any more, so no day counts'),
};
export const EnergyPerformance = z.object({
  BaselineId: whole,
  MeterId: whole.nullable(),
  MeterName: z.string().nullable(),
  ...energyPerformance,
  SavedWh: whole.nullable().describe('expected less energy; null: the baseline is not fit for proof'),
  SavedBandWh: whole.nullable(),
  IsFit: z.boolean(),
  DayList: z.array(z.object({ Day: day, Wh: whole, ExpectedWh: whole, CusumWh: whole })),
  ChangeDay: day.nullable().describe('since when more is used than expected, by CUSUM; null: it is not'),
});
export type EnergyPerformance = z.infer<typeof EnergyPerformance>;

export const EnergyTargetRow = z.object({
  Month: month,
  BudgetWh: whole.nullable(),
  BudgetFen: whole.nullable(),
  Wh: whole.nullable().describe('null: nothing is counted'),
  CostFen: whole.nullable(),
});
export type EnergyTargetRow = z.infer<typeof EnergyTargetRow>;

const year = integer.pipe(z.number().min(2000).max(2999));

/** Baselines, what they depend on, and targets. */
export const energyBaselineCalls = defineCalls({
  getEnergyBaselines: {
    method: 'GET',
    path: '/Energy/GetBaselines',
    effect: 'read',
    access: readers,
    summary: { zh: '能源基准', en: 'Energy baselines of a project' },
    query: z.object({ projectId: id }),
    data: z.array(EnergyBaselineRow),
  },
  getTemperaturePoints: {
    method: 'GET',
    path: '/Energy/GetTemperaturePoints',
    effect: 'read',
    access: editors,
    summary: { zh: '可用于度日的温度点位', en: 'Temperatures that degree days may be taken from' },
    query: z.object({ projectId: id }),
    data: z.array(
      z.object({
        PointId: whole,
        PointName: z.string(),
        ModelTreeName: z.string().nullable(),
        IsWeather: z.boolean(),
      }),
    ),
  },
  fitBaseline: {
    method: 'POST',
    path: '/Energy/FitBaseline',
    effect: 'read',
    access: editors,
    encoding: 'json',
    summary: { zh: '试算能源基准', en: 'What a baseline would look like; nothing is kept' },
    body: BaselineForm,
    data: z.object({
      Fit: BaselineFit,
      DayList: z.array(z.object({ Day: day, Wh: whole, ExpectedWh: whole })),
    }),
  },
  saveBaseline: {
    method: 'POST',
    path: '/Energy/SaveBaseline',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: { zh: '保存能源基准', en: 'Keep a baseline as a draft' },
    body: BaselineForm,
    data: z.object({ BaselineId: whole }),
  },
  approveBaseline: {
    method: 'POST',
    path: '/Energy/ApproveBaseline',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: { zh: '启用能源基准', en: 'Put a baseline in use; the one before it is retired' },
    body: z.object({ BaselineId: id }),
    data: z.null(),
  },
  deleteBaseline: {
    method: 'POST',
    path: '/Energy/DeleteBaseline',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: { zh: '删除能源基准', en: 'Delete a baseline' },
    body: z.object({ BaselineId: id }),
    data: z.null(),
  },
  getEnergyPerformance: {
    method: 'POST',
    path: '/Energy/GetPerformance',
    effect: 'read',
    access: readers,
    summary: { zh: '能源绩效', en: 'Energy against the baselines in use, day by day' },
    body: z.object({ ProjectId: id, ...periodBody }),
    data: z.array(EnergyPerformance),
  },
  getEnergyVariables: {
    method: 'POST',
    path: '/Energy/GetVariables',
    effect: 'read',
    access: readers,
    summary: { zh: '能耗变量', en: 'Opening hours, turnover and goods by day' },
    body: z.object({ ProjectId: id, ...periodBody }),
    data: z.array(z.object({ Day: day, Variable: z.enum(enteredVariables), Value: z.number() })),
  },
  saveEnergyVariables: {
    method: 'POST',
    path: '/Energy/SaveVariables',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: { zh: '录入能耗变量', en: 'Enter variables by day' },
    body: z.object({
      ProjectId: id,
      ValueList: z
        .array(
          z.object({
            Day: day,
            Variable: z.enum(enteredVariables),
            Value: orNone(amount).describe('null: not known'),
          }),
        )
        .min(1)
        .max(3660),
    }),
    data: z.null(),
  },
  getEnergyTargets: {
    method: 'GET',
    path: '/Energy/GetTargets',
    effect: 'read',
    access: readers,
    summary: { zh: '能耗目标', en: 'Budgets of a year by month, with what was used' },
    query: z.object({ projectId: id, year }),
    data: z.array(EnergyTargetRow).length(12),
  },
  saveEnergyTargets: {
    method: 'POST',
    path: '/Energy/SaveTargets',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: { zh: '设置能耗目标', en: 'Budgets of months' },
    body: z.object({
      ProjectId: id,
      TargetList: z
        .array(
          z.object({
            Month: month,
            Kwh: clearable(amount).describe('left out: stays; null: no budget'),
            Yuan: clearable(amount).describe('left out: stays; null: no budget'),
          }),
        )
        .min(1)
        .max(36),
    }),
    data: z.null(),
  },
});
