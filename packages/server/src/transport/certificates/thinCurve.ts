/** A value at a time; epoch ms, °C. */
export interface CurvePoint {
  readonly time: number;
  readonly value: number;
}

/**
 * Thins a curve to what paper shows. Of each interval the first, lowest, highest and last value stay, in order of time: an excursion of
 * one sample stays visible.
 *
 * @param times epoch ms, ascending
 * @param values °C; NaN ends a line
 * @param intervalMs how much time one printed column stands for
 * @returns lines, each of one point at least
 */
export function thinCurve(
  times: ArrayLike<number>,
  values: ArrayLike<number>,
  intervalMs: number,
): readonly (readonly CurvePoint[])[] {
  const lines: CurvePoint[][] = [];
  let line: CurvePoint[] = [];
  let interval: number | null = null;
  let [first, lowest, highest, last] = [0, 0, 0, 0];
  const closeInterval = (): void => {
    if (interval !== null)
      for (const i of [...new Set([first, lowest, highest, last])].sort((a, b) => a - b))
        line.push({ time: times[i]!, value: values[i]! });
    interval = null;
  };
  const closeLine = (): void => {
    closeInterval();
    if (line.length > 0) lines.push(line);
    line = [];
  };
  for (let i = 0; i < times.length; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) {
      closeLine();
      continue;
    }
    const own = Math.floor((times[i]! - times[0]!) / intervalMs);
    if (own !== interval) {
      closeInterval();
      interval = own;
      [first, lowest, highest] = [i, i, i];
    }
    if (value < values[lowest]!) lowest = i;
    if (value > values[highest]!) highest = i;
    last = i;
  }
  closeLine();
  return lines;
}
