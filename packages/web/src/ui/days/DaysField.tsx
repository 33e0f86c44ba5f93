import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useId, useRef, useState } from 'react';
import { useText } from '../../lib/defineText.ts';
import './days.css';
import { text } from './text.ts';
import { type Days, daysUntil, lengthOf, useToday, type WrongDays, wrongOf } from './useDays.ts';

const format = 'YYYY-MM-DD';
const presets = [1, 7, 30];

/**
 * A range of days with a maximum length. Typed days are kept even if they are refused: they stay in the field with the reason.
 * Were the field reset silently, the refused days would seem accepted.
 */
export function DaysField({
  label,
  days,
  maxDays,
  onChange,
}: {
  label: string;
  days: Days;
  maxDays: number;
  /** Hears days that can be asked for, and no others. */
  onChange: (days: Days) => void;
}) {
  const t = useText(text);
  const hint = useId();
  const field = useRef<HTMLSpanElement>(null);
  const today = useToday();
  const [refused, refuse] = useState<{ picked: Days; why: WrongDays; of: Days } | null>(null);
  // Of other days that were shown then it counts no more.
  const said = refused && refused.of.from === days.from && refused.of.to === days.to ? refused : null;
  const shown = said?.picked ?? days;
  /** What was typed and not yet taken. */
  const draft = useRef<readonly (Dayjs | null)[] | null>(null);
  const pick = (picked: readonly (Dayjs | null)[] | null) => {
    draft.current = null;
    if (!picked?.[0] || !picked[1]) return;
    const next = { from: picked[0].format(format), to: picked[1].format(format) };
    const why = wrongOf(next, today, maxDays);
    refuse(why === null ? null : { picked: next, why, of: days });
    if (why === null) onChange(next);
  };
  const words = said && {
    future: t.future,
    reversed: t.reversed,
    tooLong: t.tooLong(maxDays, lengthOf(said.picked)),
  };
  return (
    <span className="days-field" ref={field}>
      <DatePicker.RangePicker
        aria-label={label}
        {...(said && { 'aria-describedby': hint })}
        status={said ? 'error' : ''}
        format={format}
        allowClear={false}
        // Also the wrong way round, which is said where it stands.
        order={false}
        placeholder={[t.from, t.to]}
        value={[dayjs(shown.from), dayjs(shown.to)]}
        presets={presets
          .filter((count) => count <= maxDays)
          .map((count) => {
            const { from, to } = daysUntil(today, count);
            return { label: t.preset(count), value: [dayjs(from), dayjs(to)] as [Dayjs, Dayjs] };
          })}
        // Days to come look so; a day that cannot be picked would not say why.
        cellRender={(day, { type, originNode }) =>
          type === 'date' && dayjs(day).format(format) > today ? (
            <span className="days-to-come">{originNode}</span>
          ) : (
            originNode
          )
        }
        onCalendarChange={(dates) => {
          // Of the calendar both ends are heard at once, below, and after that it says once more what stood there before.
          if (field.current?.contains(document.activeElement)) draft.current = dates;
        }}
        onChange={pick}
        onKeyDown={(event) => {
          if (event.key === 'Escape') draft.current = null;
        }}
        onBlur={(event) => {
          const next = event.relatedTarget as Element | null;
          // Also from the calendar to the other end, or there from a field: nobody has left before both ends are picked.
          if (draft.current && !field.current?.contains(next) && !next?.closest('.ant-picker-dropdown'))
            pick(draft.current);
        }}
      />
      {said && words ? (
        <span id={hint} role="alert" className="days-wrong">
          {words[said.why]} {t.stillShown(days.from, days.to)}
        </span>
      ) : null}
    </span>
  );
}
