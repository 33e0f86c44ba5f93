import type { ReadingColumns } from '../../packages/server/src/events.ts';

const minute = 60_000;
const day = 1440 * minute;

/** A cold store: the day's swing, the compressor's cycle and sensor noise, in tenths of a degree; repeatable. */
let seed = 1;
function noise(): number {
  let sum = 0;
  for (let i = 0; i < 4; i++) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    sum += seed / 2 ** 32 - 0.5;
  }
  return sum;
}
export const temperature = (pointId: number, at: number): number =>
  Math.round(
    10 * (-18 + Math.sin((at / day) * 2 * Math.PI) + 0.8 * Math.sin(at / (20 * minute) + pointId) + 0.2 * noise()),
  ) / 10;

export const emptyColumns = (length: number): ReadingColumns => ({
  length,
  pointIds: new Int32Array(length),
  measuredAt: new Float64Array(length),
  values: new Float64Array(length),
  quality: new Uint8Array(length),
});

/** A point's day, month …: a sample a minute. `jitterMs`: how late a poll may be. */
export function past(pointId: number, from: number, minutes: number, jitterMs: number): ReadingColumns {
  const columns = emptyColumns(minutes);
  for (let i = 0; i < minutes; i++) {
    const at = from + i * minute;
    columns.pointIds[i] = pointId;
    columns.measuredAt[i] = at + Math.floor(Math.abs(noise()) * jitterMs);
    columns.values[i] = temperature(pointId, at);
  }
  return columns;
}
