import type { LimitStretch, PointLimits } from '../../points/index.ts';
import {
  type AlarmRule,
  type Band,
  type Bands,
  type Calendar,
  type LimitRule,
  periodAt,
  periodEndsAt,
} from '../engine/index.ts';

/**
 * The tightest limits among these rules, at any hour; null when none of them has any. Limits that move with another
 * point are no line one could draw.
 */
export const usualLimits = (rules: readonly AlarmRule[]): PointLimits | null =>
  tightest(limitRulesOf(rules).map(({ bands }) => bands));

/** The tightest limits among the rules that are in force at a moment, by their hours and the holidays; null: none is. */
export const limitsAt = (rules: readonly AlarmRule[], calendar: Calendar, at: number): PointLimits | null =>
  tightest(limitRulesOf(rules).flatMap((rule) => bandsAt(rule, calendar, at)));

/**
 * The limits in force from one moment until before another, one after the other without a gap; by the present rules, even where
 * they were others then. Suppression by other points is not looked at: only their history knows it.
 */
export function limitsOver(
  rules: readonly AlarmRule[],
  calendar: Calendar,
  { from, to }: { from: number; to: number },
): LimitStretch[] {
  const edges = new Set([from]);
  for (const { periods } of limitRulesOf(rules)) {
    if (periods?.length) for (const edge of turnsOf(periods, calendar, from, to)) edges.add(edge);
  }
  const stretches: { from: number; to: number; limits: PointLimits | null }[] = [];
  for (const at of [...edges].sort((a, b) => a - b)) {
    const limits = limitsAt(rules, calendar, at);
    const last = stretches.at(-1);
    if (last) last.to = at;
    if (last && areSameLimits(last.limits, limits)) last.to = to;
    else stretches.push({ from: at, to, limits });
  }
  return stretches;
}

const limitRulesOf = (rules: readonly AlarmRule[]): LimitRule[] => rules.filter((rule) => rule.kind === 'limit');

function bandsAt({ bands, periods }: LimitRule, calendar: Calendar, at: number): Bands[] {
  if (!periods?.length) return [bands];
  const period = periods[periodAt(periods, calendar, at)];
  return period ? [period.bands ?? bands] : [];
}

type Periods = NonNullable<LimitRule['periods']>;

/** Many points have the same hours, and a range of two years has some hundred thousand minutes to look at. */
const known = new WeakMap<Calendar, Map<string, readonly number[]>>();
const maxKnown = 100;

/** When another period begins, or the present one ends. */
function turnsOf(periods: Periods, calendar: Calendar, from: number, to: number): readonly number[] {
  const ofCalendar = known.get(calendar) ?? new Map<string, readonly number[]>();
  known.set(calendar, ofCalendar);
  const key = `${from} ${to} ${JSON.stringify(periods)}`;
  const found = ofCalendar.get(key);
  if (found) return found;
  const turns: number[] = [];
  for (let at = periodEndsAt(periods, calendar, from); at < to; at = periodEndsAt(periods, calendar, at))
    turns.push(at);
  if (ofCalendar.size >= maxKnown) ofCalendar.clear();
  ofCalendar.set(key, turns);
  return turns;
}

function tightest(sets: readonly Bands[]): PointLimits | null {
  const limitsOf = (band: Band) =>
    sets.flatMap((bands) => {
      const limit = bands[band];
      return limit === undefined || limit.from !== undefined ? [] : [limit.limit];
    });
  const lowest = (limits: number[]) => (limits.length === 0 ? null : Math.min(...limits));
  const highest = (limits: number[]) => (limits.length === 0 ? null : Math.max(...limits));
  const limits = {
    highHigh: lowest(limitsOf('highHigh')),
    high: lowest(limitsOf('high')),
    low: highest(limitsOf('low')),
    lowLow: highest(limitsOf('lowLow')),
  };
  return Object.values(limits).every((limit) => limit === null) ? null : limits;
}

export const areSameLimits = (one: PointLimits | null, other: PointLimits | null): boolean =>
  one?.highHigh === other?.highHigh &&
  one?.high === other?.high &&
  one?.low === other?.low &&
  one?.lowLow === other?.lowLow;
