import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { epochMs, id } from '../scalars.ts';
import { basicFees, powerFactorStandards } from './bill.ts';
import { month, SupplyTermsForm } from './fields.ts';
import { amounts, editors, keysOf, readers, whole } from './wire.ts';

export const SupplyTermsRow = z.object({
  TermsId: whole,
  MeterId: whole,
  MeterName: z.string(),
  FromMonth: month,
  BasicFee: z.enum(keysOf(basicFees)),
  BasicPrice: z.number().nullable().describe('¥ a kVA or kW and month'),
  Capacity: z.number().nullable().describe('kVA'),
  ContractDemand: z.number().nullable().describe('kW'),
  PowerFactorStandard: z.literal([...powerFactorStandards]).nullable(),
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

/** Supply contracts and the bills that follow from them. */
export const energyBillCalls = defineCalls({
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
});
