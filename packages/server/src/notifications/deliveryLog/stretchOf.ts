import { alarmErrors, commonErrors, longestPushRangeDays, notificationErrors } from '@watchpost/contract';
import { Refusal } from '../../platform/http/refusal.ts';
import { endOfLocal, epochOfLocal, localDaysBetween } from '../../platform/zonedTime.ts';

/** A stretch of local time as moments; the end counts. @param endField what the wire calls the end @throws Refusal `rangeTooLong`, `rangeUpsideDown`, `badInput` */
export function stretchOf(from: string, to: string, timeZone: string, endField: string): { from: Date; until: Date } {
  const [start, end] = [epochOfLocal(from, timeZone), endOfLocal(to, timeZone)];
  if (start === null || end === null)
    throw new Refusal(commonErrors.badInput, { fields: `${from} – ${to}` }).about(endField);
  if (end < start) throw new Refusal(notificationErrors.rangeUpsideDown, { from, to }).about(endField);
  if (localDaysBetween(from, to)! > longestPushRangeDays) throw new Refusal(alarmErrors.rangeTooLong).about(endField);
  return { from: new Date(start), until: new Date(end) };
}
