import type { ProjectState } from '@watchpost/contract';
import { useText } from '../lib/defineText.ts';
import { projectStateText } from './projectsText.ts';
import './StateTag.css';

/** What the company made of a project: valid, disabled, expired or deleted. */
export function ProjectStateTag({ state }: { state: ProjectState }) {
  const words = useText(projectStateText);
  return <span className={`project-state project-state-${state}`}>{words[state]}</span>;
}
