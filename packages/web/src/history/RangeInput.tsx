import { DatePicker, type DatePickerProps, type GetProps } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useRef } from 'react';
import { formatDateTimeSeconds } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import './PeriodField.css';
import { text } from './text.ts';

/**
 * Begin and end in minutes of the project's wall clock. Typed text is kept when the field is left, even if it is refused: were a
 * future date reset silently, the period would seem accepted.
 */
export function RangeInput({
  now,
  timeZone,
  value,
  onPick,
  ...rest
}: {
  now: number;
  timeZone: string;
  value: [Dayjs, Dayjs] | null;
  onPick: (picked: [Dayjs, Dayjs]) => void;
} & Pick<GetProps<typeof DatePicker.RangePicker>, 'aria-label' | 'aria-describedby' | 'status' | 'presets'>) {
  const t = useText(text);
  /** What stands in the fields and was not yet taken. */
  const draft = useRef<[Dayjs, Dayjs] | null>(null);
  const take = (picked: readonly (Dayjs | null | undefined)[] | null) => {
    draft.current = null;
    if (picked?.[0] && picked[1]) onPick([picked[0], picked[1]]);
  };
  return (
    <DatePicker.RangePicker
      {...rest}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      allowClear={false}
      // Also the wrong way round, which is said where it stands.
      order={false}
      placeholder={[t.from, t.to]}
      value={value}
      cellRender={daysToCome(now, timeZone)}
      onCalendarChange={(dates) => {
        draft.current = dates?.[0] && dates[1] ? [dates[0], dates[1]] : null;
      }}
      onChange={take}
      onKeyDown={(event) => {
        if (event.key === 'Escape') draft.current = null;
      }}
      onBlur={(event) => {
        const field = (event.currentTarget as Element).closest('.ant-picker');
        if (draft.current && !field?.contains(event.relatedTarget as Element | null)) take(draft.current);
      }}
    />
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
