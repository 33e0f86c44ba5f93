import { clockKinds, type RepairOrder, type WorkClock } from '@watchpost/contract';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import './repair.css';
import { clockLook } from './repairWords.ts';
import { text } from './text.ts';

/** `Response: 23 min left`, the clock of an order that matters now. */
export function ClockWords({ order, askedAt }: { order: Pick<RepairOrder, 'Clock' | 'Status'>; askedAt: number }) {
  const inWords = useBilingual();
  const words = useClockWords(order.Clock, askedAt);
  if (!order.Clock || order.Status === 0 || order.Status === 7) return null;
  const { look, share } = clockLook(order.Clock, 0);
  const tone = look === 'over' ? ' repair-clock-over' : share > 0.9 && look === 'left' ? ' repair-clock-near' : '';
  return (
    <span className={`repair-clock-words${tone}`}>
      <span className="repair-muted">{inWords(clockKinds[order.Clock.Kind])}</span> {words}
    </span>
  );
}

/** What is left or over, in words. */
export function useClockWords(clock: WorkClock | null, askedAt: number): string {
  const t = useText(text);
  const dates = useDates();
  const now = useNow(10_000);
  if (clock === null) return '';
  const { seconds, look } = clockLook(clock, now - askedAt);
  const time = dates.duration(seconds);
  return {
    early: t.early(time),
    late: t.late(time),
    left: t.left(time),
    over: t.over(time),
    paused: t.pausedWith(time),
    stopped: t.left(time),
    cancelled: t.cancelled,
  }[look];
}
