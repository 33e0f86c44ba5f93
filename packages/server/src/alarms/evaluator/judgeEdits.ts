import { hourMs } from '@watchpost/contract';
import type { RawHistory } from '../../history/index.ts';
import type { Loss } from '../backTest/followLinks.ts';
import { createReplay, type ReplayedPoint } from '../backTest/replay.ts';
import {
  type AlarmRule,
  judgesValues,
  pointIdsOf,
  type RuleState,
  stateKey,
  utcCalendar,
  waitMs,
  wantsMs,
} from '../engine/index.ts';
import type { CursorOf } from './lastGoodCursors.ts';
import { subjectKey, type WatchedSubject, type WatchList } from './watchList.ts';

/** An edited rule of a point, with the state in which its former words left it. */
export interface EditedRule {
  readonly pointId: number;
  readonly rule: AlarmRule;
  readonly before: RuleState;
}

export interface EditDeps {
  readonly historyOf: (pointIds: readonly number[], from: number, to: number) => Promise<readonly RawHistory[]>;
  /** When the links of points are on record as lost since a moment. */
  readonly lossesOf: (pointIds: readonly number[], from: number) => Promise<ReadonlyMap<number, readonly Loss[]>>;
  readonly cursorOf: CursorOf;
}

/** The replay goes back at least this far, to find when a new excursion began. */
const minBackMs = 24 * hourMs;
const maxBackMs = 8 * 24 * hourMs;
/** Replayed together: a day of points that are sampled every minute is some megabytes. */
const pointsAtOnce = 50;

/**
 * How edited rules that judge values stand at `now`, judged over history; by state key. One whose point history knows nothing of is
 * left out.
 */
export async function judgeEdits(
  edited: readonly EditedRule[],
  list: WatchList,
  now: number,
  deps: EditDeps,
): Promise<Map<string, RuleState>> {
  const judged = new Map<string, RuleState>();
  const judgeable = edited.filter(({ rule }) => judgesValues(rule));
  const byPoint = [...Map.groupBy(judgeable, ({ pointId }) => pointId)];
  for (let first = 0; first < byPoint.length; first += pointsAtOnce) {
    const some = byPoint.slice(first, first + pointsAtOnce);
    const standsSince = ({ before }: EditedRule) => (before.phase === 'normal' ? now : before.since);
    const from =
      now - Math.max(...some.flatMap(([, rules]) => rules.map((each) => backMs(each.rule, standsSince(each), now))));
    const rulesOf = new Map(some.map(([pointId, rules]) => [pointId, rules.map(({ rule }) => rule)]));
    const ids = new Set(
      some.flatMap(([pointId, rules]) => [pointId, ...rules.flatMap(({ rule }) => pointIdsOf(rule))]),
    );
    const watched = [...ids].flatMap((id) => list.subjects.get(subjectKey({ type: 'point', id })) ?? []);
    const losses = await deps.lossesOf([...ids], from);
    const replay = createReplay(
      watched.map((point) => replayed(point, rulesOf.get(point.subject.id) ?? [], losses.get(point.subject.id) ?? [])),
      from,
    );
    const known = new Map((await deps.historyOf([...ids], from, now + 1)).map((each) => [each.pointId, each]));
    const histories = watched.flatMap(({ subject }) =>
      sinceHeld(subject.id, known.get(subject.id), from, deps.cursorOf),
    );
    await replay.take(histories, now + 1);
    for (const { pointId, length } of histories) {
      for (const { id } of length === 0 ? [] : (rulesOf.get(pointId) ?? [])) {
        const look = replay.look(id, pointId, now);
        if (look !== null) judged.set(stateKey(id, { type: 'point', id: pointId }), look.state);
      }
    }
  }
  return judged;
}

/** How far back history is replayed for a rule, in ms: its delays and what it looks back at, from when its alarm began. */
export function backMs(rule: AlarmRule, standsSince: number, now: number): number {
  const { own, gates } = wantsMs(rule);
  const delays = 'offDelaySeconds' in rule ? rule.offDelaySeconds * 1000 : 0;
  const reachMs = 2 * (waitMs(rule) + delays + own + Math.max(0, ...gates.map(({ ms }) => ms)));
  return Math.min(maxBackMs, Math.max(minBackMs, reachMs, now - standsSince + hourMs + reachMs));
}

const replayed = (
  { subject, maxGapSeconds, calendar }: WatchedSubject,
  rules: readonly AlarmRule[],
  losses: readonly Loss[],
): ReplayedPoint => ({
  pointId: subject.id,
  maxGapSeconds,
  calendar: calendar ?? utcCalendar,
  isKnownBefore: true,
  isExplained: false,
  losses,
  rules,
});

/** The samples of a point; where none came in the stretch, the value it has held since before. */
function sinceHeld(pointId: number, known: RawHistory | undefined, from: number, cursorOf: CursorOf): RawHistory[] {
  if (known !== undefined && known.length > 0) return [known];
  const held = cursorOf(pointId)?.heldValue ?? null;
  return held === null ? [] : [heldSince(pointId, held, from)];
}

/** A value that a point has held since before a moment, as if it had been measured then. */
export const heldSince = (pointId: number, value: number, from: number): RawHistory => ({
  pointId,
  length: 1,
  measuredAt: Float64Array.of(from),
  values: Float64Array.of(value),
  quality: Uint8Array.of(0),
});
