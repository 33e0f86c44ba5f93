import { DatePicker, type DatePickerProps } from 'antd';
import dayjs from 'dayjs';
import type { FocusEvent } from 'react';

interface Props<Nothing> {
  id?: string;
  'aria-label'?: string;
  disabled?: boolean;
  value?: string | null;
  onChange?: (text: string | Nothing) => void;
  /** How a form hears that its field is left. */
  onBlur?: (event: FocusEvent<HTMLElement>) => void;
}

/**
 * A field of a form for a date as the wire writes it. What was typed and is no date is handed on as it stands, so that the form says
 * so beside the field, and stays in sight: a field that goes back to blank without a word looks like a date that was taken.
 */
const dateField = <Nothing extends null | undefined>(
  format: string,
  nothing: Nothing,
  look: Pick<DatePickerProps, 'picker' | 'showTime'> = {},
) =>
  function DateField({ value, onChange, onBlur, ...field }: Props<Nothing>) {
    const date = value ? dayjs(value, format) : null;
    const isDate = date?.format(format) === value;
    return (
      <DatePicker
        {...field}
        {...look}
        format={format}
        value={isDate ? date : null}
        {...(value && !isDate && { placeholder: value })}
        // Enter takes the date that was typed; it must not send the form around it, too.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
        onChange={(chosen) => onChange?.(chosen ? chosen.format(format) : nothing)}
        onBlur={(event) => {
          const typed = (event.target as HTMLInputElement).value?.trim();
          if (typed && dayjs(typed, format).format(format) !== typed) onChange?.(typed);
          onBlur?.(event);
        }}
      />
    );
  };

/** A day, `2026-11-21`. */
export const DayField = dateField('YYYY-MM-DD', null);
/** A day of a field that is left out when it is empty. */
export const OptionalDayField = dateField('YYYY-MM-DD', undefined);
/** A month, `2026-11`. */
export const MonthField = dateField('YYYY-MM', undefined, { picker: 'month' });
/** A local time, `2026-11-21 08:00`. */
export const LocalTimeField = dateField('YYYY-MM-DD HH:mm', undefined, { showTime: { format: 'HH:mm' } });
