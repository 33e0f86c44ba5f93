import { alarmLevels, notifiedLevels } from '@watchpost/contract';

/**
 * Which severity of an alarm counts for what; 1 is the most severe.
 *
 * - Active alarms use their present severity: for notifications, reminders and escalation.
 * - Ended alarms keep the worst they had.
 * - An alarm is visible to everybody who sees one of the severities it ever had: its recipients do not lose it when it changes.
 * - A recipient's all-clear has the severity they were notified of, also when the alarm ended with another.
 * - Acts of people are judged by the severity on their screen: the effective one, which is the present one or, of an ended alarm,
 *   the worst.
 */

/** 4 is "record only": written down, notified to nobody. Spec §3. */
export const lowestNotifiedSeverity = Math.max(...notifiedLevels);

/** Whether an alarm of this severity is notified. */
export const isNotified = (severity: number): boolean => severity <= lowestNotifiedSeverity;

/** In a column that holds every severity an alarm ever had: one bit each. */
export const severityBit = (severity: number): number => 1 << severity;

/** The severity of a recipient's all-clear: the worst they were notified of and may still see; null: none of them. */
export const notifiedSeverity = (told: readonly number[], canView: (severity: number) => boolean): number | null => {
  const seen = told.filter(canView);
  return seen.length === 0 ? null : Math.min(...seen);
};

/** The severities by which browsers hear of an alarm and people find it: every one it had. */
export const liveLevels = (alarm: { severity: number; worst_severity: number; had_severities: number }): number[] => {
  const had = alarmLevels.filter((level) => (alarm.had_severities & severityBit(level)) !== 0);
  return [...new Set([alarm.worst_severity, alarm.severity, ...had])];
};
