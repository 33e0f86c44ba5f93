/** Statistics that a few wild values do not move: of equipment one is always odd. All ignore the order of what they are given. */

/** Null of nothing. */
export function median(values: readonly number[]): number | null {
  return quantile(values, 0.5);
}

/** Between the two nearest values. Null of nothing. */
export function quantile(values: readonly number[], part: number): number | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const place = (sorted.length - 1) * part;
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below]! + (sorted[above]! - sorted[below]!) * (place - below);
}

/** Of normally distributed values the standard deviation is so many times their median absolute deviation. */
const normalPerMad = 1.4826;

/** How far values usually lie from their middle: the standard deviation of what is ordinary. Null of nothing. */
export function spread(values: readonly number[]): number | null {
  const middle = median(values);
  if (middle === null) return null;
  return normalPerMad * median(values.map((value) => Math.abs(value - middle)))!;
}

export interface Trend {
  /** Of all lines through two of the points the middle slope (Theil and Sen). */
  readonly slope: number;
  /** The quarter of slopes below and above it. */
  readonly slowest: number;
  readonly fastest: number;
  /** How steadily it goes one way (Kendall's tau): 1 always up, -1 always down, 0 no way. */
  readonly steadiness: number;
  /** How far the points usually lie from the line. */
  readonly noise: number;
  /** The line where the last of them stands. */
  readonly last: number;
}

/** The straight line behind points of ascending `x`; null for fewer than three. */
export function trendOf(points: readonly { readonly x: number; readonly y: number }[]): Trend | null {
  if (points.length < 3) return null;
  const slopes: number[] = [];
  let agreeing = 0;
  for (let i = 0; i < points.length; i++)
    for (let j = i + 1; j < points.length; j++) {
      const rise = points[j]!.y - points[i]!.y;
      slopes.push(rise / (points[j]!.x - points[i]!.x));
      agreeing += Math.sign(rise);
    }
  const slope = median(slopes)!;
  const [low, high] = [quantile(slopes, 0.25)!, quantile(slopes, 0.75)!];
  const [slowest, fastest] = Math.abs(low) < Math.abs(high) ? [low, high] : [high, low];
  const start = median(points.map(({ x, y }) => y - slope * x))!;
  return {
    slope,
    slowest,
    fastest,
    steadiness: agreeing / slopes.length,
    noise: spread(points.map(({ x, y }) => y - slope * x))!,
    last: start + slope * points.at(-1)!.x,
  };
}
