import {
  type AlarmRule,
  type Band,
  type Bands,
  bandNames,
  type LimitRule,
  type PointReference,
  type ValueRule,
} from './alarmRule.ts';
import { bandOf } from './bands.ts';
import type { Inputs } from './step.ts';
import { changeOf } from './trace.ts';

/** The value of another point at a time; null when nobody knows it. */
export const otherValue = (reference: PointReference, at: number, inputs: Inputs): number | null =>
  'pointId' in reference ? inputs.otherValue(reference.pointId, at) : null;

/** The limits that hold now. Those that stand on a point nobody knows are left out, and `isPartial` says so. */
export function bandsInForce(rule: LimitRule, at: number, inputs: Inputs): { bands: Bands; isPartial: boolean } {
  const set = rule.periods?.[inputs.trace.period]?.bands ?? rule.bands;
  if (!isMoving(set)) return { bands: set, isPartial: false };
  const bands: { [band in Band]?: Bands[Band] & {} } = {};
  let isPartial = false;
  for (const band of bandNames) {
    const limit = set[band];
    if (limit === undefined) continue;
    if (limit.from === undefined) bands[band] = limit;
    else {
      const other = otherValue(limit.from, at, inputs);
      if (other === null) isPartial = true;
      else bands[band] = { limit: other + limit.limit, severity: limit.severity };
    }
  }
  return { bands, isPartial };
}

const isMoving = ({ lowLow, low, high, highHigh }: Bands): boolean =>
  (lowLow?.from ?? low?.from ?? high?.from ?? highHigh?.from) !== undefined;

/** Whether everything is known that the value must be held against. */
export function isJudgeable(rule: ValueRule, value: number, at: number, inputs: Inputs): boolean {
  if (rule.kind === 'deviation') return otherValue(rule.from, at, inputs) !== null;
  if (rule.kind !== 'limit') return true;
  const { bands, isPartial } = bandsInForce(rule, at, inputs);
  // A fixed limit that is passed needs no other point.
  return !isPartial || bandOf(bands, value) !== null;
}

/** What is held against the limit where it is not the value itself: the change, or the difference to the other point. */
export function comparedOf(rule: AlarmRule, value: number | null, at: number, inputs: Inputs): number | null {
  if (value === null) return null;
  if (rule.kind === 'rateOfChange') return changeOf(rule, inputs.trace, at, value);
  if (rule.kind !== 'deviation') return null;
  const other = otherValue(rule.from, at, inputs);
  return other === null ? null : value - other;
}

/** Whether the value is beyond what the rule allows; `isOpen` where the deadband on the way back counts. Not for limits. */
export function isBeyond(
  rule: Exclude<ValueRule, LimitRule>,
  value: number,
  at: number,
  isOpen: boolean,
  inputs: Inputs,
): boolean {
  switch (rule.kind) {
    case 'state':
      return rule.values.includes(value);
    case 'frozen':
      return (
        Math.abs(value - inputs.trace.anchor) <= rule.tolerance &&
        at - inputs.trace.anchorAt >= rule.afterSeconds * 1000
      );
    case 'rateOfChange':
      return Math.abs(changeOf(rule, inputs.trace, at, value)) > rule.limit;
    case 'deviation': {
      const difference = comparedOf(rule, value, at, inputs)!;
      const slack = isOpen ? rule.deadband : 0;
      const limit = rule.limit - slack;
      return (rule.direction !== 'below' && difference > limit) || (rule.direction !== 'above' && -difference > limit);
    }
  }
}
