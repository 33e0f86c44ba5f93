/** Whether people are reminded so many days before the end: D days before it, then every f days, and on the day itself. */
export const isReminderDay = (daysLeft: number, daysBefore: number, every: number): boolean =>
  daysLeft === 0 || (daysLeft > 0 && daysLeft <= daysBefore && (daysBefore - daysLeft) % every === 0);
