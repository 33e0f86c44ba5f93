/** Part of the price that is left at the end of the life: 5 %. */
const residualBasisPoints = 500n;

export interface Depreciation {
  /** Of the present month; fen. Nothing before the first month and after the last one. */
  readonly monthly: bigint;
  readonly accumulated: bigint;
  readonly bookValue: bigint;
  readonly monthsLeft: number;
}

/**
 * Straight-line depreciation, from the month after installation; after n months ⌊n · (price − residual) / life⌋ is written off, so
 * that the last month takes what rounding left. Indicative, not the books.
 *
 * @param amount the price, fen
 * @param life months, at least 1
 * @param installedOn `YYYY-MM-DD`
 * @param today `YYYY-MM-DD`
 * @param disposedOn its last month; what it was worth then stays
 */
export function depreciation(
  amount: bigint,
  life: number,
  installedOn: string,
  today: string,
  disposedOn?: string,
): Depreciation {
  const base = amount - (amount * residualBasisPoints) / 10_000n;
  const isOver = disposedOn !== undefined && monthsBetween(disposedOn, today) > 0;
  const elapsed = Math.max(0, monthsBetween(installedOn, isOver ? disposedOn : today));
  const months = Math.min(life, elapsed);
  const after = (n: number): bigint => (BigInt(n) * base) / BigInt(life);
  const accumulated = after(months);
  return {
    monthly: isOver || elapsed === 0 || elapsed > life ? 0n : accumulated - after(months - 1),
    accumulated,
    bookValue: amount - accumulated,
    monthsLeft: isOver ? 0 : life - months,
  };
}

/** Calendar months from the one of a day to the one of another. */
export function monthsBetween(from: string, to: string): number {
  const [year, month] = from.split('-').map(Number) as [number, number];
  const [toYear, toMonth] = to.split('-').map(Number) as [number, number];
  return (toYear - year) * 12 + toMonth - month;
}
