import type { AlarmEventName } from '@watchpost/contract';
import type { JournalRow } from './store.ts';

/** What a line of the journal is in the course of an alarm. Spec §4, "history events". */
export function eventOf({ kind, severity }: JournalRow, previousSeverity: number | null): AlarmEventName {
  switch (kind) {
    case 'raised':
    case 'stillActive':
      return 'trigger';
    case 'severityChanged':
      // 1 is the most severe.
      return previousSeverity !== null && severity !== null && severity > previousSeverity ? 'change' : 'escalation';
    case 'ruleChanged':
      return 'change';
    case 'escalated':
      return 'escalation';
    case 'repeated':
      return 'repeat';
    case 'acknowledged':
      return 'acknowledge';
    case 'handled':
      return 'handling';
    case 'commented':
      return 'comment';
    case 'hidden':
      return 'hidden';
    case 'shown':
      return 'shown';
    case 'foundLate':
    case 'corrected':
    case 'disproved':
      return 'correction';
    default:
      // Back to normal, or ended for another reason.
      return 'recovery';
  }
}
