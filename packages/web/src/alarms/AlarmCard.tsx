import type { AlarmRow } from '@watchpost/contract';
import { useDates, useNow } from '../lib/dates.ts';
import { SeverityMark } from '../ui/index.ts';
import { alarmName } from './alarmStatus.ts';
import { Ahead } from './Forecast.tsx';
import { HeldWords } from './HeldWords.tsx';
import { HiddenWords } from './HiddenWords.tsx';
import { Lasting } from './Lasting.tsx';
import { OtherLevel } from './OtherLevel.tsx';
import { PresentValue } from './PresentValue.tsx';
import { StatusTag } from './StatusTag.tsx';
import { unbroken } from './unbroken.ts';

/** One alarm on a phone. */
export function AlarmCard({ alarm, withProject }: { alarm: AlarmRow; withProject: boolean }) {
  const dates = useDates();
  const now = useNow(60_000);
  return (
    <>
      <span className="alarm-card-head">
        <SeverityMark level={alarm.Level} variant="word" size={14} />
        <b>{alarmName(alarm)}</b>
        <OtherLevel alarm={alarm} />
        <span className="alarm-card-lasting">
          <Lasting alarm={alarm} />
        </span>
      </span>
      <span className="alarm-reason">
        {unbroken(alarm.ALARM_DESCRIBE)} <PresentValue alarm={alarm} />
      </span>
      <Ahead alarm={alarm} />
      <HeldWords alarm={alarm} />
      <span className="alarm-card-place">
        {[withProject ? alarm.ProjectName : null, alarm.Area, dates.short(alarm.ALARM_EPOCH, now)]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <span>{alarm.Active && alarm.Hidden ? <HiddenWords hidden={alarm.Hidden} /> : <StatusTag alarm={alarm} />}</span>
    </>
  );
}
