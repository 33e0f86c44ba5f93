import type { AlarmRow } from '@watchpost/contract';
import { useText } from '../lib/defineText.ts';
import { formatWithUnit } from '../lib/numbers.ts';
import './PresentValue.css';
import { text } from './text.ts';

/** Kinds whose reason is a measured value; of a state or a lost line the number would be a code. */
const measured: ReadonlySet<AlarmRow['AlarmType']> = new Set(['limit', 'rateOfChange', 'deviation']);

/** "now −9.1 °C" beside the value an alarm was raised by; nothing while it is unknown, or once nobody has to act. */
export function PresentValue({ alarm }: { alarm: AlarmRow }) {
  const t = useText(text);
  if (alarm.Value === null || !measured.has(alarm.AlarmType)) return null;
  if (!alarm.Active && alarm.ALARM_EPOCH_ACKED !== null) return null;
  return (
    <b className="alarm-present tabular">{t.presentIs(formatWithUnit(alarm.Value, alarm.Unit, alarm.Decimals))}</b>
  );
}
