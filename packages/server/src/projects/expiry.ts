import { epochOfLocal } from '../platform/zonedTime.ts';

/**
 * Whether the service of a project has ended. The last day counts whole, in the project's own time zone.
 *
 * @param serviceEnd `YYYY-MM-DD`, null: no end
 */
export function hasExpired(serviceEnd: string | null, timeZone: string, nowMs: number): boolean {
  if (serviceEnd === null) return false;
  return serviceEnd < today(timeZone, nowMs);
}

/** `YYYY-MM-DD`. A zone that this machine does not know counts as UTC: a typing error in a project must stop nobody's alarms. */
function today(timeZone: string, nowMs: number): string {
  try {
    // The Swedish locale writes dates as YYYY-MM-DD, which compares as text.
    return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(nowMs);
  } catch {
    return new Date(nowMs).toISOString().slice(0, 10);
  }
}

/** The moment the last day of a service is over, epoch ms; null: it has no end. */
export function serviceEndsAt(serviceEnd: string | null, timeZone: string): number | null {
  if (serviceEnd === null) return null;
  try {
    const lastMinute = epochOfLocal(`${serviceEnd} 23:59`, timeZone);
    return lastMinute === null ? null : lastMinute + 60_000;
  } catch {
    return Date.parse(`${serviceEnd}T00:00:00Z`) + 86_400_000;
  }
}
