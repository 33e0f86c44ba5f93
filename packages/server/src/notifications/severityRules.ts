import { alarmLevels, notifiedLevels } from '@watchpost/contract';

/**
 * Which severity of an alarm counts for what; 1 is the most severe.
 *
 * - What is active goes by its present one: whether people are told, reminded, or called at the next step.
 * - What is over stands with the worst it was.
 * - Whoever sees one of the severities that an alarm ever had sees it: who was told of it does not lose it because it changed.
 * - What somebody was told of decides what else he hears of it: that it is over goes to him at the severity he knows, whatever it
 *   was at its end.
 * - What a person does is judged by what stands on his screen: the effective one, which is the present one or, once it is over,
 *   the worst.
 */

/** 4 is "record only": written down, told to nobody. Spec §3. */
export const lowestNotifiedSeverity = Math.max(...notifiedLevels);

/** Whether people are told of an alarm that stands at this severity. */
export const isNotified = (severity: number): boolean => severity <= lowestNotifiedSeverity;

/** In a column that holds every severity an alarm ever had: one bit each. */
export const severityBit = (severity: number): number => 1 << severity;

/** The severity at which somebody hears that an alarm is over: the worst he was told of that he may see still; null: none of them. */
export const notifiedSeverity = (told: readonly number[], canView: (severity: number) => boolean): number | null => {
  const seen = told.filter(canView);
  return seen.length === 0 ? null : Math.min(...seen);
};

/** By which severities browsers hear of an alarm, by which people find it: by every one it had. */
export const liveLevels = (alarm: { severity: number; worst_severity: number; had_severities: number }): number[] => {
  const had = alarmLevels.filter((level) => (alarm.had_severities & severityBit(level)) !== 0);
  return [...new Set([alarm.worst_severity, alarm.severity, ...had])];
};
