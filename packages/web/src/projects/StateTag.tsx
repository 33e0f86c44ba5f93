import { useText } from '../lib/defineText.ts';
import type { OverviewState } from './overview.ts';
import './StateTag.css';
import { overviewStateText } from './text.ts';

/** In words, on a ground that says how urgent it is. */
export function StateTag({ state }: { state: OverviewState }) {
  const words = useText(overviewStateText);
  return <span className={`project-state project-state-${state}`}>{words[state]}</span>;
}
