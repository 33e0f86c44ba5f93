import type { PendingAlarm, PointValue } from '@watchpost/contract';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { levelBeyond, nextPending } from '../points/index.ts';
import { SeverityMark } from '../ui/index.ts';
import './PendingWords.css';
import { text } from './text.ts';

const hourglass = 'M3 1h10v2.5L9.5 8l3.5 4.5V15H3v-2.5L6.5 8 3 3.5Z';

/**
 * "⧗ Beyond limit, alarm in 4 min", counting: what the alarm engine is waiting for at a point. Null when nothing is pending.
 *
 * @param named says whose value it is, where the point's name does not stand beside it
 */
export function PendingWords({ point, named = false }: { point: PointValue; named?: boolean }) {
  const t = useText(text);
  const dates = useDates();
  const now = useNow(1000);
  const pending = nextPending(point);
  if (pending === null) return named ? null : <PausedWords point={point} />;
  const what = conditionInWords(pending.Kind);
  const words =
    pending.DueEPOCH === null
      ? t.alarmWaits(what)
      : pending.DueEPOCH - now < 1000
        ? t.alarmNow(what)
        : t.alarmIn(what, countdown((pending.DueEPOCH - now) / 1000));
  return (
    <span
      className={`pending-words pending-words-level-${pending.Level}`}
      title={pending.DueEPOCH === null ? words : t.alarmDueAt(words, dates.dateTimeSeconds(pending.DueEPOCH))}
    >
      <svg width={10} height={12} viewBox="0 0 16 16" aria-hidden="true">
        <path d={hourglass} fill="currentColor" />
      </svg>
      <span>{words}</span>
    </span>
  );

  /** To the second from two minutes on, above that in whole minutes begun: a wait is never longer than it says. */
  function countdown(seconds: number): string {
    // `now` is a second behind at most, and so takes the place of rounding up.
    const whole = Math.floor(seconds);
    if (whole > 120) return dates.duration(Math.ceil(whole / 60) * 60);
    const minutes = Math.floor(whole / 60) * 60;
    return [minutes, whole - minutes]
      .filter((part) => part > 0)
      .map(dates.duration)
      .join(' ');
  }

  function conditionInWords(kind: PendingAlarm['Kind']): string {
    if (kind === 'limit') return named ? t.beyondLimitOf(point.PointName) : t.beyondLimit;
    if (kind === 'badQuality') return named ? t.badDataOf(point.PointName) : t.badData;
    const state = point.ValueText ?? t.alarmState;
    return named ? t.stateIs(point.PointName, state) : state;
  }
}

/** The suppression of a point's alarms that lasts longest; null: none does. */
const pausedBy = (point: PointValue, now: number) =>
  point.Pending.flatMap(({ HeldBy }) => (HeldBy && HeldBy.UntilEPOCH > now ? [HeldBy] : [])).sort(
    (a, b) => b.UntilEPOCH - a.UntilEPOCH,
  )[0] ?? null;

/**
 * "Paused: Door (Open), until 15:38 at the latest": why nothing comes of a value beyond its limit. Null while it is judged.
 *
 * @param brief only until when, with the reason on hover
 */
export function PausedWords({ point, brief = false }: { point: PointValue; brief?: boolean }) {
  const t = useText(text);
  const dates = useDates();
  const now = useNow(1000);
  const inWords = useBilingual();
  const by = pausedBy(point, now);
  if (!by) return null;
  const name = inWords({ zh: by.Zh, en: by.En });
  const until = dates.byMinute(by.UntilEPOCH, now);
  const words = by.IsSettling ? t.pausedSettling(name, until) : t.paused(name, until);
  return (
    <small className="pending-paused" title={brief ? words : undefined}>
      {brief ? t.pausedBriefly(until) : words}
    </small>
  );
}

const beyondWords = { highHigh: 'aboveHighHigh', high: 'aboveHigh', low: 'belowLow', lowLow: 'belowLowLow' } as const;

/**
 * "▲ Above high-high limit · alarms resume by 15:38": a value beyond its limit that no alarm speaks of.
 *
 * @param brief until when only where the pointer rests: it stands beside the value, or has no room
 */
export function BeyondTag({ point, named, brief = false }: { point: PointValue; named: boolean; brief?: boolean }) {
  const t = useText(text);
  const dates = useDates();
  const now = useNow(1000);
  if (point.Band === null || point.Band === 'within') return null;
  const beyond = t[beyondWords[point.Band]];
  const what = named ? t.ofPoint(point.PointName, beyond) : beyond;
  const by = pausedBy(point, now);
  const words = by
    ? t.pausedUntil(what, dates.byMinute(by.UntilEPOCH, now))
    : point.IsJudged
      ? what
      : `${what} · ${t.notJudged}`;
  return (
    <SeverityMark level={levelBeyond(point)} variant="tag" size={11} lookOnly>
      <span title={words}>{brief && by ? what : words}</span>
    </SeverityMark>
  );
}
