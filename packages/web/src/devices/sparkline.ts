import type { AllCalls, CallData } from '@watchpost/contract';

export type Trend = CallData<AllCalls['getCard']>[number]['Series'];

export interface SparklineShape {
  /** One path a stretch without gaps, in the view box. */
  readonly paths: readonly string[];
  /** Stretches of a single bucket, which a path would not show. */
  readonly dots: readonly { x: number; y: number }[];
  /** Where the limits lie; null when there is none. */
  readonly upperY: number | null;
  readonly lowerY: number | null;
  readonly min: number;
  readonly max: number;
}

/** From the lowest to the highest value of a picture. */
export interface Scale {
  readonly min: number;
  readonly max: number;
}

export const sparklineWidth = 240;
export const sparklineHeight = 44;
const edge = 2;
const minSpan = 5;

/**
 * The limit that the values are nearer to is always in the picture; the other one only where it does not press the line flat,
 * that is, while both are about equally far.
 */
function shownLimits(limits: { upper: number | null; lower: number | null }, min: number, max: number) {
  const { upper, lower } = limits;
  if (upper === null || lower === null) return limits;
  const above = Math.max(0, upper - max);
  const below = Math.max(0, min - lower);
  if (above > below * 1.5) return { upper: null, lower };
  if (below > above * 1.5) return { upper, lower: null };
  return limits;
}

/**
 * The trend as paths, with its limits in the same picture. Buckets that are missing or null break the line. Null when there is no
 * value at all.
 *
 * @param latest the present value, which ends the line; null when it cannot be trusted
 * @param scale of the device's class, so that equal movements look equal; null: its own
 */
export function sparklineOf(
  series: Trend,
  latest: { time: number; value: number } | null,
  limits: { upper: number | null; lower: number | null },
  from: number,
  to: number,
  scale: Scale | null = null,
): SparklineShape | null {
  const steps = series.slice(1).map(({ Time }, index) => Time - series[index]!.Time);
  const stepMs = Math.min(...steps, 3_600_000);
  const stretches: { time: number; value: number }[][] = [];
  let last: number | null = null;
  for (const { Time, Avg } of series) {
    if (Avg === null) {
      last = null;
      continue;
    }
    if (last === null || Time - last > stepMs * 1.5) stretches.push([]);
    // A bucket stands for its middle.
    stretches.at(-1)!.push({ time: Math.min(to, Math.max(from, Time + stepMs / 2)), value: Avg });
    last = Time;
  }
  if (latest) {
    const end = stretches.at(-1);
    if (end && latest.time - end.at(-1)!.time <= stepMs * 2)
      end.push({ time: Math.min(to, latest.time), value: latest.value });
    else stretches.push([{ time: Math.min(to, latest.time), value: latest.value }]);
  }
  const values = stretches.flat().map(({ value }) => value);
  if (values.length === 0) return null;

  const min = Math.min(...values);
  const max = Math.max(...values);
  const { upper, lower } = shownLimits(limits, min, max);
  const set = [upper, lower].filter((limit): limit is number => limit !== null);
  const low = Math.min(min, scale?.min ?? min, ...set);
  const high = Math.max(max, scale?.max ?? max, ...set);
  // A flat line lies in the middle instead of on the edge.
  const air = high > low ? 0 : Math.max(0.5, Math.abs(high) * 0.05);
  const x = (time: number) => Math.round((10 * (time - from) * sparklineWidth) / (to - from)) / 10;
  const y = (value: number) =>
    Math.round(10 * (edge + ((high + air - value) * (sparklineHeight - 2 * edge)) / (high - low + 2 * air))) / 10;

  return {
    paths: stretches
      .filter((stretch) => stretch.length > 1)
      .map((stretch) => `M${stretch.map(({ time, value }) => `${x(time)} ${y(value)}`).join('L')}`),
    dots: stretches
      .filter((stretch) => stretch.length === 1)
      .map(([only]) => ({ x: x(only!.time), y: y(only!.value) })),
    upperY: upper === null ? null : y(upper),
    lowerY: lower === null ? null : y(lower),
    min,
    max,
  };
}

/**
 * One scale for each class: what its devices did in the last hours, as far as nine in ten of the values reach, so that a
 * single defrost does not press all lines flat. At least five units, so that noise does not look like movement.
 */
export function scalesOf(trends: readonly { readonly classId: number; readonly series: Trend }[]): Map<number, Scale> {
  const scales = new Map<number, Scale>();
  for (const [classId, ofClass] of Map.groupBy(trends, (trend) => trend.classId)) {
    const values = ofClass
      .flatMap(({ series }) => series.flatMap(({ Avg }) => (Avg === null ? [] : [Avg])))
      .sort((a, b) => a - b);
    if (values.length === 0) continue;
    const at = (part: number) => values[Math.round((values.length - 1) * part)]!;
    const [min, max] = [at(0.05), at(0.95)];
    const missing = Math.max(0, minSpan - (max - min)) / 2;
    scales.set(classId, { min: min - missing, max: max + missing });
  }
  return scales;
}
