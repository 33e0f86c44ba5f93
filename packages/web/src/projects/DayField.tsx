import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import type { FocusEvent } from 'react';

const format = 'YYYY-MM-DD';

/**
 * A day as the wire writes it, `2026-11-21`. Fits a form's field. What was typed and is no day is handed on as it stands, so that
 * the form says so beside the field, and stays in sight: a field that goes back to blank without a word looks like a day that was taken.
 */
export function DayField({
  value,
  onChange,
  onBlur,
  ...field
}: {
  id?: string;
  'aria-label'?: string;
  disabled?: boolean;
  value?: string | null;
  onChange?: (day: string | null) => void;
  /** How a form hears that its field is left. */
  onBlur?: (event: FocusEvent<HTMLElement>) => void;
}) {
  const day = value ? dayjs(value, format) : null;
  const isDay = day?.format(format) === value;
  return (
    <DatePicker
      {...field}
      value={isDay ? day : null}
      {...(value && !isDay && { placeholder: value })}
      // Enter takes the day that was typed; it must not send the form around it, too.
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault();
      }}
      onChange={(chosen) => onChange?.(chosen ? chosen.format(format) : null)}
      onBlur={(event) => {
        const typed = (event.target as HTMLInputElement).value?.trim();
        if (typed && dayjs(typed, format).format(format) !== typed) onChange?.(typed);
        onBlur?.(event);
      }}
    />
  );
}
