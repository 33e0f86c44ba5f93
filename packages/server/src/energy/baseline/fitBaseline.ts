import { type BaselineFault, baselineRules, type EnergyVariable } from '@watchpost/contract';
import type { KeptFit } from './baseline.store.ts';
import { crossBias, type DayRow, expectedOf, fitLine } from './leastSquares.ts';
import { type DayFacts, variablesOfDay } from './variableDays.ts';

/** Base temperatures of cooling that are tried where none is entered, °C. */
const triedBases = Array.from({ length: 51 }, (_, i) => i / 2);

export interface DrawnBaseline {
  readonly fit: KeptFit;
  readonly base_cool: number | null;
  readonly days: readonly { readonly day: string; readonly wh: number; readonly expectedWh: number }[];
}

/**
 * The line through the days of a period.
 *
 * @param energy Wh by day, of the days that count; in the order of time
 * @param base_cool null: the one with the smallest error
 * @returns the number of days that count when no line can be drawn
 */
export function drawBaseline(
  energy: ReadonlyMap<string, number>,
  facts: DayFacts,
  { variables, base_cool, base_heat }: { variables: EnergyVariable[]; base_cool: number | null; base_heat: number },
  leftOut: number,
): DrawnBaseline | number {
  const rowsWith = (base: number | null): (DayRow & { day: string })[] =>
    [...energy].flatMap(([day, y]) => {
      const x = variablesOfDay({ variables, base_cool: base, base_heat }, facts, day);
      return x ? [{ day, y, x }] : [];
    });
  const isSearched = variables.includes('cdd') && base_cool === null;
  let best: { base: number | null; rows: ReturnType<typeof rowsWith>; line: ReturnType<typeof fitLine> } | null = null;
  for (const base of isSearched ? triedBases : [base_cool]) {
    const rows = rowsWith(base);
    const line = fitLine(rows);
    if (best === null || (line && (!best.line || line.s < best.line.s))) best = { base, rows, line };
  }
  const { base, rows, line } = best!;
  if (!line) return rows.length;
  const mean = rows.reduce((sum, { y }) => sum + y, 0) / rows.length;
  // A period too short to be taken apart is biased as far as anybody knows.
  const bias = crossBias(rows) ?? 1;
  return {
    base_cool: variables.includes('cdd') ? base : null,
    fit: {
      coefficients: [...line.coefficients],
      t: [...line.t],
      vif: [...line.vif],
      s: line.s,
      r2: line.r2,
      cv: mean === 0 ? 0 : line.s / mean,
      nmbe: Number.isFinite(bias) ? bias : 1,
      n: line.n,
      rho: line.rho,
      leftOut: leftOut + energy.size - rows.length,
    },
    days: rows.map(({ day, y, x }) => ({ day, wh: y, expectedWh: Math.round(expectedOf(line.coefficients, x)) })),
  };
}

/** Why a baseline proves nothing; empty: it is fit for proof. */
export function faultsOf({ n, r2, cv, nmbe, t, vif }: KeptFit): BaselineFault[] {
  const faults: Record<BaselineFault, boolean> = {
    fewDays: n < baselineRules.minDays,
    weak: r2 < baselineRules.minR2,
    scattered: cv > baselineRules.maxCv,
    biased: Math.abs(nmbe) > baselineRules.maxNmbe,
    uncertain: t.some((each) => Math.abs(each) < baselineRules.minT),
    entangled: vif.some((each) => each > baselineRules.maxVif),
  };
  return (Object.keys(faults) as BaselineFault[]).filter((each) => faults[each]);
}
