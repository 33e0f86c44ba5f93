import { type EventRow, type EventType, eventTypes } from '@watchpost/contract';
import { useText } from '../lib/defineText.ts';
import './eventNotices.css';
import { text } from './text.ts';

export const happensOnce = ({ EventType: type }: EventRow): boolean => (eventTypes[type] as EventType).once === true;

/** Whether it lasts: by word, not by colour alone. */
export function EventState({ event }: { event: EventRow }) {
  const t = useText(text);
  const lasts = event.RecoverEPOCH === null;
  const words = happensOnce(event) ? t.happened : lasts ? t.lasting : t.recovered;
  return <span className={lasts ? 'event-state event-lasts' : 'event-state'}>{words}</span>;
}
