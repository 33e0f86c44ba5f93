import type { AlarmRow } from '@watchpost/contract';
import { useText } from '../lib/defineText.ts';
import { severityText } from '../ui/index.ts';
import { otherLevelInWords } from './alarmStatus.ts';
import './OtherLevel.css';
import { text } from './text.ts';

/** A small note where an alarm was worse than it is now, or than it was at its end. */
export function OtherLevel({ alarm }: { alarm: Pick<AlarmRow, 'Active' | 'WorstLevel' | 'LastLevel'> }) {
  const t = useText(text);
  const words = otherLevelInWords(alarm, t, useText(severityText));
  return words === null ? null : <small className="alarm-other-level">{words}</small>;
}
