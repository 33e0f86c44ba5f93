import { minimumIntervalMinutes } from '@watchpost/contract';
import { DatePicker, type DatePickerProps } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useId, useState } from 'react';
import { epochOfLocalTime, formatDateTime, formatDateTimeSeconds } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import type { TimeSpan } from './curveRange.ts';
import './PeriodField.css';
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
      to <= from
        ? t.rangeReversed
        : from >= now
          ? t.rangeInFuture
          : minimumIntervalMinutes(next.to - from) === null
            ? t.rangeTooLong
            : null;
    if (why !== null) return setSaid({ why, of: span, picked });
    setSaid(to > now + minuteMs ? { why: t.endsNow, of: next, picked: null } : null);
    onChange(next);
  };
  return (
    <span className="period-field">
      <DatePicker.RangePicker
        aria-label={label}
        {...(said && { 'aria-describedby': hint })}
        showTime={{ format: 'HH:mm' }}
        format="YYYY-MM-DD HH:mm"
        allowClear={false}
        placeholder={[t.from, t.to]}
        status={said?.picked ? 'error' : ''}
        {...(presets && { presets })}
        value={said?.picked ? [...said.picked] : [asPicked(span.from, timeZone), asPicked(span.to, timeZone)]}
        cellRender={daysToCome(now, timeZone)}
        onChange={(picked) => {
          if (picked?.[0] && picked[1]) pick([picked[0], picked[1]]);
        }}
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

/** Days that are not there yet look so; taken or typed all the same, the field says why not, which a closed day would not. */
export const daysToCome =
  (now: number, timeZone: string): NonNullable<DatePickerProps['cellRender']> =>
  (day, { type, originNode }) =>
    type === 'date' && dayjs(day).isAfter(asPicked(now, timeZone), 'day') ? (
      <span className="period-to-come">{originNode}</span>
    ) : (
      originNode
    );

/** The picker thinks in the browser's zone; it is shown, and read back, the project's wall clock. */
export const asPicked = (epochMs: number, timeZone: string): Dayjs => dayjs(formatDateTimeSeconds(epochMs, timeZone));
export const fromPicked = (picked: Dayjs, timeZone: string): number | null =>
  epochOfLocalTime(picked.format('YYYY-MM-DD HH:mm:ss'), timeZone);
