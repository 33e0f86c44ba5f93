import {
  commonErrors,
  curvePointLimit,
  historyErrors,
  minimumIntervalMinutes,
  rawDataAllowed,
} from '@watchpost/contract';
import { Refusal } from '../../platform/http/refusal.ts';
import { epochOfLocal } from '../../platform/zonedTime.ts';

export interface CurveRange {
  /** Epoch ms; included. */
  from: number;
  /** Epoch ms; not included. */
  to: number;
  /** 0: raw. */
  intervalMinutes: number;
}

/** A client's clock may run a little ahead of ours; beyond that the end is the future. */
const futureToleranceMs = 5 * 60_000;

/**
 * Checks what a curve may ask for. Spec §5.4 and §9.
 *
 * @throws Refusal naming the rule that was broken, `badInput` for a day that does not exist
 */
export function curveRange(query: AskedRange & { tmes: number }): CurveRange {
  const { from, to } = checkedRange(query);
  const minimum = minimumIntervalMinutes(to - from)!;
  const isFineEnough = query.tmes === 0 ? rawDataAllowed(to - from) : query.tmes >= minimum;
  if (!isFineEnough) throw new Refusal(historyErrors.intervalTooShort, { minutes: minimum });
  checkPointCount(query);
  return { from, to, intervalMinutes: query.tmes };
}

/**
 * Checks what statistics may be asked for: like a curve, without an interval.
 *
 * @throws Refusal like `curveRange`
 */
export function statisticRange(query: AskedRange): { from: number; to: number } {
  const range = checkedRange(query);
  checkPointCount(query);
  return range;
}

export interface AskedRange {
  /** Local times of the project. */
  start: string;
  end: string;
  pointCount: number;
  timeZone: string;
  now: number;
}

function checkPointCount({ pointCount }: AskedRange): void {
  if (pointCount > curvePointLimit) throw new Refusal(historyErrors.tooManyPoints, { count: curvePointLimit });
}

/**
 * Checks the rules that hold for every range of history, for curves, tables and files alike.
 *
 * @throws Refusal naming the rule that was broken
 */
export function checkedRange(query: Omit<AskedRange, 'pointCount'>): { from: number; to: number } {
  const momentOf = (local: string): number => {
    const epochMs = epochOfLocal(local, query.timeZone);
    if (epochMs === null) throw new Refusal(commonErrors.badInput, { fields: local });
    return epochMs;
  };
  const from = momentOf(query.start);
  const to = momentOf(query.end);
  if (from >= to) throw new Refusal(historyErrors.rangeReversed);
  if (from > query.now || to > query.now + futureToleranceMs) throw new Refusal(historyErrors.inTheFuture);
  if (minimumIntervalMinutes(to - from) === null) throw new Refusal(historyErrors.rangeTooLong);
  return { from, to };
}
