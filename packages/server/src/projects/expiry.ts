import { minuteMs } from '@watchpost/contract';
import { epochOfLocal, localOfEpoch } from '../platform/zonedTime.ts';

/**
 * Whether the service of a project has ended. The last day counts whole, in the project's own time zone.
 *
 * @param serviceEnd `YYYY-MM-DD`, null: no end
 */
export function hasExpired(serviceEnd: string | null, timeZone: string, nowMs: number): boolean {
  if (serviceEnd === null) return false;
  return serviceEnd < dayIn(timeZone, nowMs);
}

/** The day of each zone, by the minute: a list asks it of ten thousand projects, and no zone changes its day within one. */
const days = new Map<string, { minute: number; day: string }>();

/** `YYYY-MM-DD`. A zone that this machine does not know counts as UTC: a typing error in a project must stop nobody's alarms. */
export function dayIn(timeZone: string, nowMs: number): string {
  const minute = Math.floor(nowMs / minuteMs);
  const known = days.get(timeZone);
  if (known?.minute === minute) return known.day;
  const day = readDay(timeZone, nowMs);
  days.set(timeZone, { minute, day });
  return day;
}

function readDay(timeZone: string, nowMs: number): string {
  try {
    return localOfEpoch(nowMs, timeZone).slice(0, 10);
  } catch {
    return new Date(nowMs).toISOString().slice(0, 10);
  }
}

/** The moment the last day of a service is over, epoch ms; null: it has no end. */
export function serviceEndsAt(serviceEnd: string | null, timeZone: string): number | null {
  if (serviceEnd === null) return null;
  try {
    const lastMinute = epochOfLocal(`${serviceEnd} 23:59`, timeZone);
    return lastMinute === null ? null : lastMinute + minuteMs;
  } catch {
    return Date.parse(`${serviceEnd}T00:00:00Z`) + 86_400_000;
  }
}
