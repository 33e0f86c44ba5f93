import type { PointValue } from '@watchpost/contract';
import { limitsOf } from '../points/index.ts';

/** A value among its limits; shares of the bar from its low end to its high one. */
export interface Bar {
  readonly value: number;
  readonly band: readonly [number, number];
  readonly ticks: readonly number[];
  readonly setpoint: number | null;
}

/** Beyond the outermost mark there is so much room, as a share of what the marks span. */
const room = 0.25;

/** Null where no limit says what is normal: a bar without a band would say nothing. */
export function barOf(point: PointValue, setpoint: number | null): Bar | null {
  const limits = limitsOf(point).map(({ value }) => value);
  if (limits.length === 0 || point.Value === null) return null;
  const marks = [...limits, ...(setpoint === null ? [] : [setpoint])];
  // One limit alone: the bar reaches as far to the other side as the value or setpoint is from it.
  const [low, high] = [Math.min(...marks), Math.max(...marks)];
  const span = Math.max(high - low, Math.abs(point.Value - low), Math.abs(point.Value - high), 1);
  const from = low - span * room;
  const to = high + span * room;
  const share = (value: number) => Math.min(1, Math.max(0, (value - from) / (to - from)));
  return {
    value: share(point.Value),
    band: [
      point.LowerLimit === null
        ? point.SuperLowerLimit === null
          ? 0
          : share(point.SuperLowerLimit)
        : share(point.LowerLimit),
      point.UpperLimit === null
        ? point.SuperUpperLimit === null
          ? 1
          : share(point.SuperUpperLimit)
        : share(point.UpperLimit),
    ],
    ticks: limits.map(share),
    setpoint: setpoint === null ? null : share(setpoint),
  };
}
