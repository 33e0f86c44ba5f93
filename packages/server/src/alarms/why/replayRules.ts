import type { History, RawHistory } from '../../history/index.ts';
import { createReplay, type ReplayedPoint } from '../backTest/replay.ts';
import type { AlarmRule } from '../engine/index.ts';

export interface RulesToReplay {
  /** The judged point and those that its rules refer to. */
  readonly points: readonly ReplayedPoint[];
  readonly pointId: number;
  readonly rules: readonly { readonly rule: AlarmRule; readonly inForceSince: number | null }[];
  readonly maxGapMs: number;
  /** Epoch ms. The rules are looked at as they stand at `at`. */
  readonly from: number;
  readonly at: number;
  readonly until: number;
}

export interface HeldValue {
  readonly at: number;
  readonly value: number;
  readonly quality: number;
}

/** Lets the engine judge a stretch of a point's past: how its rules stood at a moment, and what they raised. */
export async function replayRules(
  history: Pick<History, 'rawChunks'>,
  { points, pointId, rules, maxGapMs, from, at, until }: RulesToReplay,
  signal: AbortSignal,
) {
  // Each rule sees only what came since it was in force, so that nothing seems to have begun before it was made.
  const replays = [...Map.groupBy(rules, ({ inForceSince }) => inForceSince ?? 0)].map(([inForceSince, group]) => {
    const own = group.map(({ rule }) => rule);
    return {
      ruleIds: new Set(own.map(({ id }) => id)),
      replay: createReplay(
        points.map((each) => {
          if (each.pointId !== pointId) return each;
          const isInForce = inForceSince <= from;
          return { ...each, rules: own, ...(!isInForce && { before: undefined, goodBefore: undefined }) };
        }),
        from,
      ),
      shown: shownSince(inForceSince, maxGapMs),
    };
  });
  const replayOf = (ruleId: number) => replays.find(({ ruleIds }) => ruleIds.has(ruleId))?.replay;

  /** The first measurement in the stretch, and the newest at the moment. */
  const seen: { firstSeenAt: number | null; newest: HeldValue | null } = { firstSeenAt: null, newest: null };
  const ids = points.map((each) => each.pointId);
  async function takeStretch(start: number, end: number): Promise<void> {
    for await (const chunk of history.rawChunks(ids, start, end, signal)) {
      for (const { replay, shown } of replays) {
        const shownChunk = chunk.points.map((each) => (each.pointId === pointId ? shown(each, chunk.to) : each));
        await replay.take(shownChunk, chunk.to, signal);
      }
      const own = chunk.points.find((each) => each.pointId === pointId);
      if (!own || own.length === 0 || start > at) continue;
      seen.firstSeenAt ??= own.measuredAt[0]!;
      seen.newest = valueAt(own, own.length - 1);
    }
  }

  await takeStretch(from, at + 1);
  const looks = new Map(rules.map(({ rule }) => [rule.id, replayOf(rule.id)!.look(rule.id, pointId, at)]));
  if (until > at + 1) await takeStretch(at + 1, until);
  return {
    ...seen,
    lookOf: (ruleId: number) => looks.get(ruleId) ?? null,
    alarmsOf: (ruleId: number) => replayOf(ruleId)?.alarms.filter((alarm) => alarm.ruleId === ruleId) ?? [],
  };
}

const valueAt = ({ measuredAt, values, quality }: RawHistory, place: number): HeldValue => ({
  at: measuredAt[place]!,
  value: values[place]!,
  quality: quality[place]!,
});

/**
 * What a rule that began at a moment sees of one point, stretch by stretch in the order of time: the value held just then, as the
 * engine judges it at once, and everything measured since.
 */
function shownSince(begunAt: number, maxGapMs: number): (history: RawHistory, until: number) => RawHistory {
  let held: HeldValue | null = null;
  let hasBegun = false;
  return (history, until) => {
    const { pointId, length, measuredAt, values, quality } = history;
    let first = 0;
    while (first < length && measuredAt[first]! < begunAt) first++;
    if (first > 0) held = valueAt(history, first - 1);
    const isFirst = !hasBegun && until > begunAt;
    hasBegun ||= isFirst;
    const isFresh = held !== null && begunAt - held.at <= maxGapMs && measuredAt[first] !== begunAt;
    const carried = isFirst && held !== null && isFresh ? held : null;
    if (first === 0 && carried === null) return history;
    return {
      pointId,
      length: length - first + (carried ? 1 : 0),
      measuredAt: Float64Array.from([...(carried ? [begunAt] : []), ...measuredAt.subarray(first, length)]),
      values: Float64Array.from([...(carried ? [carried.value] : []), ...values.subarray(first, length)]),
      quality: Uint8Array.from([...(carried ? [carried.quality] : []), ...quality.subarray(first, length)]),
    };
  };
}
