import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { orNone } from '../points/fields.ts';
import { day, epochMs, flag, id, idFilter, integer, pageOf } from '../scalars.ts';
import { energyBaselineCalls, energyPerformance } from './baselineCalls.ts';
import { energyBillCalls } from './billCalls.ts';
import { energyClosingCalls } from './closingCalls.ts';
import { gramsPerKwh, squareMetres } from './fields.ts';
import { energyMeterCalls } from './meterCalls.ts';
import { tariffCalls } from './tariffCalls.ts';
import { amounts, editors, periodBody, readers, whole } from './wire.ts';

const analysts = ['companyAnalysis', 'companyAnalysisData'] as const;

export const EnergySummary = z.object({
  Total: z.object({
    ...amounts,
    Co2Grams: whole,
    CoalGrams: whole,
    Co2Provisional: z.boolean().describe('the factor of the year is not published yet'),
    CostLeastFen: whole
      .nullable()
      .describe(
        'the least that it may have cost, by when the energy of gaps passed; null: there is no doubt, or more than 62 days',
      ),
    CostMostFen: whole.nullable().describe('the most'),
    PeakW: whole.nullable().describe('largest quarter of one meter of the supply'),
    PeakEpoch: epochMs.nullable(),
    EndedWh: whole.describe('of the days that have ended, without today: what the next two are compared with'),
    YearAgoWh: whole.nullable().describe('the ended days a year before; null: they are not known, or none has ended'),
    BeforeWh: whole.nullable().describe('as many days before as have ended'),
  }),
  StepList: z.array(z.object({ From: day, ...amounts })).describe('by day, by month beyond 62 days'),
  Grain: z.enum(['day', 'month']),
  SubentryList: z.array(
    z.object({
      SubentryId: whole,
      ParentId: whole.nullable(),
      SubentryName: z.string(),
      MeterCount: whole,
      Wh: whole.nullable().describe('null: no meter counts for it'),
      EndedWh: whole.nullable(),
      YearAgoWh: whole.nullable(),
      CostFen: whole.nullable(),
    }),
  ),
  MeterList: z.array(
    z.object({
      MeterId: whole,
      ParentId: whole.nullable(),
      MeterName: z.string(),
      ...amounts,
      ChildWh: whole.nullable().describe('of the meters it supplies; null: none'),
      Unbalanced: z
        .object({
          DayCount: whole,
          FromDay: day,
          LossPercent: z.number().describe('below 0: the meters below count more'),
          LimitPercent: z.number(),
        })
        .nullable()
        .describe('on 3 of the last 7 days the meters below did not add up to it; null: they do, or it is not judged'),
    }),
  ),
  OpenEvents: whole,
  Unpriced: z.boolean().describe('no tariff is assigned'),
});
export type EnergySummary = z.infer<typeof EnergySummary>;

export const EnergyLoad = z.object({
  StartEpoch: epochMs.describe('of the first quarter'),
  QuarterList: z.array(
    z.object({
      W: whole.nullable().describe('mean power; null: not known'),
      IsEstimated: z.boolean(),
      Class: whole,
      Before: whole.nullable().describe('of the same quarter a week earlier'),
    }),
  ),
});
export type EnergyLoad = z.infer<typeof EnergyLoad>;

export const EnergyMonthRow = z.object({
  SubentryId: whole.nullable().describe('null: the project'),
  SubentryName: z.string(),
  Depth: whole,
  MonthList: z.array(z.object({ Wh: whole.nullable(), CostFen: whole.nullable() })).length(12),
  Wh: whole.nullable(),
  CostFen: whole.nullable(),
});
export type EnergyMonthRow = z.infer<typeof EnergyMonthRow>;

