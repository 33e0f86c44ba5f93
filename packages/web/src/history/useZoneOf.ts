import { useDates } from '../lib/dates.ts';
import { useSession } from '../lib/session.ts';

/** The time zone of a project, which need not be the current one: its history is asked for, and shown, by its own clock. */
export function useZoneOf(projectId: number): string {
  const { projects } = useSession();
  const { timeZone } = useDates();
  return projects.find((project) => project.ProjectId === projectId)?.TimeZone ?? timeZone;
}
