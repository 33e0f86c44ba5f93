/**
 * Whether the service of a project has ended. The last day counts whole, in the project's own time zone.
 *
 * @param serviceEnd `YYYY-MM-DD`, null: no end
 */
export function hasExpired(serviceEnd: string | null, timeZone: string, nowMs: number): boolean {
  if (serviceEnd === null) return false;
  // The Swedish locale writes dates as YYYY-MM-DD, which compares as text.
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(nowMs);
  return serviceEnd < today;
}
