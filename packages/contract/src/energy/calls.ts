import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { orNone } from '../points/fields.ts';
import {
  chosenIds,
  day,
  epochMs,
  flag,
  freeText,
  id,
  idFilter,
  integer,
  page,
  pageOf,
  searchText,
} from '../scalars.ts';
import { basicFees } from './bill.ts';
import {
  CalculatedMeterTerms,
  EnergyInstallationChange,
  EnergyMeterChange,
  gramsPerKwh,
  month,
  NewCalculatedMeter,
  NewEnergyMeter,
  NewMeterReading,
  ReplaceEnergyMeter,
  SupplyTermsForm,
  squareMetres,
  TariffVersionForm,
  tariffName,
} from './fields.ts';
import { energyEventKinds, energyEventStates, tariffStatuses } from './kinds.ts';

const readers = ['energyView', 'energyEdit'] as const;
const editors = ['energyEdit'] as const;
const analysts = ['companyAnalysis', 'companyAnalysisData'] as const;
const keysOf = <Table extends object>(table: Table) => Object.keys(table) as [keyof Table & string];

const whole = z.number().int();
export const EnergyInstallation = z.object({
  InstallationId: whole,
  PointId: whole.nullable(),
  PointName: z.string().nullable().describe('null: the point was deleted, or there is none'),
  IsManual: z.boolean().describe('people read it'),
  SerialNumber: z.string(),
  Multiplier: z.number(),
  Unit: z.string(),
  Capacity: z.number().nullable(),
  StartReading: z.number().nullable(),
  EndReading: z.number().nullable(),
  InstalledEpoch: epochMs,
  RemovedEpoch: epochMs.nullable(),
});
export const EnergyMeterRow = z.object({
  MeterId: whole,
  MeterName: z.string().describe('in the caller’s language'),
  Name: z.string().describe('as entered, for its form'),
  MeterNameEn: z.string().nullable(),
  ModelTreeId: whole.nullable(),
  ModelTreeName: z.string().nullable(),
  ParentId: whole.nullable(),
  ParentName: z.string().nullable(),
  MaxPower: z.number().describe('kW'),
  SettledEpoch: epochMs.nullable().describe('until when its energy is counted'),
  OpenEvents: whole,
  InstallationList: z.array(EnergyInstallation).describe('newest first'),
  TermList: z
    .array(z.object({ MeterId: whole, MeterName: z.string(), Factor: z.number() }))
    .describe('of a calculated meter: what it is the sum of; else empty'),
});
export type EnergyMeterRow = z.infer<typeof EnergyMeterRow>;

export const MeterReadingRow = z.object({
  ReadingId: whole,
  MeterId: whole,
  SerialNumber: z.string(),
  Epoch: epochMs,
  Reading: z.number(),
  Wh: whole
    .nullable()
    .describe('since the reading before it; null: there is none, the register went back, or it is not counted'),
  Doubt: z
    .enum(['open', 'dismissed'])
    .nullable()
    .describe('the difference cannot be: open until somebody decides, dismissed: it is not counted'),
  Note: z.string(),
  EnteredName: z.string().nullable(),
});
export type MeterReadingRow = z.infer<typeof MeterReadingRow>;

export const EnergyEventRow = z.object({
  EventId: whole,
  MeterId: whole,
  MeterName: z.string(),
  Kind: z.enum(keysOf(energyEventKinds)),
  FromEpoch: epochMs,
  Epoch: epochMs,
  FromReading: z.number(),
  ToReading: z.number(),
  SuspectWh: whole.describe('shown by the register and not counted'),
  State: z.enum(keysOf(energyEventStates)),
  Note: z.string(),
  DecidedName: z.string().nullable(),
  DecidedEpoch: epochMs.nullable(),
});
export type EnergyEventRow = z.infer<typeof EnergyEventRow>;

/** What passed, what it cost and how well it is known. */
const amounts = {
  Wh: whole,
  ClassWhList: z.array(whole).length(6).describe('by time class; first what no tariff prices'),
  CostFen: whole.nullable().describe('of what has a price; null: nothing has'),
  ClassFenList: z.array(whole).length(5),
  CoveragePercent: z.number().nullable().describe('measured of expected quarters'),
  EstimatedQuarters: whole,
  SuspectWh: whole,
  Provisional: z.boolean().describe('a price of it is not final'),
};
export const EnergyAmounts = z.object(amounts);
export type EnergyAmounts = z.infer<typeof EnergyAmounts>;
const periodBody = { Start: day, End: day.describe('included') };

