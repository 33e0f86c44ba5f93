import { DatePicker } from 'antd';
import dayjs from 'dayjs';

/** A local time as the wire writes it, `2026-11-21 08:00`, or a day. Fits a form's field. */
export function LocalTimeField({
  value,
  onChange,
  ofDay = false,
  ...field
}: {
  id?: string;
  'aria-label'?: string;
  ofDay?: boolean;
  value?: string | null;
  onChange?: (time: string | undefined) => void;
}) {
  const format = ofDay ? 'YYYY-MM-DD' : 'YYYY-MM-DD HH:mm';
  return (
    <DatePicker
      {...field}
      {...(ofDay ? {} : { showTime: { format: 'HH:mm' } })}
      format={format}
      value={value ? dayjs(value) : null}
      // Enter takes what was typed; it must not send the form around it, too.
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault();
      }}
      onChange={(time) => onChange?.(time ? time.format(format) : undefined)}
    />
  );
}
