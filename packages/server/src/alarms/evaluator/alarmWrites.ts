import { type AlarmJournalRow, type Bilingual, pushTypes } from '@watchpost/contract';
import { isNotified, severityBit } from '../../notifications/index.ts';
import {
  type AlarmEvent,
  type AlarmKind,
  type AlarmRule,
  type Band,
  isOpen,
  type RuleState,
  type StateChange,
  type Subject,
  sentence,
  severityOf,
  stateKey,
} from '../engine/index.ts';
import { qualityText } from '../words/qualityText.ts';
import { ruleChangeText } from '../words/ruleChangeText.ts';
import { whileOffline } from '../words/whileOffline.ts';
import type { Place, WatchedRule } from './watchList.ts';

export interface JournalEntry {
  readonly at: Date;
  readonly kind: AlarmJournalRow['Kind'];
  readonly severity: number | null;
  readonly value: number | null;
  readonly limit: number | null;
  readonly text: Bilingual;
}

/** A message to send when the transition is written. */
export interface Push {
  readonly type: number;
  readonly step: string;
  readonly severity: number;
  readonly text: Bilingual;
  /** The all-clear is only for those who were notified of the alarm. */
  readonly previouslyNotifiedOnly: boolean;
}

/** What is to be written about one occurrence: all transitions of a batch folded into one row. */
export interface AlarmWrite {
  readonly isNew: boolean;
  /** Its rule was edited: from here on it stands by this one. */
  readonly isRedefined: boolean;
  readonly rule: AlarmRule;
  readonly subject: Subject;
  /** Only new ones need it. */
  readonly place: Place | null;
  readonly strategyId: number | null;
  readonly raisedAt: Date | null;
  readonly valueAtRaise: number | null;
  readonly kind: AlarmKind;
  /** Null: as it was. */
  severity: number | null;
  /** The worst among the transitions of the batch; null: none of them says. */
  worstSeverity: number | null;
  /** Those among the transitions of the batch, one bit each. */
  hadSeverities: number;
  band: Band | null;
  limit: number | null;
  extreme: number | null;
  sentence: Bilingual | null;
  detectedLate: boolean;
  /** Its severity rose: an acknowledgement from before was of something lesser. */
  isUnacknowledgedAgain: boolean;
  nextRepeatAt: Date | null;
  returnedAt: Date | null;
  endReason: string | null;
  /** The innermost limit that was exceeded; null: it has none. */
  innerLimit: number | null;
  /** The notification for an alarm that ended before anybody heard of it; null while it is on. */
  whileOffline: Bilingual | null;
  readonly journal: JournalEntry[];
  pushes: Push[];
}

/** An open alarm that goes on under another definition of its rule. */
export interface Redefinition {
  readonly key: string;
  readonly subject: Subject;
  readonly before: AlarmRule;
  readonly rule: AlarmRule;
  /** How it stands by the present definition. */
  readonly state: RuleState;
  readonly at: number;
}

/** What the evaluator knows of a state key; a rule that is leaving may have no place any more. */
export interface KeyFacts {
  readonly watched: Omit<WatchedRule, 'hash' | 'strategyId'> & { readonly strategyId: number | null };
  readonly place: Place | null;
  readonly unit: string;
  readonly decimals: number;
}

/**
 * Folds the events of an evaluation into one write per occurrence, endings of old ones before new ones of the same key.
 * Pure: the same evaluation always gives the same writes, which is what makes a retry after a rollback harmless.
 */
