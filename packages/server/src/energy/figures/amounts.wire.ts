import { co2FactorOf, type EnergyAmounts, fenOfMicro } from '@watchpost/contract';
import type { ClosedMonth } from '../closing/closing.store.ts';
import type { SumRow } from './figures.store.ts';

type Amounts = EnergyAmounts;

/** Sums of rows as they are told. Money is rounded once a time class; the total is the sum of what is shown. */
export function amountsOf(rows: readonly SumRow[]): Amounts {
  const wh = [0, 0, 0, 0, 0, 0];
  const micro = [0, 0, 0, 0, 0];
  let [expected, measured, estimated, suspect] = [0, 0, 0, 0];
  for (const row of rows) {
    for (let i = 0; i < 6; i++) wh[i]! += row.wh[i]!;
    for (let i = 0; i < 5; i++) micro[i]! += row.cost_micro[i]!;
    expected += row.expected;
    measured += row.measured;
    estimated += row.estimated;
    suspect += row.suspect_wh;
  }
  const fens = micro.map((each) => Number(fenOfMicro(BigInt(each))));
  const total = wh.reduce((all, each) => all + each, 0);
  const priced = total - wh[0]!;
  return {
    Wh: total,
    ClassWhList: wh,
    CostFen: priced === 0 && wh[0]! > 0 ? null : fens.reduce((all, each) => all + each, 0),
    ClassFenList: fens,
    CoveragePercent: expected === 0 ? null : Math.round((measured / expected) * 1000) / 10,
    EstimatedQuarters: estimated,
    SuspectWh: suspect,
    Provisional: rows.some(({ is_provisional }) => is_provisional),
  };
}

/** Grams of CO2 of rows, each with the factor of its year; of a closed month with the one that it was closed with. */
export function co2Of(
  rows: readonly SumRow[],
  entered: ReadonlyMap<number, number>,
  closed: readonly Pick<ClosedMonth, 'month' | 'grams_per_kwh'>[] = [],
): { grams: number; isProvisional: boolean } {
  const kept = new Map(closed.map(({ month, grams_per_kwh }) => [month, grams_per_kwh]));
  let grams = 0;
  let isProvisional = false;
  for (const { step, wh } of rows) {
    const closedWith = kept.get(step.slice(0, 7));
    const factor =
      closedWith === undefined
        ? co2FactorOf(Number(step.slice(0, 4)), entered)
        : { gramsPerKwh: closedWith, isProvisional: false };
    grams += (wh.reduce((all, each) => all + each, 0) / 1000) * factor.gramsPerKwh;
    isProvisional ||= factor.isProvisional;
  }
  return { grams: Math.round(grams), isProvisional };
}

/** How much of a period has to be known for its sum to stand for it. */
const leastKnown = 0.9;

const sumOf = (rows: readonly SumRow[], of: (row: SumRow) => number) => rows.reduce((all, row) => all + of(row), 0);
const expectedOf = (rows: readonly SumRow[]) => sumOf(rows, (row) => row.expected);
/** Quarters that were measured, or are in the total of a gap that was filled. */
const knownOf = (rows: readonly SumRow[]) => sumOf(rows, ({ measured, estimated }) => measured + estimated);

/**
 * Whether the energy of most of the time is known.
 *
 * @param days whole days of the period so far; a meter that came later expects nothing of those before it
 */
export const isMostlyKnown = (rows: readonly SumRow[], days: number): boolean =>
  knownOf(rows) >= leastKnown * Math.max(expectedOf(rows), days * 96);

/** A sum of another period to compare with, unless much less is known of one of the two: half a month of data is no month. */
export function comparable(rows: readonly SumRow[], than: readonly SumRow[]): number | null {
  const least = leastKnown * Math.max(expectedOf(rows), expectedOf(than));
  return rows.length === 0 || Math.min(knownOf(rows), knownOf(than)) < least ? null : amountsOf(rows).Wh;
}
