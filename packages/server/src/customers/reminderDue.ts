/** Days after an end on which a missed reminder of it is still sent. */
export const lateDays = 7;

/**
 * The reminder that is due so many days before an end, itself in days before it: D, D − f, D − 2f … and 0. The nearest that was reached,
 * so that of days on which the server was off the last one is made up for. Null: none yet, or the end is over for long.
 *
 * @param daysLeft negative: it ended so many days ago
 */
export function reminderDue(daysLeft: number, daysBefore: number, every: number): number | null {
  if (daysLeft > daysBefore || daysLeft < -lateDays) return null;
  if (daysLeft <= 0) return 0;
  return daysBefore - Math.floor((daysBefore - daysLeft) / every) * every;
}
