import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { SeverityMark } from '../ui/index.ts';
import { AlarmActions } from './AlarmActions.tsx';
import type { AlarmRowsProps } from './AlarmTable.tsx';
import { alarmName, needsConfirmation } from './alarmStatus.ts';
import { Lasting } from './Lasting.tsx';
import { StatusTag } from './StatusTag.tsx';
import { text } from './text.ts';
import { useAcknowledge } from './useAcknowledge.ts';

/** The alarms on a phone. */
export function AlarmCards({ rows, allProjects, onOpen }: AlarmRowsProps) {
  const dates = useDates();
  const now = useNow(60_000);
  const acting = useAcknowledge();
  const t = useText(text);
  return (
    <ul className="alarm-cards" aria-label={t.alarms}>
      {rows.map((row) => (
        <li
          key={row.Id}
          className={needsConfirmation(row) && row.Active ? `alarm-card alarm-card-${row.Level}` : 'alarm-card'}
        >
          <button type="button" className="alarm-card-open" onClick={() => onOpen(row.Id)}>
            <span className="alarm-card-head">
              <SeverityMark level={row.Level} size={14} />
              <b>{alarmName(row)}</b>
              <span className="alarm-card-lasting">
                <Lasting alarm={row} />
              </span>
            </span>
            <span className="alarm-card-reason">{row.ALARM_DESCRIBE}</span>
            <span className="alarm-card-place">
              {[allProjects ? row.ProjectName : null, row.Area, dates.short(row.ALARM_EPOCH, now)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </button>
          <span className="alarm-card-foot">
            <StatusTag alarm={row} />
            <AlarmActions alarm={row} onOpen={onOpen} acting={acting} />
          </span>
        </li>
      ))}
    </ul>
  );
}
