import { defineLogWords } from '../logs/defineLogWords.ts';
import { baselineStates, energyVariables } from './baseline.ts';
import { basicFees } from './bill.ts';
import { energyEventKinds, energyEventStates, tariffStatuses } from './kinds.ts';

/** What the operation log calls the things of this domain, and their fields. */
// biome-ignore format: a table is read by columns
export const energyLogWords = defineLogWords({
  subjects: {
    energyBaseline: { zh: '能源基准', en: 'Energy baseline' },
    energyTarget: { zh: '能耗目标', en: 'Energy targets' },
    energyVariable: { zh: '能耗变量', en: 'Energy variables' },
    energyEvent: { zh: '示数异常', en: 'Register event' },
    energyFactor: { zh: '碳排放因子', en: 'CO2 factor' },
    energyMeter: { zh: '电表', en: 'Meter' },
    energyRecalculation: { zh: '能耗重新计算', en: 'Recalculation of energy' },
    energyReading: { zh: '抄表示数', en: 'Meter reading' },
    energySite: { zh: '项目面积', en: 'Floor area' },
    supplyTerms: { zh: '供电合同', en: 'Supply contract' },
    tariff: { zh: '电价', en: 'Tariff' },
  },
  fields: {
    baselineState: { zh: '状态', en: 'State', values: baselineStates },
    baselineVariables: { zh: '变量', en: 'Variables', values: energyVariables },
    budgets: { zh: '目标', en: 'Budgets' },
    staticFactors: { zh: '静态因素', en: 'Static factors' },
    valuesOfDays: { zh: '每日数值', en: 'Values by day' },
    basicFee: { zh: '基本电费', en: 'Basic fee', values: basicFees },
    basicPrice: { zh: '基本电费单价（元）', en: 'Basic price (¥)' },
    contractDemand: { zh: '合同最大需量（kW）', en: 'Contract demand (kW)' },
    fromMonth: { zh: '起始月份', en: 'From month' },
    powerFactorStandard: { zh: '功率因数标准', en: 'Power factor standard' },
    transformerCapacity: { zh: '变压器容量（kVA）', en: 'Transformer capacity (kVA)' },
    capacity: { zh: '量程', en: 'Size of the register' },
    endReading: { zh: '止码', en: 'End reading' },
    energyEventKind: { zh: '异常类型', en: 'Event', values: energyEventKinds },
    energyEventState: { zh: '处理', en: 'Decision', values: energyEventStates },
    energyPeriod: { zh: '期间', en: 'Period' },
    tariffFrom: { zh: '生效日期', en: 'From' },
    fromReadings: { zh: '从示数重新计算', en: 'From the readings' },
    gramsPerKwh: { zh: 'g/kWh', en: 'g/kWh' },
    accuracyClass: { zh: '准确度等级（%）', en: 'Accuracy class (%)' },
    maxPower: { zh: '最大功率（kW）', en: 'Largest power (kW)' },
    meterName: { zh: '电表', en: 'Meter' },
    multiplier: { zh: '倍率', en: 'Multiplier' },
    parentMeter: { zh: '上级电表', en: 'Supplied through' },
    meterReading: { zh: '示数', en: 'Reading' },
    readAt: { zh: '抄表时间', en: 'Read at' },
    removedAt: { zh: '拆除时间', en: 'Taken out' },
    meterSerial: { zh: '表号', en: 'Serial number' },
    squareMetres: { zh: '面积（m²）', en: 'Area (m²)' },
    startReading: { zh: '起码', en: 'Start reading' },
    meterTerms: { zh: '组成', en: 'Made of' },
    tariffName: { zh: '电价', en: 'Tariff' },
    tariffPrices: { zh: '电价（元/kWh）', en: 'Prices (¥/kWh)' },
    tariffStatus: { zh: '版本状态', en: 'Version', values: tariffStatuses },
    year: { zh: '年份', en: 'Year' },
  },
});
