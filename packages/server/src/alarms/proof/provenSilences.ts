import type { Span } from '../engine/index.ts';

/** A rule about missing data, unchanged for a time. Times are epoch ms. */
export interface SilenceRule {
  readonly ruleId: number;
  readonly from: number;
  readonly until: number;
  readonly afterMs: number;
}

export interface SilentPoint {
  /** From the last good value to the next one; the last of them may end with the stretch. */
  readonly silences: readonly Span[];
  readonly rules: readonly SilenceRule[];
  /** When its gateway or slave is on record as lost: an alarm of that explains the silence. */
  readonly lost: readonly Span[];
  /** When its gateway came: silence counts from then, also after a start of the server. */
  readonly connectedAt: readonly number[];
  /** Five minutes, by their number, in which another point of the same line had a good value: the line lived and the server listened. */
  readonly heardBeside: ReadonlySet<number>;
  /** Alarms of this point on record; null: it goes on. */
  readonly recorded: readonly {
    readonly ruleId: number;
    readonly raisedAt: number;
    readonly returnedAt: number | null;
  }[];
}

export interface MissedSilence {
  readonly ruleId: number;
  readonly raisedAt: number;
  /** Null: it was silent to the end of the stretch. */
  readonly returnedAt: number | null;
}

export const slotMs = 300_000;
/** Silence is judged when it is heard of, some time after what it judges. */
const slackMs = 2 * slotMs;

/**
 * Alarms about missing data that should have been. Found only where nothing else can explain that there was none: the rule was in
 * force all the time, the line was not lost and spoke of other points throughout.
 *
 * @param stretch silences that became due within it are looked at; epoch ms
 */
export function missedSilences(
  { silences, rules, lost, connectedAt, heardBeside, recorded }: SilentPoint,
  stretch: { from: number; until: number },
): MissedSilence[] {
  const found: MissedSilence[] = [];
  for (const [lastGoodAt, nextGoodAt] of silences) {
    for (const { ruleId, from, until, afterMs } of rules) {
      const since = connectedAt.reduce(
        (at, up) => (up <= lastGoodAt + afterMs + slackMs ? Math.max(at, up) : at),
        lastGoodAt,
      );
      const dueAt = since + afterMs;
      const surelyBy = dueAt + slackMs;
      if (dueAt < stretch.from || surelyBy > Math.min(nextGoodAt, stretch.until)) continue;
      if (from > lastGoodAt || until < surelyBy) continue;
      if (lost.some(([lostAt, backAt]) => lostAt < surelyBy && backAt > lastGoodAt)) continue;
      if (!isHeard(heardBeside, lastGoodAt, surelyBy)) continue;
      const isOnRecord = recorded.some(
        (alarm) =>
          alarm.ruleId === ruleId &&
          alarm.raisedAt <= nextGoodAt + slackMs &&
          (alarm.returnedAt === null || alarm.returnedAt >= since),
      );
      if (isOnRecord) continue;
      found.push({ ruleId, raisedAt: dueAt, returnedAt: nextGoodAt < stretch.until ? nextGoodAt : null });
    }
  }
  return found;
}

function isHeard(slots: ReadonlySet<number>, from: number, until: number): boolean {
  for (let slot = Math.floor(from / slotMs); slot <= Math.floor(until / slotMs); slot++)
    if (!slots.has(slot)) return false;
  return true;
}
