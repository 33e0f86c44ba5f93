import { usePreference } from '../lib/preferences.ts';

/** Whether the checklist of a project is under way: null until its board was seen empty; over when all is done, or dismissed. */
type Course = 'begun' | 'over' | null;
const isCourse = (value: unknown): boolean => value === 'begun' || value === 'over';

/** The course of a project's checklist for this person, kept by the server. */
export function useSetUpCourse(projectId: number): [Course, (course: 'begun' | 'over') => void] {
  return usePreference<Course>(`board.setUp.${projectId}`, null, isCourse);
}
