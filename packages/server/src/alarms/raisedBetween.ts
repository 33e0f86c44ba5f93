import { alarmErrors, commonErrors } from '@watchpost/contract';
import { Refusal } from '../platform/http/refusal.ts';
import { endOfLocal, epochOfLocal, localDaysBetween, localOfEpoch } from '../platform/zonedTime.ts';

/** Spec §5.4. */
const maximumDays = 31;

/**
 * The moments between which alarms are asked for; null where the caller set no bound. The end counts whole, to its last
 * second or minute as it was written. Only a start: until now. Only an end: the 31 days before it.
 *
 * @throws Refusal `rangeTooLong` beyond 31 days by the calendar, `badInput` for a day that does not exist
 */
export function raisedBetween(
  asked: { from: string | undefined; to: string | undefined },
  /** What the wire calls both. */
  fields: { from: string; to: string },
  timeZone: string,
  nowMs: number,
): { from: Date | null; to: Date | null } {
  const momentOf = (local: string, field: string, read: typeof epochOfLocal): number => {
    const epochMs = read(local, timeZone);
    if (epochMs === null) throw new Refusal(commonErrors.badInput, { fields: local }).about(field);
    return epochMs;
  };
  const start = asked.from === undefined ? null : momentOf(asked.from, fields.from, epochOfLocal);
  const end = asked.to === undefined ? null : momentOf(asked.to, fields.to, endOfLocal);
  if (
    asked.from !== undefined &&
    localDaysBetween(asked.from, asked.to ?? localOfEpoch(nowMs, timeZone))! > maximumDays
  ) {
    throw new Refusal(alarmErrors.rangeTooLong).about(asked.to === undefined ? fields.from : fields.to);
  }
  if (start !== null || end === null) return { from: toDate(start), to: toDate(end) };
  return { from: new Date(end - maximumDays * 86_400_000), to: new Date(end) };
}

const toDate = (epochMs: number | null): Date | null => (epochMs === null ? null : new Date(epochMs));
