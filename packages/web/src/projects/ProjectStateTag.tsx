import type { ProjectState } from '@watchpost/contract';
import { useText } from '../lib/defineText.ts';
import { serverNow } from '../lib/serverClock.ts';
import { notBegunText, projectStateText } from './projectsText.ts';
import './StateTag.css';

/**
 * What the company made of a project: valid, disabled, expired or deleted; of a valid one whose service begins later that it has not begun.
 *
 * @param start the first day of its service, `2026-01-01`
 */
export function ProjectStateTag({
  state,
  start = null,
  timeZone,
}: {
  state: ProjectState;
  start?: string | null;
  timeZone?: string;
}) {
  const words = useText(projectStateText);
  const later = useText(notBegunText);
  if (state === 'valid' && start !== null && start > dayIn(timeZone)) {
    return (
      <span className="project-state project-state-expired" title={later.from(start)}>
        {later.notBegun}
      </span>
    );
  }
  return <span className={`project-state project-state-${state}`}>{words[state]}</span>;
}

/** The day that it is there now, as the wire writes it. */
const dayIn = (timeZone: string | undefined): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(serverNow());
