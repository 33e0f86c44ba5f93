/** Names of the days in the texts, Monday first as the wire counts them from 1. */
export const weekdayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
