/** A day: what was used, and the variables of the day. */
export interface DayRow {
  readonly y: number;
  readonly x: readonly number[];
}

export interface LineFit {
  /** First that of a day on which all variables are 0. */
  readonly coefficients: readonly number[];
  /** Of each variable. */
  readonly t: readonly number[];
  /** By how much the others inflate the variance of each variable. */
  readonly vif: readonly number[];
  /** Standard error of a day. */
  readonly s: number;
  readonly r2: number;
  readonly n: number;
  /** Correlation of the error of a day with that of the day before it. */
  readonly rho: number;
}

/** The inverse of a symmetric matrix by Gauss-Jordan; null: it has none. */
function inverse(matrix: readonly (readonly number[])[]): number[][] | null {
  const size = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...Array.from({ length: size }, (_, j) => (i === j ? 1 : 0))]);
  for (let i = 0; i < size; i++) {
    let best = i;
    for (let k = i + 1; k < size; k++) if (Math.abs(rows[k]![i]!) > Math.abs(rows[best]![i]!)) best = k;
    [rows[i], rows[best]] = [rows[best]!, rows[i]!];
    const pivot = rows[i]![i]!;
    // Variables have a spread of 1 here.
    if (Math.abs(pivot) < 1e-9) return null;
    rows[i] = rows[i]!.map((each) => each / pivot);
    for (let k = 0; k < size; k++) {
      if (k === i) continue;
      const factor = rows[k]![i]!;
      rows[k] = rows[k]!.map((each, j) => each - factor * rows[i]![j]!);
    }
  }
  return rows.map((row) => row.slice(size));
}

/**
 * Ordinary least squares.
 *
 * @param days in the order of time
 * @returns null when there are too few days, or a variable never changes or follows from the others
 */
export function fitLine(days: readonly DayRow[]): LineFit | null {
  const n = days.length;
  const size = days[0]?.x.length ?? 0;
  if (n < size + 3) return null;
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const centre = Array.from({ length: size }, (_, j) => mean(days.map(({ x }) => x[j]!)));
  const spread = centre.map((middle, j) => Math.sqrt(mean(days.map(({ x }) => (x[j]! - middle) ** 2))));
  if (spread.some((each) => !(each > 1e-9))) return null;
  const scaled = days.map(({ x }) => x.map((each, j) => (each - centre[j]!) / spread[j]!));
  const middle = mean(days.map(({ y }) => y));
  const products = centre.map((_, i) => centre.map((__, j) => mean(scaled.map((row) => row[i]! * row[j]!))));
  const inverted = inverse(products);
  if (!inverted) return null;
  const withY = centre.map((_, i) => mean(scaled.map((row, k) => row[i]! * (days[k]!.y - middle))));
  const slopes = inverted.map((row) => row.reduce((sum, each, j) => sum + each * withY[j]!, 0));
  const errors = days.map(({ y }, k) => y - middle - slopes.reduce((sum, slope, j) => sum + slope * scaled[k]![j]!, 0));
  const squares = errors.reduce((sum, each) => sum + each * each, 0);
  const all = days.reduce((sum, { y }) => sum + (y - middle) ** 2, 0);
  const s = Math.sqrt(squares / (n - size - 1));
  const beta = slopes.map((slope, j) => slope / spread[j]!);
  const follow = errors.slice(1).reduce((sum, each, k) => sum + each * errors[k]!, 0);
  return {
    coefficients: [middle - beta.reduce((sum, each, j) => sum + each * centre[j]!, 0), ...beta],
    t: slopes.map((slope, j) => {
      const standardError = s * Math.sqrt(inverted[j]![j]! / n);
      return standardError === 0 ? Number.MAX_SAFE_INTEGER : slope / standardError;
    }),
    vif: inverted.map((row, j) => row[j]!),
    s,
    r2: all === 0 ? 0 : 1 - squares / all,
    n,
    rho: squares === 0 ? 0 : Math.max(-0.99, Math.min(0.99, follow / squares)),
  };
}

export const expectedOf = (coefficients: readonly number[], x: readonly number[]): number =>
  coefficients[0]! + x.reduce((sum, each, j) => sum + each * coefficients[j + 1]!, 0);

const folds = 5;
/**
 * How far the line is off on days that it was not drawn through: the period in five stretches, each judged by a line through the others.
 *
 * @returns error over the mean; null where one of these lines cannot be drawn
 */
export function crossBias(days: readonly DayRow[]): number | null {
  let error = 0;
  for (let fold = 0; fold < folds; fold++) {
    const [from, to] = [fold, fold + 1].map((each) => Math.floor((each * days.length) / folds));
    const line = fitLine([...days.slice(0, from), ...days.slice(to)]);
    if (!line) return null;
    for (const { x, y } of days.slice(from, to)) error += y - expectedOf(line.coefficients, x);
  }
  return error / days.reduce((sum, { y }) => sum + y, 0);
}

/** Student's t for 90 % on both sides. Cornish-Fisher, right to 0.01 from 5 degrees of freedom on. */
export function t90(degreesOfFreedom: number): number {
  const z = 1.6449;
  const d = Math.max(1, degreesOfFreedom);
  return z + (z ** 3 + z) / (4 * d) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * d * d);
}

/**
 * How far the expected sum of some days may be off, at 90 % confidence. Days that follow each other err alike (`rho`), so that a line
 * knows less than it has days.
 */
export function sumBand(
  { s, n, rho, size }: { s: number; n: number; rho: number; size: number },
  days: number,
): number {
  const independent = (n * (1 - rho)) / (1 + rho);
  return t90(n - size - 1) * s * Math.sqrt(days * (1 + days / independent));
}
