import uPlot from 'uplot';

/** CSS pixels that share one point of the line. */
const slotWidth = 3;
/** Samples in one CSS pixel from which lines run into a block of ink. */
export const denseFrom = 2;

/** Averages of slots along the line; an explicit gap (null) ends a stretch, another point's time (undefined) does not. */
export function averagesOf(
  times: ArrayLike<number>,
  values: ArrayLike<number | null | undefined>,
  [from, to]: readonly [number, number],
  slotOf: (time: number) => number,
): { time: number; value: number }[][] {
  const stretches: { time: number; value: number }[][] = [];
  let stretch: { time: number; value: number }[] = [];
  let slot = { at: Number.NaN, count: 0, time: 0, value: 0 };
  const endSlot = () => {
    if (slot.count > 0) stretch.push({ time: slot.time / slot.count, value: slot.value / slot.count });
    slot = { at: Number.NaN, count: 0, time: 0, value: 0 };
  };
  const endStretch = () => {
    endSlot();
    if (stretch.length > 0) stretches.push(stretch);
    stretch = [];
  };
  for (let index = from; index <= to; index++) {
    const value = values[index];
    if (value === undefined) continue;
    if (value === null) {
      endStretch();
      continue;
    }
    const at = slotOf(times[index]!);
    if (at !== slot.at) endSlot();
    slot = { at, count: slot.count + 1, time: slot.time + times[index]!, value: slot.value + value };
  }
  endStretch();
  return stretches;
}

const linear = uPlot.paths.linear!();

/** The line of a series; where more comes than pixels can show, the average of a few of them. What is read from it stays exact. */
export const averagePath: uPlot.Series.PathBuilder = (u, seriesIndex, from, to) => {
  const pixels = u.bbox.width / uPlot.pxRatio;
  const [times] = u.data;
  const scale = u.series[seriesIndex]?.scale;
  if (scale === undefined || (to - from) / Math.max(1, pixels) < denseFrom) return linear(u, seriesIndex, from, to);
  const line = new Path2D();
  const slotOf = (time: number) => Math.floor(u.valToPos(time, 'x') / slotWidth);
  for (const stretch of averagesOf(times, u.data[seriesIndex]!, [from, to], slotOf)) {
    stretch.forEach(({ time, value }, index) => {
      const [x, y] = [u.valToPos(time, 'x', true), u.valToPos(value, scale, true)];
      if (index === 0) line.moveTo(x, y);
      else line.lineTo(x, y);
      // Between two gaps there may be room for one point alone.
      if (stretch.length === 1) line.lineTo(x + uPlot.pxRatio, y);
    });
  }
  return { stroke: line, fill: null, clip: null, band: null, flags: 1 };
};
