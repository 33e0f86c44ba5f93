import type { AlarmRow } from '@watchpost/contract';
import { minuteMs } from '@watchpost/contract';
import type { TimeSpan } from '../history/index.ts';

/** A state changes at once, so little before it tells what was usual; a temperature drifts. */
const minAirMs = (type: AlarmRow['AlarmType']): number => (type === 'state' ? 10 : 45) * minuteMs;
const maxAirMs = 6 * 60 * minuteMs;

/**
 * The stretch of a curve around an alarm: enough before it to see what was usual, enough after it to see the return, and never
 * beyond the present, where nothing was measured.
 *
 * @param now may be a minute old: the alarm itself says how long it had lasted when it was read
 */
export function alarmSpan(
  alarm: Pick<AlarmRow, 'ALARM_EPOCH' | 'ALARM_EPOCH_CLEARED' | 'AlarmType' | 'ContinuedTime'>,
  now: number,
): TimeSpan {
  const { ALARM_EPOCH: raisedAt, ALARM_EPOCH_CLEARED: returnedAt } = alarm;
  // Whole seconds, rounded down: one more, so that the sample that raised it is inside.
  const present = Math.max(now, raisedAt + (alarm.ContinuedTime + 1) * 1000);
  const end = returnedAt ?? present;
  const airMs = Math.min(maxAirMs, Math.max(minAirMs(alarm.AlarmType), (end - raisedAt) / 2));
  return { from: raisedAt - airMs, to: returnedAt === null ? present : Math.min(present, end + airMs / 2) };
}
