import {
  type AlarmEvent,
  type AlarmRule,
  isAboutTheSource,
  isOpen,
  normalState,
  type RuleState,
  raisedBy,
  redefinedTo,
  type Subject,
  waitMs,
} from '../engine/index.ts';

/** What an edit makes of a rule on a subject. */
export interface EditOutcome {
  /** `continues`: the open alarm goes on; `begins`: there is one now that was none; `ends`: an open one does not hold any more. */
  readonly kind: 'continues' | 'begins' | 'ends' | 'none';
  readonly state: RuleState;
  /** Not of one that ends: that is told with its reason. */
  readonly events: readonly AlarmEvent[];
}

interface Moment {
  readonly subject: Subject;
  readonly now: number;
  readonly lateAfterMs: number;
}

/**
 * Holds the state that an edited rule has by history against the one its former words left.
 *
 * @param judged null: nothing is known of it by history
 * @param value the one the point holds
 */
export function continueAlarm(
  before: { readonly rule: AlarmRule; readonly state: RuleState },
  rule: AlarmRule,
  judged: RuleState | null,
  value: number | null,
  moment: Moment,
): EditOutcome {
  const isSameKind = before.rule.kind === rule.kind;
  const found = isAboutTheSource(rule.kind) && isSameKind ? stillSilent(before.state, rule, moment.now) : judged;
  const wasOpen = isOpen(before.state);
  if (found === null || !isOpen(found))
    return { kind: wasOpen ? 'ends' : 'none', state: found ?? normalState, events: [] };
  if (!wasOpen) {
    const begun: RuleState = { ...found, announced: true };
    return { kind: 'begins', state: begun, events: [raisedBy(rule, begun, value, moment)] };
  }
  if (!isSameKind) return { kind: 'ends', state: normalState, events: [] };
  const { state, events } = redefinedTo(rule, before.state, found, value, moment);
  return { kind: 'continues', state, events };
}

/**
 * Silence and links are judged as we hear of them: an alarm goes on under an edited rule if that had raised it by now.
 *
 * @param since when the silence began; epoch ms
 */
export const outlastsWait = (since: number, rule: AlarmRule, now: number): boolean => now - since >= waitMs(rule);

const stillSilent = (before: RuleState, rule: AlarmRule, now: number): RuleState =>
  isOpen(before) && outlastsWait(before.since, rule, now) ? before : normalState;
