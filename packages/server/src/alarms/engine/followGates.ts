import { type AlarmRule, judgesValues } from './alarmRule.ts';
import { firstBadQuality } from './step.ts';
import { type Gate, openGate, throughGate } from './trace.ts';

/** From and until when; epoch ms, event time. */
export type Span = readonly [from: number, until: number];

/** Samples of one point, in order of time. */
export interface GateSamples {
  readonly pointId: number;
  readonly length: number;
  readonly measuredAt: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  readonly quality: ArrayLike<number>;
}

/**
 * When the states of other points suppressed a rule (`onlyWhile`), by their samples alone. Feed those of each point in order of time.
 *
 * @returns null when no other point can suppress it
 */
export function followGates(rule: AlarmRule) {
  if (!judgesValues(rule) || !rule.onlyWhile?.length) return null;
  const gates = rule.onlyWhile.map((each) => ({ each, gate: openGate as Gate }));
  const spans: Span[] = [];

  const settledAt = ({ each, gate: { shownSince } }: (typeof gates)[number]): number =>
    shownSince === null ? Number.POSITIVE_INFINITY : shownSince + each.settleSeconds * 1000;
  const endOf = (place: (typeof gates)[number]): number =>
    Math.min(place.gate.hiddenSince! + place.each.maxHiddenSeconds * 1000, settledAt(place));

  return {
    take({ pointId, length, measuredAt, values, quality }: GateSamples): void {
      for (const place of gates) {
        if (!('pointId' in place.each.point) || place.each.point.pointId !== pointId) continue;
        for (let i = 0; i < length; i++) {
          const value = values[i]!;
          if (quality[i]! >= firstBadQuality || !Number.isFinite(value)) continue;
          const at = measuredAt[i]!;
          const { gate } = place;
          if (gate.hiddenSince !== null && gate.shownSince !== null && settledAt(place) <= at) {
            spans.push([gate.hiddenSince, endOf(place)]);
            place.gate = openGate;
          }
          const before = place.gate;
          const longest = before.hiddenSince === null ? at : endOf(place);
          place.gate = throughGate(place.each, before, at, value);
          // Without a time to settle it judges again at once.
          if (before.hiddenSince !== null && place.gate === openGate)
            spans.push([before.hiddenSince, Math.min(longest, at)]);
        }
      }
    },

    /** Up to a time; those of several points overlap. */
    until: (end: number): Span[] => [
      ...spans,
      ...gates.flatMap((place) =>
        place.gate.hiddenSince === null ? [] : [[place.gate.hiddenSince, Math.min(endOf(place), end)] as const],
      ),
    ],
  };
}
