import { clockOfEpoch, dayAfter, epochOfLocal } from '../../platform/zonedTime.ts';
import { beganOn, localMoment, type WeeklyPeriod } from './localMoment.ts';

export interface QuietHours extends WeeklyPeriod {
  /** Levels that wait; never the most severe. */
  readonly severities: readonly number[];
}

/** Only what rings is delayed. */
const ringing: ReadonlySet<string> = new Set(['sms', 'voice']);

/**
 * When the quiet hours end in which this would ring, epoch ms; null: it need not wait. Holidays and make-up workdays count as the
 * weekday they are: the hours belong to a person who may be called in several projects, each with a calendar of its own. In doubt
 * it rings.
 */
export function quietUntil(
  quiet: QuietHours | null,
  { channel, severity, at, timeZone }: { channel: string; severity: number; at: number; timeZone: string },
): number | null {
  if (!quiet || quiet.from === null || quiet.until === null) return null;
  if (!ringing.has(channel) || severity === 1 || !quiet.severities.includes(severity)) return null;
  const began = beganOn(quiet, localMoment(at, timeZone));
  if (began === null) return null;
  const lastDay = quiet.until > quiet.from ? began : dayAfter(began, 1);
  const clock = `${String(Math.floor((quiet.until % 1440) / 60)).padStart(2, '0')}:${String(quiet.until % 60).padStart(2, '0')}`;
  const end = `${quiet.until === 1440 ? dayAfter(lastDay, 1) : lastDay} ${clock}`;
  const endsAt = epochOfLocal(end, timeZone);
  if (endsAt === null || endsAt > at) return endsAt;
  // In the hour that comes twice in autumn the end may have passed once already: they last until the clock shows it again.
  const second = Math.floor(at / 1000) * 1000;
  return second + (epochOfLocal(end, 'UTC')! - clockOfEpoch(second, timeZone));
}