export const EnergySummary = z.object({
  Total: z.object({
    ...amounts,
    Co2Grams: whole,
    CoalGrams: whole,
    Co2Provisional: z.boolean().describe('the factor of the year is not published yet'),
    PeakW: whole.nullable().describe('largest quarter of one meter of the supply'),
    PeakEpoch: epochMs.nullable(),
    YearAgoWh: whole.nullable().describe('the same days a year before; null: they are not known'),
    BeforeWh: whole.nullable().describe('as many days before'),
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
  BeforeWh: whole.nullable(),
  YearAgoWh: whole.nullable(),
  PeakW: whole.nullable(),
  LoadFactor: z.number().nullable().describe('mean over peak power, per cent'),
  SquareMetres: z.number().nullable(),
  WhPerSquareMetre: z.number().nullable().describe('a day'),
  StepList: z.array(z.object({ From: day, Wh: whole })),
});
export type EnergyOfProject = z.infer<typeof EnergyOfProject>;

export const TariffVersionRow = z.object({
  VersionId: whole,
  ValidFrom: day,
  Status: z.enum(keysOf(tariffStatuses)),
  PriceList: z.array(z.number().nullable()).length(5),
  SeasonList: TariffVersionForm.shape.SeasonList,
});
export type TariffVersionRow = z.infer<typeof TariffVersionRow>;
export const TariffRow = z.object({
  TariffId: whole,
  TariffName: z.string(),
  VersionList: z.array(TariffVersionRow).describe('the newest first'),
  ProjectList: z.array(z.object({ ProjectId: whole, ProjectName: z.string() })).describe('that it is assigned to'),
});
export type TariffRow = z.infer<typeof TariffRow>;

export const Recalculation = z.object({
  Start: day,
  End: day,
  OldWh: whole,
  NewWh: whole,
  OldClassWhList: z.array(whole).length(6),
  NewClassWhList: z.array(whole).length(6),
  OldFen: whole,
  NewFen: whole,
  ChangedDays: whole.describe('days of meters that differ'),
});
export type Recalculation = z.infer<typeof Recalculation>;
export const SupplyTermsRow = z.object({
  TermsId: whole,
  MeterId: whole,
  MeterName: z.string(),
  FromMonth: month,
  BasicFee: z.enum(keysOf(basicFees)),
  BasicPrice: z.number().nullable().describe('¥ a kVA or kW and month'),
  Capacity: z.number().nullable().describe('kVA'),
  ContractDemand: z.number().nullable().describe('kW'),
  PowerFactorStandard: z.union([z.literal(90), z.literal(85), z.literal(80)]).nullable(),
  ReactivePointId: whole.nullable(),
  ReactivePointName: z.string().nullable(),
});
export type SupplyTermsRow = z.infer<typeof SupplyTermsRow>;

/** What a month of a meter comes to, as the grid company counts. Its own meters decide; this says what to expect. */
export const EnergyBill = z.object({
  MeterId: whole,
  MeterName: z.string(),
  IsComplete: z.boolean().describe('the month has ended and is counted'),
  ...amounts,
  PeakW: whole.nullable().describe('largest measured quarter'),
  PeakEpoch: epochMs.nullable(),
  BasicFee: z.enum(keysOf(basicFees)),
  BasicQuantity: z.number().nullable().describe('W or VA that the basic fee is charged for; null: not known'),
  BasicPrice: z.number().nullable(),
  BasicFen: whole.nullable(),
  ContractDemandW: whole.nullable(),
  ReactiveVarh: whole.nullable().describe('null: no register counts it, or it was not heard all of the time'),
  ReactiveSuspect: z.boolean().describe('the register of reactive energy jumped or ran backwards'),
  PowerFactor: whole.nullable().describe('hundredths'),
  PowerFactorStandard: whole.nullable(),
  AdjustmentPercent: z.number().nullable().describe('of energy and basic fee; above 0 it costs more'),
  AdjustmentFen: whole.nullable(),
  TotalFen: whole.nullable().describe('of what is known; null: no price is'),
});
export type EnergyBill = z.infer<typeof EnergyBill>;
const recalculation = z.object({
  ProjectId: id,
  ...periodBody,
  FromReadings: flag.default(false).describe('from the readings; else prices and time classes alone'),
});

export const energyCalls = defineCalls({
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
      SortType: z.enum(['name', 'energy', 'cost', 'intensity', 'coverage', 'peak']).default('energy'),
      IsAsc: flag.default(false),
    }),
    data: pageOf(EnergyOfProject),
  },
  getEnergyMeterPage: {
    method: 'POST',
    path: '/Energy/GetMeterPage',
    effect: 'read',
    access: readers,
    summary: { zh: '电表列表', en: 'Meters with their registers' },
    body: z.object({
      ProjectId: id,
      Text: searchText,
      SortType: z.enum(['name', 'settled']).default('name'),
      IsAsc: flag.default(true),
      ...page,
    }),
    data: pageOf(EnergyMeterRow),
  },
  getEnergyRegisters: {
    method: 'GET',
    path: '/Energy/GetRegisters',
    effect: 'read',
    access: editors,
    summary: { zh: '可用的电能示数点位', en: 'Points of a project that count energy' },
    query: z.object({ projectId: id, reactive: flag.default(false).describe('those of reactive energy') }),
    data: z.array(
      z.object({
        PointId: whole,
        PointName: z.string(),
        ModelTreeId: whole.nullable(),
        ModelTreeName: z.string().nullable(),
        Unit: z.string(),
        UsedBy: z.string().nullable().describe('the meter that reads it'),
      }),
    ),
  },
  addEnergyMeter: {
    method: 'POST',
    path: '/Energy/AddMeter',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: { zh: '新增电表', en: 'Add a meter with its register' },
    body: NewEnergyMeter,
    data: z.object({ MeterId: whole }),
  },
  addCalculatedMeter: {
    method: 'POST',
    path: '/Energy/AddCalculatedMeter',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: { zh: '新增计算电表', en: 'Add a meter that is calculated from others' },
    body: NewCalculatedMeter,
    data: z.object({ MeterId: whole }),
  },
  setMeterTerms: {
    method: 'POST',
    path: '/Energy/SetMeterTerms',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: {
      zh: '修改计算电表的组成',
      en: 'Change what a calculated meter is the sum of; three months are counted once more',
    },
    body: CalculatedMeterTerms,
    data: z.null(),
  },
  editEnergyMeter: {
    method: 'POST',
    path: '/Energy/EditMeter',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: { zh: '修改电表', en: 'Change a meter' },
    body: EnergyMeterChange,
    data: z.null(),
  },
  replaceEnergyMeter: {
    method: 'POST',
    path: '/Energy/ReplaceMeter',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: { zh: '换表', en: 'Another register takes the place of the present one' },
    body: ReplaceEnergyMeter,
    data: z.null(),
  },
  editEnergyInstallation: {
    method: 'POST',
    path: '/Energy/EditInstallation',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: { zh: '更正安装信息', en: 'Correct multiplier, size or readings; three months are counted once more' },
    body: EnergyInstallationChange,
    data: z.null(),
  },
  deleteEnergyMeter: {
    method: 'POST',
    path: '/Energy/DeleteMeter',
    effect: 'write',
    access: editors,
    summary: { zh: '删除电表', en: 'Delete meters with their energy; readings stay' },
    body: z.object({ MeterIdList: chosenIds }),
    data: z.object({ Deleted: whole }),
  },
  getMeterReadings: {
    method: 'POST',
    path: '/Energy/GetReadingPage',
    effect: 'read',
    access: readers,
    summary: { zh: '抄表记录', en: 'What people read off a meter' },
    body: z.object({ MeterId: id, ...page }),
    data: pageOf(MeterReadingRow),
  },
  addMeterReading: {
    method: 'POST',
    path: '/Energy/AddReading',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: { zh: '录入抄表示数', en: 'Enter what a meter shows' },
    body: NewMeterReading,
    data: z.object({ ReadingId: whole }),
  },
  deleteMeterReading: {
    method: 'POST',
    path: '/Energy/DeleteReading',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: { zh: '删除抄表示数', en: 'Take a reading back that was entered by mistake' },
    body: z.object({ ReadingId: id }),
    data: z.null(),
  },
  getEnergyEventPage: {
    method: 'POST',
    path: '/Energy/GetEnergyEventPage',
    effect: 'read',
    access: readers,
    summary: { zh: '示数异常', en: 'What registers did that was not plain counting' },
    body: z.object({
      ProjectId: id,
      StateList: z
        .array(z.enum(keysOf(energyEventStates)))
        .max(3)
        .optional(),
      SortType: z.enum(['time', 'meter']).default('time'),
      IsAsc: flag.default(false),
      ...page,
    }),
    data: pageOf(EnergyEventRow),
  },
  decideEnergyEvent: {
    method: 'POST',
    path: '/Energy/DecideEnergyEvent',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: { zh: '处理示数异常', en: 'Count what the register shows, or not' },
    body: z.object({ EventId: id, State: z.enum(['accepted', 'dismissed']), Note: freeText(200).default('') }),
    data: z.null(),
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
  getSupplyTerms: {
    method: 'GET',
    path: '/Energy/GetSupplyTerms',
    effect: 'read',
    access: readers,
    summary: { zh: '供电合同', en: 'What was agreed with the grid company, by meter and month' },
    query: z.object({ projectId: id }),
    data: z.array(SupplyTermsRow),
  },
  saveSupplyTerms: {
    method: 'POST',
    path: '/Energy/SaveSupplyTerms',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: { zh: '保存供电合同', en: 'Basic fee, demand and power factor of a meter from a month on' },
    body: SupplyTermsForm,
    data: z.object({ TermsId: whole }),
  },
  deleteSupplyTerms: {
    method: 'POST',
    path: '/Energy/DeleteSupplyTerms',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: { zh: '删除供电合同', en: 'Take terms back; those before them count again' },
    body: z.object({ TermsId: id }),
    data: z.null(),
  },
  getEnergyBill: {
    method: 'POST',
    path: '/Energy/GetBill',
    effect: 'read',
    access: readers,
    summary: { zh: '月度电费账单', en: 'What a month comes to: energy, basic fee, power factor' },
    body: z.object({ ProjectId: id, Month: month }),
    data: z.array(EnergyBill),
  },
  previewRecalculate: {
    method: 'POST',
    path: '/Energy/PreviewRecalculate',
    effect: 'read',
    access: editors,
    answerSeconds: 120,
    summary: { zh: '重新计算预览', en: 'What a recalculation would change' },
    body: recalculation,
    data: Recalculation,
  },
  recalculateEnergy: {
    method: 'POST',
    path: '/Energy/Recalculate',
    effect: 'write',
    access: editors,
    encoding: 'json',
    answerSeconds: 120,
    summary: { zh: '重新计算', en: 'Recalculate; at most the last three months' },
    body: recalculation,
    data: Recalculation,
  },
  getTariffPage: {
    method: 'POST',
    path: '/Tariff/GetTariffPage',
    effect: 'read',
    access: [...readers, 'projectsEdit'],
    summary: { zh: '电价列表', en: 'Tariffs of the company with their versions' },
    body: z.object({ TariffName: searchText, IsAsc: flag.default(true), ...page }),
    data: pageOf(TariffRow),
  },
  addTariff: {
    method: 'POST',
    path: '/Tariff/Add',
    effect: 'write',
    access: ['projectsEdit'],
    encoding: 'json',
    summary: { zh: '新增电价', en: 'Add a tariff' },
    body: z.object({ TariffName: tariffName }),
    data: z.object({ TariffId: whole }),
  },
  renameTariff: {
    method: 'POST',
    path: '/Tariff/Rename',
    effect: 'write',
    access: ['projectsEdit'],
    encoding: 'json',
    summary: { zh: '重命名电价', en: 'Rename a tariff' },
    body: z.object({ TariffId: id, TariffName: tariffName }),
    data: z.null(),
  },
  deleteTariff: {
    method: 'POST',
    path: '/Tariff/Delete',
    effect: 'write',
    access: ['projectsEdit'],
    summary: { zh: '删除电价', en: 'Delete tariffs that priced nothing' },
    body: z.object({ TariffIdList: chosenIds }),
    data: z.object({ Deleted: whole }),
  },
  saveTariffVersion: {
    method: 'POST',
    path: '/Tariff/SaveTariffVersion',
    effect: 'write',
    access: ['projectsEdit'],
    encoding: 'json',
    summary: { zh: '保存电价版本', en: 'Save a version as a draft' },
    body: TariffVersionForm,
    data: z.object({ VersionId: whole }),
  },
  activateTariffVersion: {
    method: 'POST',
    path: '/Tariff/ActivateTariffVersion',
    effect: 'write',
    access: ['projectsEdit'],
    encoding: 'json',
    summary: { zh: '启用电价版本', en: 'Put a version in force, provisionally or finally' },
    body: z.object({ VersionId: id, Status: z.enum(['provisional', 'final']) }),
    data: z.null(),
  },
  getTariffAssignments: {
    method: 'GET',
    path: '/Tariff/GetAssignments',
    effect: 'read',
    access: readers,
    summary: { zh: '项目电价', en: 'Which tariff prices a project, and its meters, from when on' },
    query: z.object({ projectId: id }),
    data: z.array(
      z.object({
        AssignmentId: whole,
        MeterId: whole.nullable(),
        MeterName: z.string().nullable(),
        TariffId: whole,
        TariffName: z.string(),
        FromDay: day,
      }),
    ),
  },
  assignTariff: {
    method: 'POST',
    path: '/Tariff/Assign',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: { zh: '设置项目电价', en: 'Assign a tariff from a day on' },
    body: z.object({ ProjectId: id, MeterId: id.optional(), TariffId: id, FromDay: day }),
    data: z.object({ AssignmentId: whole }),
  },
  deleteTariffAssignment: {
    method: 'POST',
    path: '/Tariff/DeleteAssignment',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: { zh: '取消项目电价', en: 'Take an assignment back' },
    body: z.object({ AssignmentId: id }),
    data: z.null(),
  },
});