export const EnergyOfProject = z.object({
  ProjectId: whole,
  ProjectName: z.string(),
  ...amounts,
  Co2Grams: whole,
  EndedWh: whole.describe('of the days that have ended, without today: what the next two are compared with'),
  BeforeWh: whole.nullable(),
  YearAgoWh: whole.nullable(),
  PeakW: whole.nullable(),
  LoadFactor: z.number().nullable().describe('mean over peak power, per cent'),
  SquareMetres: z.number().nullable(),
  WhPerSquareMetre: z.number().nullable().describe('a day'),
  Performance: z
    .object({ ...energyPerformance, IsFit: z.boolean() })
    .nullable()
    .describe('by the baseline of the project in use; null: there is none, or it was not asked for'),
  StepList: z.array(z.object({ From: day, Wh: whole })),
});
export type EnergyOfProject = z.infer<typeof EnergyOfProject>;

const energyFigureCalls = defineCalls({
  getEnergySummary: {
    method: 'POST',
    path: '/Energy/GetEnergySummary',
    effect: 'read',
    access: readers,
    summary: { zh: '能耗概览', en: 'Energy of a project: total, by step, by sub-item, by meter' },
    body: z.object({ ProjectId: id, ...periodBody }),
    data: EnergySummary,
  },
  getEnergyLoad: {
    method: 'POST',
    path: '/Energy/GetEnergyLoad',
    effect: 'read',
    access: readers,
    summary: { zh: '日负荷曲线', en: 'Load by quarters of a day' },
    body: z.object({ ProjectId: id, MeterId: id.optional().describe('none: what supplies the project'), Day: day }),
    data: EnergyLoad,
  },
  getEnergyMonths: {
    method: 'POST',
    path: '/Energy/GetEnergyMonths',
    effect: 'read',
    access: readers,
    summary: { zh: '能耗月报表', en: 'Energy of a year by sub-item and month' },
    body: z.object({ ProjectId: id, Year: integer.pipe(z.number().min(2000).max(2999)) }),
    data: pageOf(EnergyMonthRow),
  },
  getEnergyByProject: {
    method: 'POST',
    path: '/Energy/GetEnergyByProject',
    effect: 'read',
    access: analysts,
    summary: { zh: '各项目能耗', en: 'Energy of projects side by side' },
    body: z.object({
      ...periodBody,
      ProjectIdList: idFilter,
      SortType: z.enum(['name', 'energy', 'cost', 'intensity', 'coverage', 'peak', 'enpi']).default('energy'),
      IsAsc: flag.default(false),
      WithPerformance: flag.default(false).describe('against the baselines, which reads a temperature of each project'),
    }),
    data: pageOf(EnergyOfProject),
  },
  setEnergySite: {
    method: 'POST',
    path: '/Energy/SetSite',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: { zh: '设置项目面积', en: 'Floor area of a project' },
    body: z.object({ ProjectId: id, SquareMetres: orNone(squareMetres).describe('null: not known') }),
    data: z.null(),
  },
  getEnergyFactors: {
    method: 'GET',
    path: '/Energy/GetFactors',
    effect: 'read',
    access: readers,
    summary: { zh: '碳排放因子', en: 'Grams of CO2 a kWh by year' },
    query: z.object({ projectId: id }),
    data: z.object({
      FactorList: z.array(z.object({ Year: whole, GramsPerKwh: z.number(), IsOwn: z.boolean() })),
      SquareMetres: z.number().nullable(),
      MayEdit: z.boolean().describe('factors and tariffs, which are the company’s'),
    }),
  },
  saveEnergyFactor: {
    method: 'POST',
    path: '/Energy/SaveFactor',
    effect: 'write',
    access: ['projectsEdit'],
    encoding: 'json',
    summary: { zh: '设置碳排放因子', en: 'A factor of the company’s own for a year, or the published one' },
    body: z.object({
      Year: z.number().int().min(2000).max(2100),
      GramsPerKwh: orNone(gramsPerKwh).describe('null: the published one'),
    }),
    data: z.null(),
  },
});

export const energyCalls = {
  ...energyFigureCalls,
  ...energyMeterCalls,
  ...energyBaselineCalls,
  ...energyBillCalls,
  ...energyClosingCalls,
  ...tariffCalls,
};
