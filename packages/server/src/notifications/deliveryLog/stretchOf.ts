import { alarmErrors, commonErrors, longestPushRangeDays, notificationErrors } from '@watchpost/contract';
import { Refusal } from '../../platform/http/refusal.ts';
import { endOfLocal, epochOfLocal, localDaysBetween } from '../../platform/zonedTime.ts';

/** A stretch of local time as moments; the end counts. @throws Refusal `rangeTooLong`, `rangeUpsideDown`, `badInput` */
export function stretchOf(from: string, to: string, timeZone: string): { from: Date; until: Date } {
  const [start, end] = [epochOfLocal(from, timeZone), endOfLocal(to, timeZone)];
  if (start === null || end === null) throw new Refusal(commonErrors.badInput, { fields: `${from} – ${to}` });
  if (end < start) throw new Refusal(notificationErrors.rangeUpsideDown, { from, to });
  if (localDaysBetween(from, to)! > longestPushRangeDays) throw new Refusal(alarmErrors.rangeTooLong);
  return { from: new Date(start), until: new Date(end) };
}
