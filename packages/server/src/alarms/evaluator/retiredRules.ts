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
import type { KeyFacts, Redefinition } from './alarmWrites.ts';
import type { EditOutcome } from './continueAlarm.ts';
import type { OpenRow } from './evaluator.store.ts';
import { isSameWatch, subjectKey, type WatchList } from './watchList.ts';

/** A rule on a subject that is watched no longer, or under another definition: what it left open must be ended. */
interface RetiredRule {
  readonly subject: Subject;
  readonly state: RuleState;
  readonly reason: Exclude<ReturnReason, 'conditionOver'>;
  readonly facts: KeyFacts;
  /** Its edited rule goes on from here. */
  readonly after: RuleState;
}

/** An edited rule that goes on from the state its new words have by history. */
interface EditedRule {
  readonly subject: Subject;
  readonly before: AlarmRule;
  readonly rule: AlarmRule;
  readonly outcome: EditOutcome;
}

export type RetiredRules = ReturnType<typeof createRetiredRules>;

/** Rules that left, until their endings are committed. The evaluator stays the only one who writes an alarm's end. */
export function createRetiredRules() {
  const retiring = new Map<string, RetiredRule>();
  const edited = new Map<string, EditedRule>();
  /** Subjects that left the watch list and still are in the database. */
  let existing: ReadonlySet<string> = new Set();
  /** Rules that left it and still are in the database, closed or for other subjects. */
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
    has: (key: string): boolean => retiring.has(key) || edited.has(key),
    keys: (): string[] => [...retiring.keys(), ...edited.keys()],
    factsOf: (key: string): KeyFacts | undefined => retiring.get(key)?.facts,

    /** Tells a deleted subject from one that merely lost its rules, and a deleted rule from a closed one; say it before rules leave. */
    knowExisting(subjects: ReadonlySet<string>, rules: ReadonlySet<number>): void {
      existing = subjects;
      existingRules = rules;
    },

    /** Found at a start: the old rule is known from the alarm itself, if it left one open. */
    restored(
      ruleId: number,
      subject: Subject,
      stored: RuleState,
      open: OpenRow | undefined,
      present: WatchList,
      after: RuleState = normalState,
    ): void {
      const key = stateKey(ruleId, subject);
      const rule = open && parseRule(ruleId, open.rule_definition);
      retiring.set(key, {
        subject,
        state: open ? stateOfOpen(stored, open) : normalState,
        reason: reasonOf(subject, ruleId, rule ?? null, present),
        facts: {
          watched: {
            // Only that it ended will be said; mostly only its state is deleted.
            rule: rule ?? { id: ruleId, kind: 'noData', afterSeconds: 1, severity: 4 },
            strategyId: null,
            repeatMinutes: null,
            notifyOnClear: false,
          },
          place: null,
          unit: open?.unit ?? '',
          decimals: open?.decimals ?? 0,
        },
        after,
      });
    },

    /** Whether a rule was edited, as opposed to one that lost a point it looks at. */
    isEdit: (ruleId: number, subject: Subject, before: AlarmRule, present: WatchList): boolean =>
      reasonOf(subject, ruleId, before, present) === 'ruleEdited',

    /** An edited rule whose alarm goes on, or begins: nothing of it is ended. */
    edited(key: string, rule: EditedRule): void {
      edited.set(key, rule);
    },

    /**
     * Rules of the old list that the new one has no longer, or with another definition.
     *
     * @param outcomeOf what an edit makes of a rule; null: it is not known by history
     */
    between(
      before: WatchList,
      loaded: WatchList,
      stateOf: (ruleId: number, subject: Subject) => RuleState,
      outcomeOf: (key: string, subject: Subject, before: AlarmRule, rule: AlarmRule) => EditOutcome | null,
    ): void {
      for (const [name, formerly] of before.subjects) {
        const { subject, rules, place } = formerly;
        const present = loaded.subjects.get(name);
        if (present && isSameWatch(formerly, present)) continue;
        for (const watched of rules) {
          const key = stateKey(watched.rule.id, subject);
          if (present && loaded.rules.get(key)?.hash === watched.hash) continue;
          // One that was retiring before and could not be written yet is still to be ended.
          if (retiring.has(key)) continue;
          const reason = reasonOf(subject, watched.rule.id, watched.rule, loaded);
          const rule = reason === 'ruleEdited' ? loaded.rules.get(key)?.rule : undefined;
          const outcome = rule === undefined ? null : outcomeOf(key, subject, watched.rule, rule);
          if (rule !== undefined && outcome !== null && outcome.kind !== 'ends') {
            edited.set(key, afterEarlier(edited.get(key), { subject, before: watched.rule, rule, outcome }));
            continue;
          }
          edited.delete(key);
          retiring.set(key, {
            subject,
            state: stateOf(watched.rule.id, subject),
            reason,
            facts: { watched, place, unit: place.unit, decimals: place.decimals },
            after: outcome?.state ?? normalState,
          });
        }
      }
    },

    /** What is to be written of rules that left or were edited: their alarms' ends and what goes on, and how they stand now. */
    endings(
      now: number,
      lateAfterMs: number,
    ): { events: AlarmEvent[]; redefined: Redefinition[]; states: Map<string, StateChange> } {
      const events: AlarmEvent[] = [];
      const redefined: Redefinition[] = [];
      const states = new Map<string, StateChange>();
      for (const [key, { subject, before, rule, outcome }] of edited) {
        if (outcome.kind === 'continues') redefined.push({ key, subject, before, rule, state: outcome.state, at: now });
        events.push(...outcome.events);
        states.set(key, { ruleId: rule.id, subject, state: outcome.state });
      }
      for (const [key, { subject, state, reason, facts, after }] of retiring) {
        const { rule } = facts.watched;
        const event = endOccurrence(rule, state, reason, { subject, now, lateAfterMs });
        if (event) events.push(event);
        states.set(key, { ruleId: rule.id, subject, state: after });
      }
      return { events, redefined, states };
    },

    committed(keys: readonly string[]): void {
      for (const key of keys) {
        retiring.delete(key);
        edited.delete(key);
      }
    },
  };
}

/** Of two edits before anything was written: what the first announced is still to be announced. */
function afterEarlier(earlier: EditedRule | undefined, edit: EditedRule): EditedRule {
  if (earlier === undefined) return edit;
  const { kind, events } = earlier.outcome;
  const outcome: EditOutcome = {
    ...edit.outcome,
    kind: kind === 'begins' ? kind : edit.outcome.kind,
    events: [...events, ...edit.outcome.events],
  };
  return { ...edit, before: earlier.before, outcome };
}

/** The state of an alarm that is open in the database; what the row does not say is as stored. */
export const stateOfOpen = (stored: RuleState, open: OpenRow): RuleState => ({
  ...stored,
  phase: 'active',
  raisedAt: open.raised_at.getTime(),
  severity: open.severity as Severity,
  band: open.band as Band | null,
  extreme: open.extreme,
  changedAt: Math.max(stored.changedAt, open.raised_at.getTime()),
});
