import { useText } from '../lib/defineText.ts';
import { useCall } from '../lib/useCall.ts';
import { ErrorState, Skeleton } from '../ui/index.ts';
import { AlarmCurve } from './AlarmCurve.tsx';
import { text } from './text.ts';

/** CSS pixels: enough to see where it goes, and the page above stays in sight. */
const height = 200;

/** The curve of an alarm under its popup, with its limits and what explains it. */
export function PopupCurve({ alarmId }: { alarmId: number }) {
  const t = useText(text);
  const alarm = useCall('getAlarmDetail', { query: { alarmId } }, { scope: 'company' });
  if (alarm.error && !alarm.data) return <ErrorState error={alarm.error} onRetry={() => void alarm.refetch()} />;
  if (!alarm.data) return <Skeleton height={height} />;
  if (alarm.data.PointId === null) return <p className="popups-further">{t.noCurve}</p>;
  return <AlarmCurve alarm={alarm.data} pointId={alarm.data.PointId} height={height} />;
}
