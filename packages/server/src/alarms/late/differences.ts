import type { AlarmEvent, AlarmRule, RuleState } from '../engine/index.ts';
import type { RecordedAlarm } from './late.store.ts';

/** An occurrence as history tells it, late samples included. Epoch ms. */
export interface JudgedOccurrence {
  readonly ruleId: number;
  readonly pointId: number;
  readonly strategyId: number;
  /** As it stood then. */
  readonly rule: AlarmRule;
  readonly raisedAt: number;
  /** Null: it is still on. */
  returnedAt: number | null;
  /** Null: its condition was over, or it is still on. */
  endReason: string | null;
  readonly events: AlarmEvent[];
  /** How it stands, or stood when it was over. */
  standing: Pick<RuleState, 'severity' | 'band' | 'limit' | 'extreme'>;
}

/** What is to be written of an alarm on record in place of what it says. */
export interface Correction {
  readonly id: number;
  readonly raised_at: Date;
  readonly returned_at: Date | null;
  readonly end_reason: string | null;
  readonly severity: number | null;
  readonly worst_severity: number;
  readonly had_severities: number;
  readonly band: string | null;
  readonly limit_value: number | null;
  readonly extreme: number | null;
  readonly sentence_zh: string | null;
  readonly sentence_en: string | null;
}

export interface Differences {
  readonly found: readonly JudgedOccurrence[];
  /** `raisedAt` and `returnedAt`: what the alarm is to say, which is what it says where nothing speaks against it. */
  readonly moved: readonly {
    readonly alarm: RecordedAlarm;
    readonly occurrence: JudgedOccurrence;
    readonly raisedAt: number;
    readonly returnedAt: number | null;
    readonly endReason: string | null;
    readonly worstSeverity: number;
  }[];
  readonly disproved: readonly RecordedAlarm[];
}

/** Ends that came from outside, at the moment somebody or something decided it: no data move them. */
const givenEnds: ReadonlySet<string> = new Set([
  'suppressedBySource',
  'ruleClosed',
  'ruleDeleted',
  'ruleEdited',
  'otherPointGone',
  'subjectDeleted',
]);

/**
 * What history tells of one rule on one point against what is on record. Late data change nothing of before they were measured, so
 * of that time the record is right. An alarm on record goes with the occurrence it overlaps most.
 *
 * @param from up to where the record is right; epoch ms
 * @param until up to where was judged
 */
export function differencesOf(
  recorded: readonly RecordedAlarm[],
  judged: readonly JudgedOccurrence[],
  { from, until }: { from: number; until: number },
): Differences {
  const endOf = (at: number | null): number => at ?? until;
  const alarms = recorded.map((alarm) => ({
    alarm,
    raisedAt: alarm.raised_at.getTime(),
    returnedAt: alarm.returned_at?.getTime() ?? null,
  }));
  const concerned = alarms.filter(({ returnedAt }) => endOf(returnedAt) >= from);
  const occurrences = judged.filter(({ returnedAt }) => endOf(returnedAt) >= from);

  const pairs = concerned
    .flatMap((each) =>
      occurrences.map((occurrence) => ({ each, occurrence, overlap: overlapOf(each, occurrence, endOf) })),
    )
    .filter(({ each, occurrence, overlap }) => overlap > 0 || each.raisedAt === occurrence.raisedAt)
    .sort((a, b) => b.overlap - a.overlap || a.each.raisedAt - b.each.raisedAt);
  const taken = new Set<unknown>();
  const moved: Differences['moved'][number][] = [];
  for (const { each, occurrence } of pairs) {
    if (taken.has(each) || taken.has(occurrence)) continue;
    taken.add(each);
    taken.add(occurrence);
    const { alarm } = each;
    const raisedAt = Math.max(each.raisedAt, occurrence.raisedAt) < from ? each.raisedAt : occurrence.raisedAt;
    const lasted = endOf(occurrence.returnedAt) >= endOf(each.returnedAt);
    const isGiven = alarm.end_reason !== null && givenEnds.has(alarm.end_reason) && lasted;
    const [returnedAt, endReason] = isGiven
      ? [each.returnedAt, alarm.end_reason]
      : [occurrence.returnedAt, occurrence.endReason];
    const isSame = raisedAt === each.raisedAt && returnedAt === each.returnedAt && endReason === alarm.end_reason;
    const { severity, extreme } = occurrence.standing;
    const worstSeverity = worstOf(alarm, occurrence);
    const isAsBad = severity === alarm.severity && worstSeverity === alarm.worst_severity;
    if (!isSame || !isAsBad || (extreme !== null && extreme !== alarm.extreme))
      moved.push({ alarm, occurrence, raisedAt, returnedAt, endReason, worstSeverity });
  }
  return {
    found: occurrences.filter((each) => !taken.has(each) && each.raisedAt >= from),
    moved,
    disproved: concerned.filter((each) => !taken.has(each) && each.raisedAt >= from).map(({ alarm }) => alarm),
  };
}

/** Of one that was judged from its beginning what history says; of another its record may know worse from before. */
function worstOf(alarm: RecordedAlarm, { standing, events }: JudgedOccurrence): number {
  const isWhole = events.some(({ type }) => type === 'raised');
  const judged = [standing.severity ?? alarm.severity, ...events.map(({ severity }) => severity)];
  return Math.min(...judged, ...(isWhole ? [] : [alarm.worst_severity]));
}

/** In ms; negative: they lie apart. */
const overlapOf = (
  alarm: { raisedAt: number; returnedAt: number | null },
  occurrence: JudgedOccurrence,
  endOf: (at: number | null) => number,
): number =>
  Math.min(endOf(alarm.returnedAt), endOf(occurrence.returnedAt)) - Math.max(alarm.raisedAt, occurrence.raisedAt);
