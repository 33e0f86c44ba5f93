import {
  type AlarmEvent,
  type AlarmRule,
  type Band,
  endOccurrence,
  normalState,
  pointIdsOf,
  type ReturnReason,
  type RuleState,
  type Severity,
  type StateChange,
  type Subject,
  stateKey,
} from '../engine/index.ts';
import { parseRule } from '../ruleDefinition.ts';
import type { KeyFacts } from './alarmWrites.ts';
import type { readOpen } from './evaluator.store.ts';
import { subjectKey, type WatchList } from './watchList.ts';

type OpenRow = Awaited<ReturnType<typeof readOpen>>[number];

/** A rule on a subject that is watched no longer, or under another definition: whatever it left open must be ended. */
interface RetiredRule {
  readonly subject: Subject;
  readonly state: RuleState;
  readonly reason: Exclude<ReturnReason, 'conditionOver'>;
  readonly facts: KeyFacts;
}

export type RetiredRules = ReturnType<typeof createRetiredRules>;

/** Rules that left, until their endings are committed. The evaluator stays the only one who writes an alarm's end. */
export function createRetiredRules() {
  const retiring = new Map<string, RetiredRule>();
  /** Subjects that left the watch list and are in the database still. */
  let existing: ReadonlySet<string> = new Set();
  /** Rules that left it and are in the database still, closed or for other subjects. */
  let existingRules: ReadonlySet<number> = new Set();

  /** @param before as it ran; null when nobody knows any more */
  function reasonOf(
    subject: Subject,
    ruleId: number,
    before: AlarmRule | null,
    present: WatchList,
  ): RetiredRule['reason'] {
    const key = stateKey(ruleId, subject);
    if (!present.subjects.has(subjectKey(subject)) && !existing.has(subjectKey(subject))) return 'subjectDeleted';
    const now = present.rules.get(key);
    if (before !== null && present.incomplete.has(key)) {
      const looksAt = new Set(now ? pointIdsOf(now.rule) : []);
      if (pointIdsOf(before).some((id) => !looksAt.has(id))) return 'otherPointGone';
    }
    if (now) return 'ruleEdited';
    return existingRules.has(ruleId) ? 'ruleClosed' : 'ruleDeleted';
  }

  return {
    has: (key: string): boolean => retiring.has(key),
    keys: (): string[] => [...retiring.keys()],
    factsOf: (key: string): KeyFacts | undefined => retiring.get(key)?.facts,

    /** Tells a deleted subject from one that merely lost its rules, and a deleted rule from a closed one; say it before rules leave. */
    knowExisting(subjects: ReadonlySet<string>, rules: ReadonlySet<number>): void {
      existing = subjects;
      existingRules = rules;
    },

    /** Found at a start: the old rule is known from the alarm itself, if it left one open. */
    restored(ruleId: number, subject: Subject, stored: RuleState, open: OpenRow | undefined, present: WatchList): void {
      const key = stateKey(ruleId, subject);
      const rule = open && parseRule(ruleId, open.rule_definition);
      retiring.set(key, {
        subject,
        state: open ? stateOfOpen(stored, open) : normalState,
        reason: reasonOf(subject, ruleId, rule ?? null, present),
        facts: {
          watched: {
            // Nothing of it will be said but that it ended; mostly only its state is deleted.
            rule: rule ?? { id: ruleId, kind: 'noData', afterSeconds: 1, severity: 4 },
            strategyId: null,
            repeatMinutes: null,
            notifyOnClear: false,
          },
          place: null,
          unit: open?.unit ?? '',
          decimals: open?.decimals ?? 0,
        },
      });
    },

    /** Rules of the old list that the new one has no longer, or with another definition. */
    between(before: WatchList, loaded: WatchList, stateOf: (ruleId: number, subject: Subject) => RuleState): void {
      for (const [name, { subject, signature, rules, place }] of before.subjects) {
        const present = loaded.subjects.get(name);
        if (present?.signature === signature) continue;
        for (const watched of rules) {
          const key = stateKey(watched.rule.id, subject);
          if (present && loaded.rules.get(key)?.hash === watched.hash) continue;
          // One that retiring before and could not be written yet is still to be ended.
          if (retiring.has(key)) continue;
          retiring.set(key, {
            subject,
            state: stateOf(watched.rule.id, subject),
            reason: reasonOf(subject, watched.rule.id, watched.rule, loaded),
            facts: { watched, place, unit: place.unit, decimals: place.decimals },
          });
        }
      }
    },

    /** What is to be written of those that left: their alarms' ends, and that nothing is pending. */
    endings(now: number, lateAfterMs: number): { events: AlarmEvent[]; states: Map<string, StateChange> } {
      const events: AlarmEvent[] = [];
      const states = new Map<string, StateChange>();
      for (const [key, { subject, state, reason, facts }] of retiring) {
        const { rule } = facts.watched;
        const event = endOccurrence(rule, state, reason, { subject, now, lateAfterMs });
        if (event) events.push(event);
        states.set(key, { ruleId: rule.id, subject, state: normalState });
      }
      return { events, states };
    },

    committed(keys: readonly string[]): void {
      for (const key of keys) retiring.delete(key);
    },
  };
}

const stateOfOpen = (stored: RuleState, open: OpenRow): RuleState => ({
  ...stored,
  phase: 'active',
  raisedAt: open.raised_at.getTime(),
  severity: open.severity as Severity,
  band: open.band as Band | null,
  extreme: open.extreme,
  changedAt: Math.max(stored.changedAt, open.raised_at.getTime()),
});