export function alarmWrites(
  events: readonly AlarmEvent[],
  changes: Iterable<StateChange>,
  context: {
    now: number;
    factsOf(key: string, subject: Subject): KeyFacts | undefined;
    /** The state before the evaluation. */
    stateBefore(change: StateChange): RuleState;
    /** Before their further events. */
    redefined?: readonly Redefinition[];
  },
): AlarmWrite[] {
  const writes: AlarmWrite[] = [];
  const openByKey = new Map<string, AlarmWrite>();

  for (const { key, subject, before, rule, state, at } of context.redefined ?? []) {
    const facts = context.factsOf(key, subject);
    if (!facts) continue;
    const { severity, band, limit, extreme } = state;
    const text = ruleChangeText(before, rule, facts);
    const write: AlarmWrite = {
      ...blankWrite(false, facts, rule, subject),
      isRedefined: true,
      severity: severityOf(rule, state),
      band,
      limit,
      extreme,
    };
    write.journal.push({ at: new Date(at), kind: 'ruleChanged', severity, value: null, limit, text });
    openByKey.set(key, write);
    writes.push(write);
  }

  for (const event of events) {
    const key = stateKey(event.ruleId, event.subject);
    const facts = context.factsOf(key, event.subject);
    if (!facts) continue;
    const text = sentence(event, sentenceOptions(event, facts));
    const { watched } = facts;
    const nextRepeatAt = () =>
      watched.repeatMinutes === null || !isNotified(event.severity)
        ? null
        : new Date(context.now + watched.repeatMinutes * 60_000);
    const push = (type: number, step: string, previouslyNotifiedOnly: boolean) =>
      write.pushes.push({ type, step, severity: event.severity, text, previouslyNotifiedOnly });
    const tell = (type: number, step: string) => {
      if (event.notify && isNotified(event.severity)) push(type, step, false);
    };
    // Recipients of the worse severity get the all-clear, also when in the end it was for the record only.
    const tellThoseTold = (type: number, step: string) => {
      if (event.notify) push(type, step, true);
    };

    let write: AlarmWrite;
    if (event.type === 'raised') {
      write = {
        ...blankWrite(true, facts, watched.rule, event.subject),
        raisedAt: new Date(event.raisedAt),
        valueAtRaise: event.value,
      };
    } else {
      write = openByKey.get(key) ?? blankWrite(false, facts, watched.rule, event.subject);
    }
    if (openByKey.get(key) !== write) {
      openByKey.set(key, write);
      writes.push(write);
    }
    write.extreme = event.extreme;
    write.innerLimit = innerOf(write.innerLimit, event);
    write.worstSeverity = Math.min(write.worstSeverity ?? event.severity, event.severity);
    write.hadSeverities |= severityBit(event.severity);
    let kind: JournalEntry['kind'] = event.type;

    switch (event.type) {
      case 'raised':
        Object.assign(write, { severity: event.severity, band: event.band, limit: event.limit, sentence: text });
        write.detectedLate = event.detectedLate;
        if (event.notify) write.nextRepeatAt = nextRepeatAt();
        tell(pushTypes.trigger, 'raised');
        break;
      case 'stillActive':
        write.detectedLate = true;
        write.nextRepeatAt = nextRepeatAt();
        tell(pushTypes.trigger, 'raised');
        break;
      case 'severityChanged':
        Object.assign(write, { severity: event.severity, band: event.band, limit: event.limit, sentence: text });
        if (event.direction === 'rise') {
          write.isUnacknowledgedAgain = true;
          if (event.notify) write.nextRepeatAt = nextRepeatAt();
          // The time is part of the key: the same occurrence may fall and rise again, and each rise is a notification of its own.
          tell(pushTypes.escalation, `severity:${event.severity}:${event.at}`);
        }
        // A rise of this very batch that has fallen again is not notified.
        if (event.direction === 'fall')
          write.pushes = write.pushes.filter(
            ({ type, severity }) => type !== pushTypes.escalation || severity >= event.severity,
          );
        // It may have been raised in this very batch.
        if (!isNotified(event.severity)) write.nextRepeatAt = null;
        break;
      case 'returnedToNormal': {
        const isOver = event.reason === 'conditionOver';
        write.returnedAt = new Date(event.at);
        write.endReason = isOver ? null : event.reason;
        write.nextRepeatAt = null;
        write.whileOffline = whileOffline(event, write.innerLimit, facts);
        // "Back to normal" would be a lie about an alarm that was merely explained or whose rule went away.
        if (isOver && watched.notifyOnClear) tellThoseTold(pushTypes.clear, 'returned');
        if (!isOver) {
          kind = 'ended';
          tellThoseTold(pushTypes.ended, 'ended');
        }
        openByKey.delete(key);
        break;
      }
    }
    const { severity, value, limit } = event;
    write.journal.push({ at: new Date(event.at), kind, severity, value, limit, text });
  }

  // The worst value of an open occurrence moves without any transition.
  for (const change of changes) {
    const { ruleId, subject, state } = change;
    if (!isOpen(state) || state.extreme === null) continue;
    const key = stateKey(ruleId, subject);
    const open = openByKey.get(key);
    if (open) {
      open.extreme = state.extreme;
      continue;
    }
    const facts = context.factsOf(key, subject);
    if (!facts || context.stateBefore(change).extreme === state.extreme) continue;
    writes.push({ ...blankWrite(false, facts, facts.watched.rule, subject), extreme: state.extreme });
  }
  return writes;
}

/** Above, the lower of two limits was exceeded first; below, the higher one. */
function innerOf(limit: number | null, event: AlarmEvent): number | null {
  if (limit === null || event.limit === null) return limit ?? event.limit;
  const isHigh = event.band === 'high' || event.band === 'highHigh';
  return isHigh ? Math.min(limit, event.limit) : Math.max(limit, event.limit);
}

const blankWrite = (isNew: boolean, facts: KeyFacts, rule: AlarmRule, subject: Subject): AlarmWrite => ({
  isNew,
  isRedefined: false,
  rule,
  subject,
  place: facts.place,
  strategyId: facts.watched.strategyId,
  raisedAt: null,
  valueAtRaise: null,
  kind: rule.kind,
  severity: null,
  worstSeverity: null,
  hadSeverities: 0,
  band: null,
  limit: null,
  extreme: null,
  sentence: null,
  detectedLate: false,
  isUnacknowledgedAgain: false,
  nextRepeatAt: null,
  returnedAt: null,
  endReason: null,
  innerLimit: null,
  whileOffline: null,
  journal: [],
  pushes: [],
});

function sentenceOptions(event: AlarmEvent, { unit, decimals, place, watched: { rule } }: KeyFacts) {
  const valueText = event.kind === 'state' ? place?.statusValues.find(({ value }) => value === event.value) : undefined;
  const why = event.quality === null ? undefined : qualityText(event.quality);
  return {
    unit,
    decimals,
    ...(event.kind === 'state' &&
      place && { pointName: { zh: place.subjectName, en: place.subjectNameEn ?? place.subjectName } }),
    ...(valueText && { valueText }),
    ...(rule.kind === 'state' && { isOneOfSeveral: rule.values.length > 1 }),
    ...(why && { qualityText: why }),
    ...(rule.kind === 'rateOfChange' && { windowSeconds: rule.windowSeconds }),
  };
}
