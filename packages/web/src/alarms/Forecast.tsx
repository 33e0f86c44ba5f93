import type { AlarmRow } from '@watchpost/contract';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { formatWithUnit } from '../lib/numbers.ts';
import { severityOf, severityText } from '../ui/index.ts';
import './Forecast.css';
import { roughly } from '../lib/roughly.ts';
import { text } from './text.ts';

/** "urgent in about 25 min (−10.0 °C)", counting; nothing where nobody could say how an alarm goes on. */
export function Ahead({ alarm }: { alarm: AlarmRow }) {
  const t = useText(text);
  const levels = useText(severityText);
  const dates = useDates();
  const now = useNow(60_000);
  const { Ahead: ahead } = alarm;
  if (ahead === null || !alarm.Active) return null;
  const limit = formatWithUnit(ahead.Limit, alarm.Unit, alarm.Decimals);
  const left = Math.max(0, ahead.ExpectedEPOCH - now);
  // The rest of a delay is known to the minute, a trend is not.
  const time = ahead.Kind === 'over' ? dates.duration(Math.max(60, left / 1000)) : roughly(left, dates);
  const words =
    ahead.Kind === 'worse'
      ? t.aheadWorse(limit, levels[severityOf(ahead.Level ?? alarm.Level)], time)
      : ahead.Kind === 'back'
        ? t.aheadBack(limit, time)
        : t.aheadOver(time);
  const between =
    ahead.Kind === 'over'
      ? t.aheadOverHint
      : t.aheadBetween(dates.dateTime(ahead.ExpectedFromEPOCH), dates.dateTime(ahead.ExpectedToEPOCH));
  return (
    <span className={`alarm-ahead alarm-ahead-${ahead.Kind}`} title={between}>
      {words}
    </span>
  );
}
