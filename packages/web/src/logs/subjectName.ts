import { deviceName } from '../account/index.ts';

/** What an operation was done to, by name; a sign-in has none, but what it was made with. */
export const subjectName = (row: { SubjectKind: string; SubjectName: string; UserAgent: string }): string | null =>
  row.SubjectName || (row.SubjectKind === 'session' ? deviceName(row.UserAgent) : null);
