import { minimumIntervalMinutes } from '@watchpost/contract';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { epochOfLocalTime, formatDateTimeSeconds } from '../../lib/dates.ts';
import { useText } from '../../lib/defineText.ts';
import { useNotify } from '../../ui/index.ts';
import type { TimeSpan } from '../curveRange.ts';
import { text as historyText } from '../text.ts';
import { text } from './text.ts';

/** The period of the reference; all others are as long. */
export function ReferencePeriod({
  span,
  now,
  timeZone,
  onChange,
}: {
  span: TimeSpan;
  now: number;
  timeZone: string;
  onChange: (span: TimeSpan) => void;
}) {
  const t = useText(text);
  const history = useText(historyText);
  const notify = useNotify();
  const shown = (epochMs: number) => dayjs(formatDateTimeSeconds(epochMs, timeZone));
  return (
    <DatePicker.RangePicker
      aria-label={t.reference}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      allowClear={false}
      value={[shown(span.from), shown(span.to)]}
      disabledDate={(day) => day.isAfter(shown(now), 'day')}
      onChange={(picked) => {
        const [from, to] = [picked?.[0], picked?.[1]].map(
          (moment) => moment && epochOfLocalTime(moment.format('YYYY-MM-DD HH:mm:ss'), timeZone),
        );
        if (!from || !to || to <= from) return;
        if (minimumIntervalMinutes(to - from) === null) return notify.info(history.rangeTooLong);
        onChange({ from, to: Math.min(to, now) });
      }}
    />
  );
}
