import { z } from 'zod';
import { day } from '../scalars.ts';

export const readers = ['energyView', 'energyEdit'] as const;
export const editors = ['energyEdit'] as const;
export const keysOf = <Table extends object>(table: Table) => Object.keys(table) as [keyof Table & string];

export const whole = z.number().int();

/** What passed, what it cost and how well it is known. */
export const amounts = {
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
export const periodBody = { Start: day, End: day.describe('included') };
