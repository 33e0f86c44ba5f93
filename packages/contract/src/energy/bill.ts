import type { Bilingual } from '../call.ts';

/** What the basic fee of a two-part tariff is charged for. */
export const basicFees = {
  none: { zh: '无基本电费', en: 'No basic fee' },
  capacity: { zh: '按变压器容量', en: 'By transformer capacity' },
  contractDemand: { zh: '按合同最大需量', en: 'By contract demand' },
  actualDemand: { zh: '按实际最大需量', en: 'By measured demand' },
} as const satisfies Record<string, Bilingual>;
export type BasicFee = keyof typeof basicFees;

/** Standards of the power factor, in hundredths: industry above 160 kVA 0.90, other industry and trade 0.85, farming 0.80. */
export const powerFactorStandards = [90, 85, 80] as const;
export type PowerFactorStandard = (typeof powerFactorStandards)[number];

/** Mean power factor of a month in hundredths, half up, from its active and reactive energy; null: nothing passed. */
export const powerFactorOf = (wh: number, varh: number): number | null =>
  wh <= 0 ? null : Math.floor((wh / Math.hypot(wh, varh)) * 100 + 0.5);

/** What a good power factor takes off, in hundredths of a per cent, by hundredths above the standard; the last holds beyond. */
const reductions: Readonly<Record<PowerFactorStandard, readonly number[]>> = {
  90: [0, 15, 30, 45, 60, 75],
  85: [0, 10, 20, 30, 40, 50, 65, 80, 95, 110],
  80: [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 115, 130],
};

/**
 * By how much the power factor changes a bill, in hundredths of a per cent; above 0 it costs more. The rule of 1983 for adjusting
 * charges by the power factor: half a per cent for each hundredth below the standard, from 20 hundredths below on a whole one, and
 * from 25 on two.
 */
export function powerFactorAdjustment(standard: PowerFactorStandard, powerFactor: number): number {
  if (powerFactor >= standard) {
    const steps = reductions[standard];
    return -steps[Math.min(powerFactor - standard, steps.length - 1)]! || 0;
  }
  const below = standard - powerFactor;
  return below <= 20 ? below * 50 : below <= 25 ? 1000 + (below - 20) * 100 : 1500 + (below - 25) * 200;
}

/** From so much of the contract demand on, what exceeds it is charged twice. */
const demandTolerance = 1.05;

/**
 * What the basic fee is charged for, in W or VA; null: no demand was measured.
 *
 * @param peakW largest measured quarter of the month
 */
export function basicQuantity(
  { basicFee, capacityVa, contractW }: { basicFee: BasicFee; capacityVa: number | null; contractW: number | null },
  peakW: number | null,
): number | null {
  switch (basicFee) {
    case 'none':
      return null;
    case 'capacity':
      return capacityVa;
    case 'contractDemand':
      return contractW === null ? null : contractW + 2 * Math.max(0, (peakW ?? 0) - demandTolerance * contractW);
    case 'actualDemand':
      return peakW;
  }
}

/** Share of the contract demand from which a quarter of an hour is expected to exceed it. */
export const demandNearShare = 0.95;
