import { minimumIntervalMinutes } from '@watchpost/contract';
import type { Dayjs } from 'dayjs';
import { useId, useState } from 'react';
import { epochOfLocalTime, formatDateTime } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import type { TimeSpan } from './curveRange.ts';
import './PeriodField.css';
import { asPicked, RangeInput } from './RangeInput.tsx';
import { text } from './text.ts';

/** The picker knows minutes. */
const minuteMs = 60_000;

interface Said {
  readonly why: string;
  /** The period it is said of; when another one is shown, it counts no more. */
  readonly of: TimeSpan;
  /** What cannot be shown: it stays in the field until it is mended. */
  readonly picked: readonly [Dayjs, Dayjs] | null;
}

/** A period of one's own in the project's wall-clock time, with what is wrong with it where it was picked. Spec §5.4. */
export function PeriodField({
  label,
  span,
  now,
  timeZone,
  presets,
  onChange,
}: {
  label: string;
  span: TimeSpan;
  now: number;
  timeZone: string;
  presets?: { label: string; value: [Dayjs, Dayjs] }[];
  /** Hears periods that can be shown, and no others. */
  onChange: (span: TimeSpan) => void;
}) {
  const t = useText(text);
  const hint = useId();
  const [lastSaid, setSaid] = useState<Said | null>(null);
  const said = lastSaid && lastSaid.of.from === span.from && lastSaid.of.to === span.to ? lastSaid : null;
  const pick = (picked: [Dayjs, Dayjs]) => {
    const [from, to] = picked.map((moment) => fromPicked(moment, timeZone)) as [number | null, number | null];
    if (from === null || to === null) return;
    const next = { from, to: Math.min(to, now) };
    const why =
      from >= now
        ? t.rangeInFuture
        : to <= from
          ? t.rangeReversed
          : minimumIntervalMinutes(next.to - from) === null
            ? t.rangeTooLong
            : null;
    if (why !== null) return setSaid({ why, of: span, picked });
    setSaid(to > now + minuteMs ? { why: t.endsNow, of: next, picked: null } : null);
    onChange(next);
  };
  return (
    <span className="period-field">
      <RangeInput
        aria-label={label}
        {...(said && { 'aria-describedby': hint })}
        status={said?.picked ? 'error' : ''}
        {...(presets && { presets })}
        now={now}
        timeZone={timeZone}
        value={said?.picked ? [...said.picked] : [asPicked(span.from, timeZone), asPicked(span.to, timeZone)]}
        onPick={pick}
      />
      {said ? (
        <span id={hint} role="alert" className={said.picked ? 'period-wrong' : 'period-note'}>
          {said.why}
          {said.picked
            ? ` ${t.stillShown(formatDateTime(span.from, timeZone), formatDateTime(span.to, timeZone))}`
            : null}
        </span>
      ) : null}
    </span>
  );
}

/** The moment that was picked in the project's wall clock; null when that clock never shows it. */
export const fromPicked = (picked: Dayjs, timeZone: string): number | null =>
  epochOfLocalTime(picked.format('YYYY-MM-DD HH:mm:ss'), timeZone);
