import type { AlarmRow } from '@watchpost/contract';
import { useDates, useNow } from '../lib/dates.ts';
import { lastingSeconds } from './alarmStatus.ts';

/** How long the alarm lasts or lasted; counts by itself until it is over. */
export function Lasting({ alarm }: { alarm: Pick<AlarmRow, 'ALARM_EPOCH' | 'ALARM_EPOCH_CLEARED'> }) {
  const dates = useDates();
  const now = useNow(alarm.ALARM_EPOCH_CLEARED === null ? 1000 : 3_600_000);
  return <span className="tabular">{dates.duration(lastingSeconds(alarm, now))}</span>;
}
