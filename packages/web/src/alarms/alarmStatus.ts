import { type AlarmRow, alarmStatus, endReasons, type Language } from '@watchpost/contract';
import type { Text } from '../lib/defineText.ts';
import { severityOf, type severityText } from '../ui/index.ts';
import type { followUpText, text } from './text.ts';

type Words = Text<typeof text>;

export const needsConfirmation = (alarm: Pick<AlarmRow, 'Status'>): boolean => alarm.Status === alarmStatus.unconfirmed;

/** The status in words: what people did, and whether the process is back by itself or the alarm ended without that. */
export function statusInWords(
  alarm: Pick<AlarmRow, 'Status' | 'Active' | 'FollowUp' | 'EndReason'>,
  words: Words,
  followUps: Text<typeof followUpText>,
  language: Language,
): string {
  const ended = endedInWords(alarm, words, language);
  if (needsConfirmation(alarm)) {
    if (ended) return words.unconfirmedToo(ended);
    return alarm.Active ? words.unconfirmed : words.returnedUnconfirmed;
  }
  const done = alarm.Active ? words.confirmed : (ended ?? words.eliminated);
  return alarm.FollowUp ? `${done} · ${followUps[alarm.FollowUp]}` : done;
}

/** That it ended, and by what, though nobody knows that its value came back. Null: it is on, or returned to normal. */
export const endedInWords = (
  { EndReason }: Pick<AlarmRow, 'EndReason'>,
  words: Words,
  language: Language,
): string | null => (EndReason === null ? null : words.endedBy(endReasons[EndReason][language]));

/** What it was besides the level it is listed by: worse before, or milder at its end. Null: it had but one. */
export function otherLevelInWords(
  { Active, WorstLevel, LastLevel }: Pick<AlarmRow, 'Active' | 'WorstLevel' | 'LastLevel'>,
  words: Words,
  levels: Text<typeof severityText>,
): string | null {
  if (WorstLevel === LastLevel) return null;
  return Active ? words.wasLevel(levels[severityOf(WorstLevel)]) : words.atTheEnd(levels[severityOf(LastLevel)]);
}

/** Device and point in one line; a gateway's own alarm has no device, and then the point says whose it is. */
export const alarmName = (alarm: Pick<AlarmRow, 'MName' | 'PointName'>): string =>
  [alarm.MName, alarm.PointName].filter((part) => part !== '').join(' · ');

/** Seconds from raise to return, or to now while it lasts. */
export const lastingSeconds = (alarm: Pick<AlarmRow, 'ALARM_EPOCH' | 'ALARM_EPOCH_CLEARED'>, now: number): number =>
  Math.max(0, Math.floor(((alarm.ALARM_EPOCH_CLEARED ?? now) - alarm.ALARM_EPOCH) / 1000));

/** What needs a person first: unconfirmed before confirmed, then by severity, then the newest. */
export const byUrgency = (a: AlarmRow, b: AlarmRow): number =>
  Number(!needsConfirmation(a)) - Number(!needsConfirmation(b)) || a.Level - b.Level || b.ALARM_EPOCH - a.ALARM_EPOCH;
