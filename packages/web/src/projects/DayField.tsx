import { DatePicker } from 'antd';
import dayjs from 'dayjs';

/** A day as the wire writes it, `2026-11-21`. Fits a form's field. */
export function DayField({
  value,
  onChange,
  ...field
}: {
  id?: string;
  'aria-label'?: string;
  disabled?: boolean;
  value?: string | null;
  onChange?: (day: string | null) => void;
}) {
  return (
    <DatePicker
      {...field}
      value={value ? dayjs(value) : null}
      // Enter takes the day that was typed; it must not send the form around it, too.
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault();
      }}
      onChange={(day) => onChange?.(day ? day.format('YYYY-MM-DD') : null)}
    />
  );
}
